// Which span an entry of the audit is of, for its log record: the newest ones, because records follow within a second.
import type { SpanContext } from '@opentelemetry/api';

const maxKept = 4_096;

export class AuditSpans {
  readonly #spans = new Map<number, SpanContext>();

  set(auditId: number, context: SpanContext): void {
    this.#spans.set(auditId, context);
    const [oldest] = this.#spans.size > maxKept ? this.#spans.keys() : [];
    if (oldest !== undefined) this.#spans.delete(oldest);
  }

  of(auditId: number): SpanContext | undefined {
    return this.#spans.get(auditId);
  }
}
