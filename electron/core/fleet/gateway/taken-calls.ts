// Which worker took a call that a gateway has allowed: a line of the audit of its own, because the decision is kept before anybody is asked.
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';

type Row = Omit<AuditEntry, 'id' | 'ended'>;

/** No more calls than these wait for a hub that takes them. */
const maxWaiting = 5_000;

export class TakenCalls {
  readonly #audit: { append(row: Row): unknown };
  readonly #now: () => number;
  readonly #allowed = new Map<number, Row>();

  constructor(audit: { append(row: Row): unknown }, now: () => number) {
    this.#audit = audit;
    this.#now = now;
  }

  decided(id: number, row: Row): void {
    if (row.outcome !== 'allow') return;
    const oldest = this.#allowed.size >= maxWaiting ? this.#allowed.keys().next().value : undefined;
    if (oldest !== undefined) this.#allowed.delete(oldest);
    this.#allowed.set(id, row);
  }

  /** Nothing for what was told already. */
  readonly taken = (decision: number, taker: string): void => {
    const row = this.#allowed.get(decision);
    if (!this.#allowed.delete(decision) || !row) return;
    this.#audit.append({ ...row, at: this.#now(), outcome: 'taken', decision, taker });
  };
}
