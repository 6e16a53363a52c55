// Ollama's own chat, as strict as the real one: what its Go types cannot hold it refuses, what they do not know it passes over.
import { z } from 'zod';
import { base64, checked } from './check-form.ts';
import { callsOf, Refused, textsOf, usageOf } from './script.ts';
import type { AskedModel, FixtureModel, ModelWire, ScriptedTurn } from './script.ts';

const Message = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().optional(),
  thinking: z.string().optional(),
  images: z.array(base64).nullable().optional(),
  tool_calls: z
    .array(
      z.looseObject({
        function: z.looseObject({ name: z.string().min(1), arguments: z.record(z.string(), z.unknown()) }),
      }),
    )
    .nullable()
    .optional(),
  tool_name: z.string().optional(),
});

const Body = z.looseObject({
  model: z.string().min(1),
  messages: z.array(Message).optional(),
  stream: z.boolean().nullable().optional(),
  format: z.unknown().optional(),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        function: z.looseObject({
          name: z.string().min(1),
          description: z.string().optional(),
          parameters: z.looseObject({
            type: z.literal('object'),
            properties: z.record(z.string(), z.looseObject({})).nullable().optional(),
            required: z.array(z.string()).nullable().optional(),
          }),
        }),
      }),
    )
    .nullable()
    .optional(),
  think: z
    .union([z.boolean(), z.enum(['low', 'medium', 'high'])])
    .nullable()
    .optional(),
  options: z
    .looseObject({
      num_ctx: z.number().int().optional(),
      num_predict: z.number().int().optional(),
      temperature: z.number().optional(),
      top_p: z.number().optional(),
      top_k: z.number().int().optional(),
    })
    .nullable()
    .optional(),
});

const words = (place: string, said: string) =>
  `json: cannot unmarshal into Go struct field ChatRequest.${place}: ${said}`;
const createdAt = '2026-01-02T03:04:05.678901Z';

export const ollamaWire: ModelWire = {
  contentType: 'application/x-ndjson',
  read: (body, { models }) => {
    const read = checked(Body, body, words);
    const model = models.find(({ name }) => name === read.model || name === `${read.model}:latest`);
    if (!model) throw new Refused(`model '${read.model}' not found`, 404);
    expectAble(read, model);
    const messages = read.messages ?? [];
    const last = messages.findLastIndex(({ role }) => role === 'user');
    return {
      model: read.model,
      stream: read.stream !== false,
      tools: (read.tools ?? []).map(tool => tool.function.name),
      lastText: messages[last]?.content ?? '',
      results: messages.slice(last + 1).flatMap(({ role, content = '' }) => (role === 'tool' ? [content] : [])),
    };
  },
  *stream(turn, asked) {
    for (const piece of turn.pieces) {
      if (piece.kind === 'wait') yield piece.until;
      if (piece.kind === 'text') yield line(asked, { role: 'assistant', content: piece.text });
      if (piece.kind === 'reasoning') yield line(asked, { role: 'assistant', content: '', thinking: piece.text });
      if (piece.kind !== 'tool-call') continue;
      const { name, argumentPieces } = piece;
      const call = { function: { name, arguments: JSON.parse(argumentPieces.join('')) as unknown } };
      yield line(asked, { role: 'assistant', content: '', tool_calls: [call] });
    }
    if (turn.streamError !== undefined) yield `${JSON.stringify({ error: turn.streamError })}\n`;
    else yield `${JSON.stringify(end(turn, asked, ''))}\n`;
  },
  whole: (turn, asked) => {
    const toolCalls = callsOf(turn).map(({ name, json }) => ({
      function: { name, arguments: JSON.parse(json) as unknown },
    }));
    const { message, ...rest } = end(turn, asked, textsOf(turn));
    return { ...rest, message: { ...message, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) } };
  },
  error: message => ({ error: message }),
};

function expectAble(
  { tools, messages = [], think }: z.infer<typeof Body>,
  { name, tools: canTools = true, pictures = false }: FixtureModel,
): void {
  if (tools && tools.length > 0 && !canTools)
    throw new Refused(`registry.ollama.ai/library/${name} does not support tools`);
  if (messages.some(({ images }) => images && images.length > 0) && !pictures)
    throw new Refused(`registry.ollama.ai/library/${name} does not support image input`);
  if (think === true) throw new Refused(`"${name}" does not support thinking`);
}

function line({ model }: AskedModel, message: object): string {
  return `${JSON.stringify({ model, created_at: createdAt, message, done: false })}\n`;
}

function end(turn: ScriptedTurn, { model }: AskedModel, content: string) {
  const { input, output } = usageOf(turn);
  return {
    model,
    created_at: createdAt,
    message: { role: 'assistant', content },
    done: true,
    done_reason: turn.finish ?? 'stop',
    total_duration: 5_000_000,
    load_duration: 1_000_000,
    prompt_eval_count: input,
    prompt_eval_duration: 1_000_000,
    eval_count: output,
    eval_duration: 3_000_000,
  };
}

/** `/api/show` of one model. */
export function ollamaShow({ tools = true, pictures = false, context = 32_768 }: FixtureModel): unknown {
  return {
    details: { format: 'gguf', family: 'qwen2', parameter_size: '7.6B', quantization_level: 'Q4_K_M' },
    model_info: { 'general.architecture': 'qwen2', 'qwen2.context_length': context },
    capabilities: ['completion', ...(tools ? ['tools'] : []), ...(pictures ? ['vision'] : [])],
  };
}
