// The answer to one POST: plain JSON where nothing else is to be said before it, else a stream of events that the answer ends.
import { EventStream } from './event-stream.ts';
import { answerText } from './replies.ts';
import type { ServerResponse } from 'node:http';
import type { MessageId } from '../../../contract/schemas/messages.ts';

export interface PostReplyOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Several requests in one body are answered on a stream, each as it is ready. */
  readonly isBatch?: boolean;
  /** The client has closed the connection before everything was answered. */
  readonly onGone?: () => void;
}

/** Programs give up on a response without headers (undici after 5 minutes, some after 30 s): a stream is begun before. */
const silenceMs = 5_000;

export class PostReply {
  readonly #response: ServerResponse;
  readonly #options: PostReplyOptions;
  readonly #awaiting: Set<MessageId>;
  readonly #silence: NodeJS.Timeout;
  #stream: EventStream | null = null;

  constructor(response: ServerResponse, ids: readonly MessageId[], options: PostReplyOptions = {}) {
    this.#response = response;
    this.#options = options;
    this.#awaiting = new Set(ids);
    this.#silence = setTimeout(() => this.#open(), silenceMs);
    this.#silence.unref();
    response.once('close', () => this.#closed());
    if (options.isBatch) this.#open();
  }

  /** A message that belongs to one of the requests. False when nobody reads it any more. */
  tell(text: string): boolean {
    return this.#open()?.event('message', text) ?? false;
  }

  /** `status` is used where nothing was said before. */
  answer(id: MessageId, text: string, status = 200): void {
    if (!this.#awaiting.delete(id)) return;
    const isLast = this.#awaiting.size === 0;
    if (isLast) clearTimeout(this.#silence);
    if (this.#response.destroyed) return;
    if (!this.#stream && isLast) return answerText(this.#response, status, text, this.#options.headers);
    this.#open()?.event('message', text);
    if (isLast) this.#stream?.end();
  }

  #open(): EventStream | null {
    if (!this.#stream && !this.#response.headersSent && !this.#response.destroyed)
      this.#stream = new EventStream(this.#response, this.#options.headers ? { headers: this.#options.headers } : {});
    return this.#stream;
  }

  #closed(): void {
    clearTimeout(this.#silence);
    if (this.#awaiting.size === 0) return;
    this.#awaiting.clear();
    this.#options.onGone?.();
  }
}
