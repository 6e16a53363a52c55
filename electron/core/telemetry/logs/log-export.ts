// The signal of logs: decisions of the audit and lines of servers, masked when they are sent.
import { SeverityNumber } from '@opentelemetry/api-logs';
import { cutText } from '../../redaction/cut.ts';
import { own } from '../attribute-names.ts';
import { hrTime } from '../hr-time.ts';
import type { JsonLogsSerializer } from '@opentelemetry/otlp-transformer';
import type { Resource } from '@opentelemetry/resources';
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';
import type { LiveExportOptions, SignalExport, Writing } from '../signal-export.ts';
import type { SignalSender } from '../signal-sender.ts';
import type { AuditSpans } from '../spans/audit-spans.ts';

export type ExportedLog = Parameters<typeof JsonLogsSerializer.serializeRequest>[0][number];
type LogRow =
  | { readonly kind: 'audit'; readonly entry: AuditEntry }
  | { readonly kind: 'server'; readonly at: number; readonly serverId: string; readonly line: string };

type Options = Pick<LiveExportOptions, 'audit' | 'servers' | 'mask' | 'now'> & {
  readonly resource: Resource;
  readonly scope: { readonly name: string; readonly version: string };
  readonly auditSpans: Pick<AuditSpans, 'of'>;
};

/** How often the audit is asked for what is new: its rows are written a little after they are queued. */
const lookMs = 500;
const page = 200;
const maxLineChars = 8_192;
/** Of a row beside its texts. */
const rowBytes = 400;

export class LogExport implements SignalExport {
  readonly #options: Options;
  readonly #sender: SignalSender<LogRow, ExportedLog>;
  readonly #leave: (() => void)[] = [];
  #lastId: number;
  #looking: Promise<void> = Promise.resolve();

  constructor(
    options: Options,
    makeSender: (writing: Writing<LogRow, ExportedLog>) => SignalSender<LogRow, ExportedLog>,
  ) {
    this.#options = options;
    this.#lastId = options.audit.lastId;
    this.#sender = makeSender({ written: row => [this.#record(row)] });
  }

  async start(): Promise<void> {
    const { servers, now } = this.#options;
    const looks = setInterval(() => this.#look(), lookMs).unref();
    this.#leave.push(
      servers.onLine((serverId, line) => {
        const kept = line.length > maxLineChars ? '(a line that is too long to be told)' : line;
        this.#sender.push({ kind: 'server', at: now(), serverId, line: kept }, rowBytes + 2 * kept.length);
      }),
      () => clearInterval(looks),
    );
  }

  async stop(): Promise<void> {
    for (const leave of this.#leave) leave();
    this.#look();
    await this.#looking;
    await this.#sender.stop();
  }

  #look(): void {
    if (this.#options.audit.lastId <= this.#lastId) return;
    this.#looking = this.#looking.then(() => this.#read()).catch(() => {});
  }

  async #read(): Promise<void> {
    const { audit } = this.#options;
    for (let found = page; found === page; ) {
      const entries = await audit.following(this.#lastId, page);
      for (const entry of entries) {
        this.#lastId = entry.id;
        this.#sender.push({ kind: 'audit', entry }, rowBytes + 2 * (entry.what.length + entry.where.length));
      }
      found = entries.length;
    }
  }

  #record(row: LogRow): ExportedLog {
    const { resource, scope } = this.#options;
    const at = hrTime(row.kind === 'audit' ? row.entry.at : row.at);
    const frame = { hrTime: at, hrTimeObserved: at, resource, instrumentationScope: scope, droppedAttributesCount: 0 };
    return row.kind === 'audit' ? { ...frame, ...this.#ofAudit(row.entry) } : { ...frame, ...this.#ofServer(row) };
  }

  #ofServer({ serverId, line }: LogRow & { kind: 'server' }) {
    return {
      severityNumber: SeverityNumber.INFO,
      severityText: 'INFO',
      eventName: 'pilothouse.server.log',
      body: this.#shown(line),
      attributes: { [own.serverId]: serverId },
    };
  }

  #ofAudit(entry: AuditEntry) {
    const { id, what, outcome, scope, where, rule, clientId, agentId, changedBy, decision } = entry;
    // What became of an allowed call later is of that call.
    const spanContext = this.#options.auditSpans.of(decision ?? id);
    const isRefused = outcome === 'deny' || outcome === 'refused';
    const texts = {
      'pilothouse.what': what,
      [own.outcome]: outcome,
      [own.rule]: rule,
      [own.agentId]: agentId,
      'pilothouse.client.id': clientId,
      'pilothouse.scope': scope,
      'pilothouse.where': where,
      'pilothouse.changed_by': changedBy,
    };
    const named = Object.entries(texts).flatMap(([name, text]) => (text ? [[name, this.#shown(text)] as const] : []));
    return {
      ...(spanContext && { spanContext }),
      severityNumber: isRefused ? SeverityNumber.WARN : SeverityNumber.INFO,
      severityText: isRefused ? 'WARN' : 'INFO',
      eventName: 'pilothouse.audit',
      body: this.#shown(`${outcome}: ${what}`),
      attributes: { ...Object.fromEntries<string>(named), 'pilothouse.audit.id': id },
    };
  }

  #shown(text: string): string {
    const masked = this.#options.mask.text(text);
    return masked.length > maxLineChars ? cutText(masked, maxLineChars) : masked;
  }
}
