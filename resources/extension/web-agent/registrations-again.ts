// Tells each hub that comes of what the page had registered with the one before, and the page of what the new one refuses.
import { KeptRegistrations } from './kept-registrations.ts';
import { toPageError } from './page-fault.ts';
import { readJson } from './page-payload.ts';
import type { Registration } from './kept-registrations.ts';
import type { ToContent } from './port-messages.ts';

export class RegistrationsAgain {
  readonly #post: (message: ToContent) => void;
  readonly #kept = new KeptRegistrations();

  constructor(post: (message: ToContent) => void) {
    this.#post = post;
  }

  get isNeeded(): boolean {
    return this.#kept.size > 0;
  }

  answered(type: string, payload: Record<string, unknown>, result: unknown): void {
    this.#kept.answered(type, payload, result);
  }

  /** What the content script has kept, as JSON; what cannot be read is nothing. */
  load(written: string): void {
    try {
      this.#kept.load(readJson(written));
    } catch {
      // What no JSON may hold was never registered.
    }
  }

  /** Never rejects. `isThere`: whether that hub still is; what it has not answered by then is for the next one. */
  async tell(ask: (type: string, payload: unknown) => Promise<unknown>, isThere: () => boolean): Promise<void> {
    const told = this.#kept.all().map(async registration => {
      try {
        await ask(registration.type, registration.payload);
      } catch (error) {
        if (isThere()) this.#lose(registration, error);
      }
    });
    await Promise.all(told);
  }

  /** The page may register nothing any more. */
  refused(error: unknown): void {
    for (const registration of this.#kept.all()) this.#lose(registration, error);
  }

  #lose({ type, id }: Registration, error: unknown): void {
    this.#kept.lost({ type, id });
    this.#post({ kind: 'lost', lost: { type, id, error: toPageError(error) } });
  }
}
