// Anthropic's messages, as strict as the real one: extra keys are refused, and results of tools follow their calls, all of them and first.
import { z } from 'zod';
import { base64, checked } from './check-form.ts';
import { callsOf, Refused, textsOf, usageOf } from './script.ts';
import type { AskedModel, ModelWire, ScriptedTurn } from './script.ts';

const cache = { cache_control: z.looseObject({}).optional() };
const Text = z.strictObject({ type: z.literal('text'), text: z.string().min(1), ...cache });
const Image = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
    data: base64,
  }),
  ...cache,
});
const Document = z.looseObject({ type: z.literal('document') });
const ToolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,200}$/),
  input: z.record(z.string(), z.unknown()),
  ...cache,
});
const ToolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.union([Text, Image]))]).optional(),
  is_error: z.boolean().optional(),
  ...cache,
});
const UserContent = z.union([z.string().min(1), z.array(z.union([Text, Image, Document, ToolResult])).min(1)]);
const AssistantContent = z.union([z.string().min(1), z.array(z.union([Text, ToolUse])).min(1)]);
const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: UserContent }),
  z.strictObject({ role: z.literal('assistant'), content: AssistantContent }),
]);
type Message = z.infer<typeof Message>;

const Body = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.number().int().min(1),
  messages: z.array(Message).min(1),
  system: z.union([z.string(), z.array(Text)]).optional(),
  tools: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
        description: z.string().optional(),
        input_schema: z.looseObject({ type: z.literal('object') }),
        eager_input_streaming: z.boolean().optional(),
        ...cache,
      }),
    )
    .optional(),
  tool_choice: z.looseObject({ type: z.enum(['auto', 'any', 'tool', 'none']) }).optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.number().int().min(0).optional(),
  stop_sequences: z.array(z.string()).optional(),
  stream: z.boolean().optional(),
});

const words = (place: string, said: string) => `${place}: ${said}`;

export const anthropicWire: ModelWire = {
  contentType: 'text/event-stream',
  read: (body, { models }) => {
    const read = checked(Body, body, words);
    if (!models.some(({ name }) => name === read.model)) throw new Refused(`model: ${read.model}`, 404);
    if (read.temperature !== undefined && read.top_p !== undefined)
      throw new Refused('`temperature` and `top_p` cannot both be specified for this model. Please use only one.');
    expectAnswered(read.messages);
    const last = read.messages.findLast(({ role, content }) => role === 'user' && textOf(content) !== '');
    const newest = read.messages.at(-1);
    return {
      model: read.model,
      stream: read.stream === true,
      tools: (read.tools ?? []).map(({ name }) => name),
      lastText: textOf(last?.content ?? ''),
      results: newest ? resultsIn(newest).map(({ content }) => textOf(content ?? '')) : [],
    };
  },
  *stream(turn, asked) {
    const { input, output } = usageOf(turn);
    yield event('message_start', { message: { ...head(asked), usage: { input_tokens: input, output_tokens: 1 } } });
    yield event('ping', {});
    let index = 0;
    for (const piece of turn.pieces) {
      if (piece.kind === 'wait') {
        yield piece.until;
        continue;
      }
      yield* block(piece, index);
      index += 1;
    }
    if (turn.streamError !== undefined) {
      yield event('error', { error: { type: 'overloaded_error', message: turn.streamError } });
      return;
    }
    const delta = { stop_reason: stopOf(turn), stop_sequence: null };
    yield event('message_delta', { delta, usage: { output_tokens: output } });
    yield event('message_stop', {});
  },
  whole: (turn, asked) => {
    const { input, output } = usageOf(turn);
    const text = textsOf(turn);
    const uses = callsOf(turn).map(({ id, name, json }) => ({
      ...{ type: 'tool_use', id, name },
      input: JSON.parse(json) as unknown,
    }));
    return {
      ...head(asked),
      content: [...(text ? [{ type: 'text', text }] : []), ...uses],
      stop_reason: stopOf(turn),
      usage: { input_tokens: input, output_tokens: output },
    };
  },
  error: (message, status) => ({
    type: 'error',
    error: { type: status === 401 ? 'authentication_error' : 'invalid_request_error', message },
  }),
};

function* block(piece: Exclude<ScriptedTurn['pieces'][number], { kind: 'wait' }>, index: number): Generator<string> {
  const delta = (of: object) => event('content_block_delta', { index, delta: of });
  const begin = (of: object) => event('content_block_start', { index, content_block: of });
  if (piece.kind === 'text') {
    yield begin({ type: 'text', text: '' });
    yield delta({ type: 'text_delta', text: piece.text });
  } else if (piece.kind === 'reasoning') {
    yield begin({ type: 'thinking', thinking: '', signature: '' });
    yield delta({ type: 'thinking_delta', thinking: piece.text });
  } else {
    yield begin({ type: 'tool_use', id: piece.id, name: piece.name, input: {} });
    for (const text of piece.argumentPieces) yield delta({ type: 'input_json_delta', partial_json: text });
  }
  yield event('content_block_stop', { index });
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function head({ model }: AskedModel) {
  return {
    ...{ id: 'msg_fixture', type: 'message', role: 'assistant', model, content: [] as unknown[] },
    ...{ stop_reason: null as string | null, stop_sequence: null },
  };
}

function stopOf(turn: ScriptedTurn): string {
  if (callsOf(turn).length > 0) return 'tool_use';
  return turn.finish === 'length' ? 'max_tokens' : 'end_turn';
}

function expectAnswered(messages: readonly Message[]): void {
  if (messages[0]?.role !== 'user') throw new Refused('messages: first message must use the "user" role');
  const newest = messages.at(-1);
  if (newest?.role === 'assistant' && /\s$/.test(textOf(newest.content)))
    throw new Refused('messages: final assistant content cannot end with trailing whitespace');
  for (const [at, message] of messages.entries()) {
    const uses = message.role === 'assistant' ? usesIn(message) : [];
    const results = resultsIn(messages[at + 1] ?? null).map(({ tool_use_id }) => tool_use_id);
    const open = uses.filter(({ id }) => !results.includes(id)).map(({ id }) => id);
    if (open.length > 0)
      throw new Refused(
        `messages.${at + 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}`,
      );
    const asked = usesIn(messages[at - 1] ?? null).map(({ id }) => id);
    const stray = resultsIn(message).find(({ tool_use_id }) => !asked.includes(tool_use_id));
    if (stray)
      throw new Refused(
        `messages.${at}.content: unexpected \`tool_use_id\` found in \`tool_result\`: ${stray.tool_use_id}`,
      );
  }
}

function usesIn(message: Message | null): z.infer<typeof ToolUse>[] {
  if (message?.role !== 'assistant' || typeof message.content === 'string') return [];
  return message.content.filter(part => part.type === 'tool_use');
}

function resultsIn(message: Message | null): z.infer<typeof ToolResult>[] {
  if (message?.role !== 'user' || typeof message.content === 'string') return [];
  return message.content.filter((part): part is z.infer<typeof ToolResult> => part.type === 'tool_result');
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : '')).join('');
}
