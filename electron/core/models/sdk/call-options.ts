// A request in the form that the AI SDK's models take.
import { isRecord } from '../../../../contract/json.ts';
import type { LanguageModelV3CallOptions, LanguageModelV3Message } from '@ai-sdk/provider';
import type { ProviderType } from '../../../../contract/models.ts';
import type { ModelMessage, ModelPart, ModelRequest } from '../model-answer.ts';
import type { ToolNames } from './tool-names.ts';

type Asked = Omit<ModelRequest, 'model' | 'use' | 'asker'>;
type UserContent = Extract<LanguageModelV3Message, { role: 'user' }>['content'];

export function callOptions(asked: Asked, type: ProviderType, names: ToolNames): LanguageModelV3CallOptions {
  const { system, messages, tools = [], maxTokens, signal } = asked;
  const head: LanguageModelV3Message[] = system ? [{ role: 'system', content: system }] : [];
  return {
    prompt: [...head, ...messages.flatMap(message => promptOf(message, names))],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function' as const,
        name: names.sent(name),
        ...(description && { description }),
        inputSchema: { ...inputSchema, type: 'object' as const },
      })),
    }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...sampling(asked, type),
    abortSignal: signal,
  };
}

/** Ollama reads these among its own options alone; Anthropic takes one of the two. */
function sampling(
  { temperature, topP, topK, maxTokens }: Asked,
  type: ProviderType,
): Partial<LanguageModelV3CallOptions> {
  if (type === 'ollama') {
    const options = defined({ temperature, top_p: topP, top_k: topK, num_predict: maxTokens });
    return Object.keys(options).length > 0 ? { providerOptions: { ollama: { options } } } : {};
  }
  const isOneOnly = type === 'anthropic' && temperature !== undefined;
  return defined({ temperature, topP: isOneOnly ? undefined : topP, topK });
}

function defined<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

function promptOf(message: ModelMessage, names: ToolNames): LanguageModelV3Message[] {
  if (message.role === 'user') return [{ role: 'user', content: userContent(message.parts) }];
  if (message.role === 'tool') {
    const output = { type: message.isError ? ('error-text' as const) : ('text' as const), value: message.text };
    const { callId: toolCallId } = message;
    return [
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: names.sent(message.name), output }] },
    ];
  }
  const { text, toolCalls } = message;
  // What an answer was stopped before it began has nothing in it, which some providers refuse.
  if (text === '' && toolCalls.length === 0) return [];
  const calls = toolCalls.map(({ id, name, arguments: args }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: names.sent(name),
    input: asObject(args),
  }));
  return [{ role: 'assistant', content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls] }];
}

/** Arguments go back as an object, whatever the model wrote: the others are refused by all providers. */
function asObject(args: unknown): Record<string, unknown> {
  if (isRecord(args)) return args;
  return args === undefined || args === null || args === '' ? {} : { arguments: args };
}

/** Pictures and documents go as they are; what is text goes as text, because few take it as a file. */
function userContent(parts: readonly ModelPart[]): UserContent {
  const content = parts.map((part): UserContent[number] => {
    if (part.kind === 'text') return { type: 'text', text: part.text };
    const { mediaType, data, name } = part;
    if (isText(mediaType)) {
      const text = Buffer.from(data, 'base64').toString('utf8');
      return { type: 'text', text: name === undefined ? text : `${name}:\n${text}` };
    }
    return { type: 'file', mediaType, data, ...(name !== undefined && { filename: name }) };
  });
  const hasText = content.some(part => part.type === 'text' && part.text !== '');
  // Ollama's package makes a message without text one that Ollama refuses.
  return hasText ? content : [...content.filter(({ type }) => type !== 'text'), { type: 'text', text: ' ' }];
}

function isText(mediaType: string): boolean {
  return /^text\/|^application\/(json|xml|yaml|x-yaml|toml|javascript)\b|\+(json|xml)\b/.test(mediaType);
}
