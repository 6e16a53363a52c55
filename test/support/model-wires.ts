// How agents ask their models, and how these answer: four wires, each with what was offered and answered so far, and an answer as a stream.

/** What a model is asked: the tools that it may call, and what the calls of this conversation brought so far. */
export interface Asked {
  readonly tools: readonly OfferedTool[];
  readonly results: readonly string[];
  /** Ids of the calls among them that looked for a tool; what they found is no result. */
  readonly searched: readonly string[];
  readonly stream: boolean;
}

export interface OfferedTool {
  readonly name: string;
  /** Codex gathers the tools of one server under a name of their own. */
  readonly namespace?: string;
}

export type ModelAnswer =
  | { readonly kind: 'call'; readonly id: string; readonly tool: OfferedTool; readonly args: Record<string, unknown> }
  | { readonly kind: 'text'; readonly text: string };

export interface ModelWire {
  readonly path: RegExp;
  read(body: Body, path: string): Asked;
  /** The events of a stream, each as its text; a single one where none was asked for. */
  write(answer: ModelAnswer, asked: Asked): string[];
}

type Body = Readonly<Record<string, unknown>>;

/** Calls that look for a tool have such ids. */
export const searchId = 'search_';

const ownId = 'scripted';

/** Messages of Anthropic, as Claude Code asks. */
const messages: ModelWire = {
  path: /\/v1\/messages$/,
  read: body => {
    const results = records(body['messages'])
      .flatMap(({ content }) => records(content))
      .filter(({ type }) => type === 'tool_result');
    const isSearch = ({ tool_use_id }: Body) => String(tool_use_id).startsWith(searchId);
    return {
      tools: records(body['tools']).map(({ name }) => ({ name: String(name) })),
      results: results.filter(result => !isSearch(result)).map(({ content }) => textOf(content)),
      searched: results.filter(isSearch).map(({ tool_use_id }) => String(tool_use_id)),
      stream: body['stream'] === true,
    };
  },
  write: (answer, { stream }) => {
    const block =
      answer.kind === 'call'
        ? { type: 'tool_use', id: answer.id, name: answer.tool.name, input: answer.args }
        : { type: 'text', text: answer.text };
    const stop = { stop_reason: answer.kind === 'call' ? 'tool_use' : 'end_turn', stop_sequence: null };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: ownId, type: 'message', role: 'assistant', model: 'scripted', usage };
    if (!stream) return [JSON.stringify({ ...message, ...stop, content: [block] })];
    const empty = block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
    const delta =
      answer.kind === 'call'
        ? { type: 'input_json_delta', partial_json: JSON.stringify(answer.args) }
        : { type: 'text_delta', text: answer.text };
    return [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: empty },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: stop, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ].map(named);
  },
};

/** Responses of OpenAI, as Codex asks; always a stream. */
const responses: ModelWire = {
  path: /\/v1\/responses$/,
  read: body => ({
    tools: records(body['tools']).flatMap(tool => {
      const inner = tool['type'] === 'namespace' ? records(tool['tools']) : null;
      if (!inner) return [{ name: String(tool['name']) }];
      return inner.map(({ name }) => ({ name: String(name), namespace: String(tool['name']) }));
    }),
    results: records(body['input'])
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => textOf(output)),
    searched: [],
    stream: true,
  }),
  write: answer => {
    const item =
      answer.kind === 'call'
        ? { type: 'function_call', call_id: answer.id, ...answer.tool, arguments: JSON.stringify(answer.args) }
        : { type: 'message', role: 'assistant', id: ownId, content: [{ type: 'output_text', text: answer.text }] };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return [
      { type: 'response.created', response: { id: ownId } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id: ownId, output: [item], usage } },
    ].map(named);
  },
};

/** Chat completions of OpenAI, which opencode and most others can ask too. */
const completions: ModelWire = {
  path: /\/v1\/chat\/completions$/,
  read: body => ({
    tools: records(body['tools']).map(tool => ({ name: String(record(tool['function'])['name']) })),
    results: records(body['messages'])
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => textOf(content)),
    searched: [],
    stream: body['stream'] === true,
  }),
  write: (answer, { stream }) => {
    const called =
      answer.kind === 'call'
        ? { name: answer.tool.name, arguments: JSON.stringify(answer.args) }
        : { name: '', arguments: '' };
    const said =
      answer.kind === 'call'
        ? {
            role: 'assistant',
            content: null,
            tool_calls: [{ index: 0, id: answer.id, type: 'function', function: called }],
          }
        : { role: 'assistant', content: answer.text };
    const finish = answer.kind === 'call' ? 'tool_calls' : 'stop';
    const head = { id: ownId, created: 0, model: 'scripted' };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    if (!stream)
      return [
        JSON.stringify({
          ...head,
          object: 'chat.completion',
          choices: [{ index: 0, message: said, finish_reason: finish }],
          usage,
        }),
      ];
    const chunk = { ...head, object: 'chat.completion.chunk' };
    return [
      { ...chunk, choices: [{ index: 0, delta: said, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: finish }], usage },
    ]
      .map(unnamed)
      .concat('data: [DONE]\n\n');
  },
};

/** Google's own, as Gemini CLI asks; whether it is a stream stands in its address. */
const generateContent: ModelWire = {
  path: /:(?:streamG|g)enerateContent$/,
  read: (body, path) => ({
    tools: records(body['tools'])
      .flatMap(tool => records(tool['functionDeclarations']))
      .map(({ name }) => ({ name: String(name) })),
    results: records(body['contents'])
      .flatMap(({ parts }) => records(parts))
      .filter(part => 'functionResponse' in part)
      .map(part => textOf(record(record(part['functionResponse'])['response'])['output'])),
    searched: [],
    stream: path.includes(':stream'),
  }),
  write: (answer, { stream }) => {
    const part =
      answer.kind === 'call' ? { functionCall: { name: answer.tool.name, args: answer.args } } : { text: answer.text };
    const said = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    return [stream ? unnamed(said) : JSON.stringify(said)];
  },
};

export const modelWires: readonly ModelWire[] = [messages, responses, completions, generateContent];

function named(event: { type: string }): string {
  return `event: ${event.type}\n${unnamed(event)}`;
}

function unnamed(event: unknown): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** What a result says, whether it is a text or blocks of it. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const blocks = records(content);
  return blocks.length > 0 ? blocks.map(({ text }) => String(text ?? '')).join('\n') : JSON.stringify(content ?? '');
}

function records(value: unknown): Body[] {
  return Array.isArray(value) ? value.map(record) : [];
}

function record(value: unknown): Body {
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}
