// The requests of a stateless agent that are open on a connection (MCP 2026-07-28 "stdio"): each is answered, told of, or cancelled by its id.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { hubError } from '../../../words/hub-error.ts';
import { HttpError } from '../http/replies.ts';
import { toRpcError } from '../wire/rpc-error.ts';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Message, MessageError, MessageId } from '../../../contract/schemas/messages.ts';
import type { OnGone, ReplyWriter, StatelessRequest } from '../http/stateless/stateless-request.ts';

type Write = (text: string, message: Message) => void;

interface Open {
  /** What follows when the agent wants no answer any more. */
  onGone: OnGone;
}

/** As of requests with a handshake. */
const maxOpen = 1_000;

export class OpenStateless {
  readonly #write: Write;
  readonly #open = new Map<MessageId, Open>();
  #isClosed = false;

  constructor(write: Write) {
    this.#write = write;
  }

  serve(message: JSONRPCRequest, text: string, work: (request: StatelessRequest) => Promise<void>): void {
    const { id } = message;
    if (this.#open.has(id))
      return this.answerError(message, {
        code: rpcErrors.invalidRequest,
        message: `A request with the id ${JSON.stringify(id)} is in flight already.`,
      });
    if (this.#open.size >= maxOpen)
      return this.answerError(message, {
        code: rpcErrors.internal,
        message: `${maxOpen} requests are in flight already; wait for answers.`,
      });
    const open: Open = { onGone: () => {} };
    this.#open.set(id, open);
    work(this.#requestOf(message, text, open)).catch((error: unknown) => {
      if (this.#forget(id, open)) this.refuse(message, error);
    });
  }

  /** Whether this is the notification that cancels one of them, which then is answered no more. */
  cancelled({ method, params, id }: Record<string, unknown>): boolean {
    if (method !== 'notifications/cancelled' || id !== undefined || !isRecord(params)) return false;
    const { requestId, reason } = params;
    if (typeof requestId !== 'string' && typeof requestId !== 'number') return false;
    const open = this.#open.get(requestId);
    if (!open) return false;
    this.#open.delete(requestId);
    open.onGone(typeof reason === 'string' ? reason : undefined);
    return true;
  }

  /** Answers with what was thrown at a message; one without an id has no answer. */
  refuse(message: Record<string, unknown> | JSONRPCRequest, error: unknown): void {
    if (!(error instanceof HttpError)) return this.answerError(message, toRpcError(error));
    const { data } = error.details;
    this.answerError(message, { code: error.code, message: error.message, ...(data !== undefined && { data }) });
  }

  answerError({ id }: { readonly id?: unknown }, error: MessageError): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#send({ kind: 'error', id, error }, JSON.stringify({ jsonrpc: '2.0', id, error }));
  }

  /** Nothing is written any more. */
  close(): void {
    this.#isClosed = true;
    this.#open.clear();
  }

  #requestOf(message: JSONRPCRequest, text: string, open: Open): StatelessRequest {
    const { id } = message;
    const isOpen = () => this.#open.get(id) === open;
    const tell = (told: string) => {
      if (isOpen()) this.#send({ kind: 'notification', method: '', params: undefined }, told);
      return isOpen();
    };
    return {
      message,
      text,
      isGone: () => !isOpen(),
      checkParams: () => {},
      reply: (onGone = () => {}): ReplyWriter => {
        open.onGone = onGone;
        return { tell, answer: (_id, answer) => this.#answer(id, open, answer) };
      },
      stream: onEnd => {
        open.onGone = () => onEnd(false);
        return { event: (_name, data) => tell(data), end: () => void (this.#forget(id, open) && onEnd(false)) };
      },
    };
  }

  #answer(id: MessageId, open: Open, answer: string): void {
    if (!this.#forget(id, open)) return;
    try {
      this.#send({ kind: 'result', id, result: undefined }, answer);
    } catch (error) {
      const tooLarge = hubError('ERR_TOO_LARGE', { kind: 'foreign', text: String(error) });
      this.answerError({ id }, toRpcError(tooLarge));
    }
  }

  #forget(id: MessageId, open: Open): boolean {
    return this.#open.get(id) === open && this.#open.delete(id);
  }

  #send(message: Message, text: string): void {
    if (!this.#isClosed) this.#write(text, message);
  }
}
