// The lists of a server that cannot be read: each is asked for again, ever more seldom, until it is there or the run is over.
import { mapTexts, reasonOf } from '../../../../contract/reason.ts';
import { cutEnd } from '../../../../contract/visible-text.ts';
import type { Reason } from '../../../../contract/reasons.ts';

/** Of the words of the server, which may be megabytes. */
const maxChars = 500;

export interface FailingListsOptions {
  /** How long after the first failure it is asked for again; each further time twice as long, up to `mostMs`. */
  readonly again: { readonly firstMs: number; readonly mostMs: number };
  /** What is wrong with them now, or null when all can be read. */
  onChange(reason: Reason | null): void;
}

interface FailingList {
  reason: Reason;
  nextMs: number;
  /** Null while it is being asked for. */
  timer: NodeJS.Timeout | null;
}

export class FailingLists {
  readonly #options: FailingListsOptions;
  /** By the method that lists. */
  readonly #failing = new Map<string, FailingList>();
  #isOver = false;

  constructor(options: FailingListsOptions) {
    this.#options = options;
  }

  /** It could not be read; `again` asks for it, and what comes of that is told here too. Somebody else may ask meanwhile. */
  failed(method: string, error: unknown, again: () => void): void {
    if (this.#isOver) return;
    const { firstMs, mostMs } = this.#options.again;
    const reason: Reason = {
      kind: 'list-failed',
      method,
      why: mapTexts(reasonOf(error), text => cutEnd(text.slice(0, 2 * maxChars), maxChars)),
    };
    const list = this.#failing.get(method) ?? { reason, nextMs: firstMs, timer: null };
    this.#failing.set(method, list);
    list.reason = reason;
    list.timer ??= setTimeout(() => {
      list.timer = null;
      list.nextMs = Math.min(list.nextMs * 2, mostMs);
      again();
    }, list.nextMs);
    this.#tell();
  }

  /** It was read. Returns whether it could not be before. */
  works(method: string): boolean {
    const list = this.#failing.get(method);
    if (!list) return false;
    if (list.timer) clearTimeout(list.timer);
    this.#failing.delete(method);
    this.#tell();
    return true;
  }

  /** The run is over: nothing is asked for any more. */
  stop(): void {
    this.#isOver = true;
    for (const { timer } of this.#failing.values()) if (timer) clearTimeout(timer);
    this.#failing.clear();
  }

  #tell(): void {
    const reasons = [...this.#failing.values()].map(({ reason }) => reason);
    const [first = null] = reasons;
    this.#options.onChange(reasons.length < 2 ? first : { kind: 'several', reasons });
  }
}
