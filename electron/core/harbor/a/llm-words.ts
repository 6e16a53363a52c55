// Conversations as the wire writes them, in the one form in which models are asked, and answers back; and why a provider is not there. Pure.
import { isRecord } from '../../../../contract/json.ts';
import { inEnglish } from '../../../../words/english.ts';
import { Fault } from './asked.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';
import type { FinishReason, ModelMessage, ModelTool, ModelToolCall, ModelUsage } from '../../models/model-answer.ts';
import type { Answer } from './asked.ts';

export interface Told {
  readonly provider: string;
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly finish: FinishReason;
  readonly usage: ModelUsage;
}

const maxMessages = 2_000;
const roles = ['user', 'assistant', 'system', 'tool'] as const;

/** Throws the wire's `invalid_request`. System messages are told apart. */
export function readMessages(value: unknown): { readonly system: string; readonly messages: readonly ModelMessage[] } {
  if (!Array.isArray(value) || value.length === 0)
    throw new Fault('invalid_request', 'Missing or empty messages array');
  if (value.length > maxMessages) throw new Fault('invalid_request', `At most ${maxMessages} messages at a time`);
  const read = value.map(readMessage);
  const system = read.flatMap(message => ('system' in message ? [message.system] : [])).join('\n\n');
  const named = new Map(
    read.flatMap(message =>
      ('role' in message && message.role === 'assistant' ? message.toolCalls : []).map(
        ({ id, name }) => [id, name] as const,
      ),
    ),
  );
  const messages = read.flatMap((message): ModelMessage[] => {
    if ('system' in message) return [];
    if (message.role !== 'tool') return [message];
    const name = named.get(message.callId);
    // No provider takes a result whose call is not there.
    if (name === undefined)
      return [{ role: 'user', parts: [{ kind: 'text', text: `Result of a tool: ${message.text}` }] }];
    return [{ ...message, name }];
  });
  return { system, messages };
}

function readMessage(value: unknown): ModelMessage | { readonly system: string } {
  const role = isRecord(value) ? roles.find(known => known === value.role) : undefined;
  const text = isRecord(value) && typeof value.content === 'string' ? value.content : null;
  if (!isRecord(value) || !role || text === null)
    throw new Fault('invalid_request', 'A message needs a role and content');
  switch (role) {
    case 'system':
      return { system: text };
    case 'user':
      return { role, parts: [{ kind: 'text', text }] };
    case 'assistant':
      return { role, text, toolCalls: Array.isArray(value.toolCalls) ? value.toolCalls.flatMap(callOf) : [] };
    case 'tool':
      return { role, callId: String(value.toolCallId ?? ''), name: '', text, isError: false };
  }
}

function callOf(value: unknown, at: number): ModelToolCall[] {
  if (!isRecord(value) || typeof value.name !== 'string') return [];
  return [
    {
      id: typeof value.id === 'string' ? value.id : `call_${at + 1}`,
      name: value.name,
      arguments: value.arguments ?? {},
    },
  ];
}

/** Throws the wire's `invalid_request`. */
export function readTools(value: unknown): readonly ModelTool[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Fault('invalid_request', 'tools must be a list');
  return value.map((tool): ModelTool => {
    if (!isRecord(tool) || typeof tool.name !== 'string') throw new Fault('invalid_request', 'A tool needs a name');
    const { name, description, inputSchema } = tool;
    const schema = isRecord(inputSchema) ? inputSchema : { type: 'object', properties: {} };
    return { name, inputSchema: schema, ...(typeof description === 'string' && { description }) };
  });
}

const finishWords: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'stop',
  other: 'stop',
};

export function responseOf({ text, toolCalls, finish, usage }: Told): Answer {
  const calls = toolCalls.map(({ id, name, arguments: args }) => ({ id, name, arguments: isRecord(args) ? args : {} }));
  const { input, output } = usage;
  const used = { promptTokens: input ?? 0, completionTokens: output ?? 0, totalTokens: (input ?? 0) + (output ?? 0) };
  return {
    message: { role: 'assistant', content: text, ...(calls.length > 0 && { toolCalls: calls }) },
    finishReason: calls.length > 0 ? 'tool_calls' : finishWords[finish],
    ...((input !== null || output !== null) && { usage: used }),
  };
}

/** What a provider failed with is an answer on this wire. */
export function failedResponse(error: string): Answer {
  return { message: { role: 'assistant', content: '' }, finishReason: 'error', error };
}

/** Why a provider cannot be asked now. */
export function reasonFor({ state, name }: ModelProvider): string {
  switch (state.kind) {
    case 'off':
      return `${name} is switched off in Pilothouse.`;
    case 'key-missing':
      return 'No API key configured';
    case 'key-refused':
      return `The API key was refused (HTTP ${state.status})`;
    case 'failed':
    case 'crashed':
      return inEnglish(state.why);
    case 'unapproved':
    case 'file-changed':
      return `The file of ${name} waits for your approval in Pilothouse.`;
    default:
      return `${name} is not available: ${state.kind}`;
  }
}
