// The wire of Harbor's first bridge: `{type, request_id, …}` from the extension, `<type>_result` or `error` back, and news without an id.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import type { Message, MessageError } from '../../../contract/schemas/messages.ts';

/** The largest message of the wire, both ways, in bytes. */
export const maxHarborABytes = 1024 * 1024;

/** What its news are called. */
export const harborANews = ['status_update', 'server_progress'] as const;

/** A request as the hub has it: the fields of the message without its type and its id. */
export type HarborAFields = Readonly<Record<string, unknown>>;

/** How a failure travels to the dialect: its own code and details stand beside the sentence. */
export interface HarborAFailure {
  readonly harbor: { readonly code: string; readonly details?: unknown };
}

interface Asked {
  readonly type: string;
  readonly requestId: string;
}

const maxTypeChars = 100;
const maxIdChars = 500;

/** The dialect of one connection. Ids of the wire may come twice and may be missing, so that requests get numbers of their own. */
export class HarborA {
  readonly #pending = new Map<number, Asked>();
  #nextId = 1;
  /** What was answered last: where that does not fit the wire, an error follows at once under the same id. */
  #last: { readonly id: number; readonly asked: Asked } | null = null;
  /** The id in a message that could not be read: it is answered at once. */
  #unread = '';

  readonly decode = (value: unknown): Message | string => {
    this.#unread = '';
    if (!isRecord(value)) return 'Expected JSON object';
    const { type, request_id, ...fields } = value;
    const requestId = typeof request_id === 'string' ? request_id.slice(0, maxIdChars) : '';
    this.#unread = requestId;
    if (typeof type !== 'string' || type === '') return "Missing 'type' field in message";
    const id = this.#nextId++;
    this.#pending.set(id, { type: type.slice(0, maxTypeChars), requestId });
    return { kind: 'request', id, method: type.slice(0, maxTypeChars), params: fields };
  };

  readonly encode = (message: Message): Record<string, unknown> | null => {
    switch (message.kind) {
      case 'notification':
        return { type: message.method, request_id: '', ...(isRecord(message.params) ? message.params : {}) };
      case 'result':
        return this.#result(this.#take(message.id), message.result);
      case 'error':
        return this.#error(message.id === null ? null : this.#take(message.id), message.error);
      default:
        return null;
    }
  };

  #take(id: string | number): Asked | null {
    if (typeof id !== 'number') return null;
    if (this.#last?.id === id) return this.#last.asked;
    const asked = this.#pending.get(id);
    this.#pending.delete(id);
    if (asked) this.#last = { id, asked };
    return asked ?? null;
  }

  #result(asked: Asked | null, result: unknown): Record<string, unknown> {
    const { type = '', requestId = '' } = asked ?? {};
    // What stands first is the wire's own, whatever the result has.
    const { type: _type, request_id: _id, ...fields } = isRecord(result) ? result : {};
    return { type: type === 'hello' ? 'pong' : `${type}_result`, request_id: requestId, ...fields };
  }

  #error(asked: Asked | null, error: MessageError): Record<string, unknown> {
    return { type: 'error', request_id: asked ? asked.requestId : this.#unread, error: wireError(error) };
  }
}

function wireError({ code: number, message, data }: MessageError): Record<string, unknown> {
  const { harbor, code, details } = isRecord(data) ? data : {};
  if (isRecord(harbor) && typeof harbor.code === 'string')
    return { code: harbor.code, message, ...(harbor.details !== undefined && { details: harbor.details }) };
  if (typeof code === 'string')
    return {
      code: code === 'ERR_TOO_LARGE' ? 'message_too_large' : code,
      message,
      ...(details !== undefined && { details }),
    };
  const isUnread = number === rpcErrors.parse || number === rpcErrors.invalidRequest;
  return { code: isUnread ? 'invalid_message' : 'internal_error', message };
}
