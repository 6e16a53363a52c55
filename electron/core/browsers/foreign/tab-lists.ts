// Lists of tabs that are under way while tabs open and close: what an older list says never undoes what was learned later.
import type { ReportedTab } from '../../../../contract/schemas/companion.ts';
export class TabLists {
  #moment = 0;
  #newest = 0;
  readonly #opened = new Map<ReportedTab, number>();
  readonly #closed = new Map<number, number>();

  /** A list is asked for; the mark to take its answer with. */
  ask(): number {
    return (this.#moment += 1);
  }

  opened(tab: ReportedTab): void {
    this.#opened.set(tab, (this.#moment += 1));
  }

  closed(tabId: number): void {
    this.#closed.set(tabId, (this.#moment += 1));
  }

  /** All tabs as of that list, with what happened since it was asked for; null where a later one was taken already. */
  take(asked: number, listed: readonly ReportedTab[]): readonly ReportedTab[] | null {
    if (asked < this.#newest) return null;
    this.#newest = asked;
    for (const [tab, moment] of this.#opened) if (moment < asked) this.#opened.delete(tab);
    for (const [tabId, moment] of this.#closed) if (moment < asked) this.#closed.delete(tabId);
    const ids = new Set(listed.map(({ tabId }) => tabId));
    const missing = [...this.#opened.keys()].filter(({ tabId }) => !ids.has(tabId));
    return [...listed, ...missing].filter(({ tabId }) => !this.#closed.has(tabId));
  }
}
