// The WebSocket form of the Claude wire (seed 2.3): the same tools, but with ids, a target browser and a handshake.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { hubToolName, toClaudeContent, unknownType, withCreatedTab, withTabGroup } from './claude-tools.ts';
import type { Message, MessageError, MessageId } from '../../../contract/schemas/messages.ts';
import type { Block } from './claude-tools.ts';

/** A method of the hub for each thing that a client asks beside calls. */
const questions = {
  connect: 'claude/connect',
  list_extensions: 'claude/extensions',
  pairing_request: 'claude/pair',
  ping: 'ping',
} as const;
type Question = keyof typeof questions;

/** What the hub says without being asked; by the method, the type of the message. */
const told: ReadonlyMap<string, string> = new Map(
  ['peer_connected', 'peer_disconnected', 'pairing_response', 'permission_request'].map(type => [
    `claude/${type}`,
    type,
  ]),
);

/** What a call says that its client takes beside a result. */
interface Takes {
  readonly codes: boolean;
  readonly notices: boolean;
}

/** Where a result carries what its asker's program may show: at most four `{kind, domain?}` (2.1.330). */
export const noticesKey = 'dev.pilothouse/notices';

/** The codes that 2.1.330 knows, by ours; what it has no counterpart of is told without one. */
const errorCodes: ReadonlyMap<string, string> = new Map([
  ['ERR_PERMISSION_DENIED', 'permission_denied_user'],
  ['ERR_TOOL_NOT_ALLOWED', 'permission_denied_user'],
  ['ERR_READ_ONLY', 'permission_denied_user'],
  ['ERR_PAUSED', 'permission_denied_user'],
  ['ERR_SCOPE_REQUIRED', 'permission_prompt_timed_out'],
  ['ERR_NOT_OWNER', 'tab_not_found'],
  ['ERR_TAB_MOVED', 'page_navigated_or_closed'],
  ['ERR_INVALID_ARGUMENTS', 'input_invalid'],
  ['ERR_TOOL_NOT_FOUND', 'tool_removed'],
  ['ERR_TOOL_FAILED', 'tool_execution_exception'],
  ['ERR_TOOL_TIMEOUT', 'execution_error'],
]);

/** Longer ones would make an answer larger than its request. */
const maxIdChars = 200;

/** One connection of a client. Calls go by their `tool_use_id`; the other questions are numbered here. */
export class ClaudeBridge {
  readonly #asked = new Map<MessageId, Question>();
  /** Calls whose answer is told otherwise than that of any other tool. */
  readonly #contexts = new Set<MessageId>();
  readonly #creating = new Set<MessageId>();
  readonly #takes = new Map<MessageId, Takes>();
  #nextId = 1;

  decode(value: unknown): Message | string {
    if (!isRecord(value)) return 'Invalid message format';
    const { type } = value;
    if (type === 'tool_call') return this.#call(value);
    if (type === 'pong') return { kind: 'notification', method: 'claude/pong', params: {} };
    if (type === 'permission_response') {
      const { request_id: id, allowed } = value;
      return { kind: 'notification', method: 'claude/permission_response', params: { id, allowed: allowed === true } };
    }
    if (type === 'notification') {
      const { method } = value;
      return typeof method === 'string'
        ? { kind: 'notification', method, params: value.params }
        : 'Invalid message format';
    }
    if (typeof type !== 'string' || !Object.hasOwn(questions, type)) return unknownType(type);
    return this.#question(type as Question, value);
  }

  encode(message: Message): unknown {
    switch (message.kind) {
      case 'request':
        return null;
      case 'notification': {
        const type = told.get(message.method);
        if (type !== undefined) return { ...(isRecord(message.params) && message.params), type };
        // Cancelling is not known on this wire, neither way.
        return { type: 'notification', method: message.method, params: message.params ?? {} };
      }
      case 'result':
        return this.#result(message.id, message.result);
      case 'error':
        return this.#error(message.id, message.error);
    }
  }

  #call(value: Record<string, unknown>): Message | string {
    const { tool_use_id: id, tool, args, type: _, ...more } = value;
    if (typeof id !== 'string' || id === '' || id.length > maxIdChars)
      return `A tool_call needs a "tool_use_id" of 1 to ${maxIdChars} characters.`;
    if (typeof tool !== 'string' || tool === '') return 'A tool_call needs "tool", the name of a tool.';
    if (args !== undefined && !isRecord(args)) return `The args of ${tool.slice(0, 100)} must be an object.`;
    const name = hubToolName(tool);
    if (name === 'tabs_context') this.#contexts.add(id);
    if (name === 'tabs_create') this.#creating.add(id);
    const { supports_tool_result_error_code: codes, supports_tool_result_notices: notices } = more;
    if (codes === true || notices === true) this.#takes.set(id, { codes: codes === true, notices: notices === true });
    // `permission_mode` and `allowed_domains` come along and give nothing: authority never comes from a field.
    return { kind: 'request', id, method: 'tools/call', params: { ...more, name, arguments: args ?? {} } };
  }

  #question(asked: Question, { type: _, ...params }: Record<string, unknown>): Message {
    const id = this.#nextId++;
    this.#asked.set(id, asked);
    return { kind: 'request', id, method: questions[asked], params };
  }

  #result(id: MessageId, result: unknown): unknown {
    const body = isRecord(result) ? result : {};
    if (typeof id === 'string') {
      const blocks = toClaudeContent(body.content);
      const is_error = body.isError === true;
      const content = this.#toldOf(id, blocks, is_error);
      return { type: 'tool_result', tool_use_id: id, content, is_error, ...this.#beside(id, body._meta, is_error) };
    }
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    switch (asked) {
      case 'connect':
        return body.waits === true ? { type: 'waiting' } : { ...body, type: 'paired' };
      case 'pairing_request':
        return typeof body.device_id === 'string' ? { ...body, type: 'pairing_response' } : null;
      case 'list_extensions':
        return { ...body, type: 'extensions_list' };
      case 'ping':
        return { type: 'pong' };
      default:
        return null;
    }
  }

  #toldOf(id: MessageId, blocks: Block[], isError: boolean): Block[] {
    if (this.#contexts.delete(id)) return withTabGroup(blocks, 1);
    return this.#creating.delete(id) && !isError ? withCreatedTab(blocks) : blocks;
  }

  /** What the client takes beside the content. */
  #beside(id: MessageId, meta: unknown, failed: boolean): { error_code?: string; notices?: unknown } {
    const takes = this.#takes.get(id);
    this.#takes.delete(id);
    if (!takes || !isRecord(meta)) return {};
    const code = failed && takes.codes ? errorCodes.get(String(meta['dev.pilothouse/code'])) : undefined;
    const notices = takes.notices ? meta[noticesKey] : undefined;
    return { ...(code !== undefined && { error_code: code }), ...(notices !== undefined && { notices }) };
  }

  #error(id: MessageId | null, { code, message }: MessageError): unknown {
    if (typeof id === 'string') {
      this.#contexts.delete(id);
      this.#creating.delete(id);
      this.#takes.delete(id);
      return { type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: message }], is_error: true };
    }
    if (id !== null) this.#asked.delete(id);
    return { type: 'error', error: code === rpcErrors.parse ? 'Invalid message format' : message };
  }
}
