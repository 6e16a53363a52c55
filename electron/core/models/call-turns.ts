// Turns of questions at each provider: so many at a time, and who waits is woken whenever something may have changed.
import { cancelled, fail, wait } from '../platform/wait.ts';

export class CallTurns {
  readonly #mostOf: (providerId: string) => number;
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  constructor(mostOf: (providerId: string) => number) {
    this.#mostOf = mostOf;
  }

  /** What gives it back, which may be called twice; null where all are taken. */
  take(providerId: string): (() => void) | null {
    const taken = this.#taken.get(providerId) ?? 0;
    if (taken >= this.#mostOf(providerId)) return null;
    this.#taken.set(providerId, taken + 1);
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      const left = (this.#taken.get(providerId) ?? 1) - 1;
      if (left === 0) this.#taken.delete(providerId);
      else this.#taken.set(providerId, left);
      this.recheck();
    };
  }

  /** Whoever waits looks again, the one who has waited longest first. */
  recheck(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Resolves when something may have changed; rejects with ERR_CANCELLED when `signal` aborts. */
  changed(signal: AbortSignal): Promise<void> {
    return wait<void>({
      signal,
      begin: settle => {
        const look = () => settle(() => {});
        this.#waiting.add(look);
        return () => this.#waiting.delete(look);
      },
      onAbort: () => fail(cancelled()),
    });
  }
}
