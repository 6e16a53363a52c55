// OpenAI's chat completions, as strict as the real one: what it does not know it refuses, and every call of a tool is answered at once.
import { z } from 'zod';
import { checked, functionName, toolSchema } from './check-form.ts';
import { callsOf, Refused, textsOf, usageOf } from './script.ts';
import type { AskedModel, ModelWire, ScriptedTurn } from './script.ts';

const TextPart = z.strictObject({ type: z.literal('text'), text: z.string() });
const ImagePart = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({
    url: z.string().regex(/^(https?:|data:image\/[a-z+]+;base64,)/),
    detail: z.string().optional(),
  }),
});
const FilePart = z.strictObject({ type: z.literal('file'), file: z.looseObject({}) });
const ToolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: functionName, arguments: z.string() }),
});
const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'developer']), content: z.union([z.string(), z.array(TextPart).min(1)]) }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.union([TextPart, ImagePart, FilePart])).min(1)]),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable().optional(),
    tool_calls: z.array(ToolCall).min(1).optional(),
    reasoning_content: z.string().optional(),
  }),
  z.strictObject({
    role: z.literal('tool'),
    tool_call_id: z.string(),
    content: z.union([z.string(), z.array(TextPart)]),
  }),
]);
type Message = z.infer<typeof Message>;

const Tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: functionName,
    description: z.string().optional(),
    parameters: toolSchema.optional(),
    strict: z.boolean().nullable().optional(),
  }),
});

const Body = z.strictObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  tools: z.array(Tool).min(1).max(128).optional(),
  tool_choice: z.union([z.enum(['auto', 'none', 'required']), z.looseObject({})]).optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  max_tokens: z.number().int().min(1).optional(),
  max_completion_tokens: z.number().int().min(1).optional(),
  stop: z.array(z.string()).max(4).optional(),
  seed: z.number().int().optional(),
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean().optional() }).optional(),
  user: z.string().optional(),
});

const words = (place: string, said: string) => `Invalid '${place}': ${said}`;
const base = { id: 'chatcmpl-fixture', created: 1_700_000_000, system_fingerprint: 'fp_fixture' };

export const openAiWire: ModelWire = {
  contentType: 'text/event-stream',
  read: (body, { models }) => {
    const read = checked(Body, body, words);
    if (!models.some(({ name }) => name === read.model))
      throw new Refused(`The model \`${read.model}\` does not exist or you do not have access to it.`, 404);
    if (read.stream_options && !read.stream)
      throw new Refused("The 'stream_options' parameter is only allowed when 'stream' is enabled.");
    expectAnswered(read.messages);
    const last = read.messages.findLastIndex(({ role }) => role === 'user');
    return {
      model: read.model,
      stream: read.stream === true,
      tools: (read.tools ?? []).map(tool => tool.function.name),
      lastText: textOf(read.messages[last]?.content),
      results: read.messages.slice(last + 1).flatMap(one => (one.role === 'tool' ? [textOf(one.content)] : [])),
    };
  },
  *stream(turn, asked) {
    const choice = (delta: object, finish: string | null = null) =>
      event(asked, { choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
    yield choice({ role: 'assistant', content: '', refusal: null });
    let index = -1;
    for (const piece of turn.pieces) {
      if (piece.kind === 'wait') yield piece.until;
      if (piece.kind === 'text') yield choice({ content: piece.text });
      if (piece.kind === 'reasoning') yield choice({ reasoning_content: piece.text });
      if (piece.kind !== 'tool-call') continue;
      index += 1;
      const { id, name, argumentPieces } = piece;
      yield choice({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
      for (const text of argumentPieces) yield choice({ tool_calls: [{ index, function: { arguments: text } }] });
    }
    if (turn.streamError !== undefined) {
      yield `data: ${JSON.stringify({ error: { message: turn.streamError, type: 'server_error' } })}\n\n`;
      return;
    }
    const options = asked.body['stream_options'] as { include_usage?: boolean } | undefined;
    // Groq tells it unasked, beside its last choice.
    const unasked = options?.include_usage ? {} : { x_groq: { id: 'req_fixture', usage: usage(turn) } };
    yield event(asked, {
      choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: finishOf(turn) }],
      ...unasked,
    });
    if (options?.include_usage) yield event(asked, { choices: [], usage: usage(turn) });
    yield 'data: [DONE]\n\n';
  },
  whole: (turn, asked) => {
    const toolCalls = callsOf(turn).map(({ id, name, json }) => ({
      id,
      type: 'function',
      function: { name, arguments: json },
    }));
    const message = {
      role: 'assistant',
      content: textsOf(turn) || null,
      ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    };
    const choices = [{ index: 0, message, finish_reason: finishOf(turn), logprobs: null }];
    return { ...base, object: 'chat.completion', model: asked.model, choices, usage: usage(turn) };
  },
  error: (message, status) => ({
    error: {
      message,
      type: status === 401 ? 'authentication_error' : 'invalid_request_error',
      param: null,
      code: null,
    },
  }),
};

function event({ model }: AskedModel, more: object): string {
  return `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', model, ...more })}\n\n`;
}

function usage(turn: ScriptedTurn) {
  const { input, output } = usageOf(turn);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function finishOf(turn: ScriptedTurn): string {
  return callsOf(turn).length > 0 ? 'tool_calls' : (turn.finish ?? 'stop');
}

/** A call without its answer, and an answer without its call, are refused by the real one. */
function expectAnswered(messages: readonly Message[]): void {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id))
        throw new Refused("messages with role 'tool' must be a response to a preceding message with 'tool_calls'.");
      continue;
    }
    if (open.size > 0) throw unanswered(open);
    if (message.role === 'assistant') {
      if (!message.content && !message.tool_calls && message.content !== '')
        throw new Refused("Invalid value for 'content': expected a string, got null.");
      open = new Set(message.tool_calls?.map(({ id }) => id));
    }
  }
  if (open.size > 0) throw unanswered(open);
}

function unanswered(open: ReadonlySet<string>): Refused {
  return new Refused(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following did not have response messages: ${[...open].join(', ')}`,
  );
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : '')).join('');
}
