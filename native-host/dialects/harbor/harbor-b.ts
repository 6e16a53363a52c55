// The wire of Harbor's second generation between its extension and its bridge: JSON with a `type` ⇄ the hub's one form of a message.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import type { Message, MessageError, MessageId } from '../../../contract/schemas/messages.ts';

/** What its programs read as a failure of the server or of the bridge. */
export const harborFailure = -32_000;

/** What is longer is given back cut, or not at all: an answer has to fit what a browser takes. */
const maxIdChars = 1_000;
const maxNameChars = 200;

/** Answered by events in place of an answer. */
const streamingMethod = 'llm.chat_stream';

/** What the hub sends without being asked. */
const pushed: ReadonlySet<string> = new Set(['status', 'stream', 'console']);

/** The dialect of one extension. `ping`, `status` and `shutdown` have no ids and are notifications; so is every type that is unknown, which nobody heeds. */
export class HarborB {
  /** Ids as they came, where the hub's form has no place for them: its programs may send any JSON, or none. */
  readonly #odd = new Map<MessageId, unknown>();
  readonly #streams = new Set<MessageId>();
  /** What was told last: where it does not fit the wire, an error follows at once under the same id. */
  #ended: { readonly id: MessageId; readonly said: unknown; readonly isStream: boolean } | null = null;
  #oddIds = 0;

  decode(value: unknown): Message | string {
    if (!isRecord(value) || typeof value.type !== 'string') return 'A message of Harbor is an object with a "type".';
    if (value.type === 'rpc') return this.#decodeCall(value);
    if (value.type === 'host_response') return decodeAnswer(value);
    return { kind: 'notification', method: value.type.slice(0, maxNameChars), params: undefined };
  }

  encode(message: Message): Record<string, unknown> | null {
    switch (message.kind) {
      case 'notification':
        return pushed.has(message.method) && isRecord(message.params)
          ? { type: message.method, ...message.params }
          : null;
      case 'request':
        return { type: 'host_request', id: String(message.id), method: message.method, ...asRecord(message.params) };
      case 'result':
        return this.#encodeEnd(message.id, false, isStream =>
          isStream ? { type: 'done', ...asRecord(message.result) } : { result: message.result ?? null },
        );
      case 'error':
        // What cannot be read is not answered by the real bridge either.
        if (message.id === null) return null;
        return this.#encodeEnd(message.id, true, isStream => ({
          ...(isStream && { type: 'error' }),
          error: toHarborError(message.error),
        }));
    }
  }

  #decodeCall({ id, method, params }: Record<string, unknown>): Message {
    const known = this.#idOf(id);
    // Ids may come twice.
    if (this.#ended?.id === known) this.#ended = null;
    const name = typeof method === 'string' ? method.slice(0, maxNameChars) : '';
    if (name === streamingMethod) this.#streams.add(known);
    return { kind: 'request', id: known, method: name, params };
  }

  #idOf(id: unknown): MessageId {
    if ((typeof id === 'string' && id.length <= maxIdChars) || typeof id === 'number') return id;
    this.#oddIds += 1;
    const own = `no id ${this.#oddIds}`;
    this.#odd.set(own, JSON.stringify(id ?? null).length <= maxIdChars ? (id ?? null) : null);
    return own;
  }

  /** The last that is heard of a request. */
  #encodeEnd(
    id: MessageId,
    isError: boolean,
    told: (isStream: boolean) => Record<string, unknown>,
  ): Record<string, unknown> {
    const isAgain = isError && this.#ended?.id === id && !this.#odd.has(id) && !this.#streams.has(id);
    const said = isAgain ? this.#ended?.said : this.#odd.has(id) ? this.#odd.get(id) : id;
    this.#odd.delete(id);
    const isStream = this.#streams.delete(id) || (isAgain && this.#ended?.isStream === true);
    this.#ended = { id, said, isStream };
    if (!isStream) return { type: 'rpc_response', id: said, ...told(false) };
    return { type: 'stream', id: said, event: { id: said, ...told(true) } };
  }
}

/** The hub's numbers as text, which the extension hands back. */
function decodeAnswer({ id, result, error }: Record<string, unknown>): Message | string {
  if (typeof id !== 'string' || !/^\d{1,15}$/.test(id)) return 'A host_response needs the "id" of its host_request.';
  if (error === undefined || error === null) return { kind: 'result', id: Number(id), result: result ?? null };
  return { kind: 'error', id: Number(id), error: decodeError(error) };
}

function decodeError(error: unknown): MessageError {
  const { code, message } = asRecord(error);
  return {
    code: typeof code === 'number' ? code : harborFailure,
    message: typeof message === 'string' ? message : typeof error === 'string' ? error : JSON.stringify(error),
  };
}

function toHarborError({ code, message }: MessageError): Record<string, unknown> {
  return { code: code === rpcErrors.internal ? harborFailure : code, message };
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
