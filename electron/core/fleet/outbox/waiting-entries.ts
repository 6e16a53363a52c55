// How much waits for the fleet while nothing can be sent to it: whoever looks at the hub meanwhile sees it grow. While the outbox runs it says so itself.
import type { Reason } from '../../../../contract/reasons.ts';
import type { AuditTable } from '../../store/audit-table.ts';
import type { OutboxTable } from '../../store/outbox-table.ts';

export interface WaitingEntriesOptions {
  readonly audit: Pick<AuditTable, 'lastId' | 'watch'>;
  outbox(): Promise<OutboxTable>;
  /** Which fleet this hub is in, and since when; null while it is in none. */
  fleet(): { readonly prefix: string; readonly joinedAt: number } | null;
  /** Rows of the audit that the user wants kept. */
  auditRows(): number;
  onCount(count: { readonly audit: number; readonly traces: number }): void;
  /** Null: what was told under this id is over. */
  problem(id: string, reason: Reason | null): void;
}

/** What was queued in the store is written by then. */
const settleMs = 250;
const problemId = 'fleet-audit-waits';

export class WaitingEntries {
  readonly #options: WaitingEntriesOptions;
  /** Another one with each beginning, and what ends it; null while the outbox runs. */
  #turn: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isLarge = false;

  constructor(options: WaitingEntriesOptions) {
    this.#options = options;
  }

  /** Of what an earlier run has left too. */
  begin(): void {
    this.#turn ??= this.#options.audit.watch(() => this.#soon());
    this.#soon();
  }

  end(): void {
    if (!this.#turn) return;
    this.#turn();
    this.#turn = null;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#large(0);
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      // The store may have been closed: then nobody looks any more.
      void this.#count().catch(() => {});
    }, settleMs).unref();
  }

  async #count(): Promise<void> {
    const { audit, outbox, fleet, onCount } = this.#options;
    const turn = this.#turn;
    const place = fleet();
    if (!place) return;
    const table = await outbox();
    await table.measure();
    const kept = await table.position('audit');
    const isOfThis = kept?.membership === `${place.prefix}/${place.joinedAt}`;
    const sent = isOfThis ? kept.sequence : await table.auditBefore(place.joinedAt);
    if (turn === null || this.#turn !== turn) return;
    const entries = Math.max(0, audit.lastId - sent);
    onCount({ audit: entries, traces: table.waitingTraces });
    this.#large(entries);
  }

  #large(entries: number): void {
    const { auditRows, problem } = this.#options;
    const isLarge = entries > auditRows();
    if (isLarge !== this.#isLarge) problem(problemId, isLarge ? { kind: 'fleet-audit-waits', entries } : null);
    this.#isLarge = isLarge;
  }
}
