// What a document is asked, for the hub or for the companion itself: each question waits for one answer of its content script.
import { pageBounds } from '../../../contract/web-agent.ts';
import { bytesOf } from './page-bounds.ts';
import { PageFault, pageFaultIn } from './page-fault.ts';
import { readJson } from './page-payload.ts';
import type { ToBackground, ToContent } from './port-messages.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class DocumentAsks {
  readonly #post: (message: ToContent) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(post: (message: ToContent) => void) {
    this.#post = post;
  }

  /** Rejects with PageFault where the document answers with an error, with the signal's reason, and with that of `close`. */
  ask(type: string, payload: unknown, signal: AbortSignal): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(id);
        reject(signal.reason as Error);
      };
      const end = () => signal.removeEventListener('abort', leave);
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.set(id, {
        resolve: value => (end(), resolve(value)),
        reject: error => (end(), reject(error)),
      });
      this.#post({ kind: 'ask', id, type, payload });
    });
  }

  answered({ id, ok, value }: Extract<ToBackground, { kind: 'answer' }>): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!waiting) return;
    if (bytesOf(value) > pageBounds.requestBytes)
      return waiting.reject(
        new PageFault('ERR_TOOL_FAILED', `The page answered with more than ${pageBounds.requestBytes} bytes.`),
      );
    try {
      const said = readJson(value);
      if (ok) waiting.resolve(said);
      else waiting.reject(pageFaultIn(said, 'ERR_TOOL_FAILED'));
    } catch {
      waiting.reject(new PageFault('ERR_TOOL_FAILED', 'The page answered with what no JSON may hold.'));
    }
  }

  close(why: PageFault): void {
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }
}
