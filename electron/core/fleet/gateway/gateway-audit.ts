// The audit of a gateway, which has no disk to keep it on: each entry goes into the fleet's stream before the answer that it is about leaves.
import { errors } from '@nats-io/transport-node';
import { auditLine, type NameOf } from '../outbox/audit-line.ts';
import { isTooLarge } from '../outbox/lane-stream.ts';
import { batchHeaders, messageId } from '../outbox/outbox-message.ts';
import { newestOf, storedBatch } from './stored-batch.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';
import type { FleetMember, FleetMembership, FleetWire } from '../link/fleet-wire.ts';

export interface GatewayAuditOptions {
  /** Random, of this run alone: with the numbers of its entries it tells them from those of every other gateway. */
  readonly instance: string;
  /** Hides secrets in a value of JSON. */
  mask<T>(value: T): T;
  readonly nameOf: NameOf;
  /** Milliseconds that only grow. */
  monotonic(): number;
  /** What the fleet says to an entry; null once it takes them. */
  onFault(error: unknown): void;
}

interface Waiting {
  readonly id: number;
  readonly at: number;
  readonly line: string;
  readonly since: number;
}

interface Waiter {
  readonly id: number;
  done(reason: Reason | null): void;
}

/** How long an answer waits for the acknowledgement of its audit. */
const keptMs = 5_000;
const ackMs = 2_000;
const againMs = 100;
/** Whoever refuses so often in a row is asked more and more seldom, but so often at least. */
const patience = { attempts: 10, mostMs: 2_000 };
const maxEntries = 500;
const usualMaxBytes = 256 * 1024;
/** What is left of a payload for the headers of the message. */
const headerBytes = 1_024;
/** Beyond them nothing more is begun. */
const maxWaiting = 5_000;
/** One number is given to each message of a run, in their order. */
const epoch = 1;

export class GatewayAudit implements FleetMember {
  readonly #options: GatewayAuditOptions;
  readonly #waiting: Waiting[] = [];
  readonly #waiters = new Set<Waiter>();
  #lastId = 0;
  #keptId = 0;
  #wire: FleetWire | null = null;
  #isSending = false;
  /** How many entries the message has that is not acknowledged. */
  #sending = 0;
  /** When it was sent for the first time; null before that. */
  #sentAt: number | null = null;
  /** The newest message of the stream that is known to be before the next one of this gateway; null while none is. */
  #behind: number | null = null;
  #isCut = false;
  /** Becomes smaller where the stream says so. */
  #maxBytes = usualMaxBytes;
  #failures = 0;
  #wake: () => void = () => {};
  #told: string | null = null;

  constructor(options: GatewayAuditOptions) {
    this.#options = options;
  }

  /** Entries that are not acknowledged. */
  get waiting(): number {
    return this.#waiting.length;
  }

  append(id: number, row: Omit<AuditEntry, 'id' | 'ended'>): void {
    const line = auditLine({ ...row, id }, this.#options);
    this.#waiting.push({ id, at: Math.trunc(row.at), line, since: this.#options.monotonic() });
    this.#lastId = id;
    setImmediate(() => void this.#send());
  }

  /** Why nothing more is to be begun; null while entries are acknowledged. */
  stands(): Reason | null {
    const [oldest] = this.#waiting;
    const isLate = oldest !== undefined && this.#options.monotonic() - oldest.since > keptMs;
    return isLate || this.#waiting.length > maxWaiting ? { kind: 'gateway-stands', so: 'audit-waits' } : null;
  }

  /** Resolves once all entries so far are in the stream; with a reason where that takes too long. */
  kept(): Promise<Reason | null> {
    const id = this.#lastId;
    if (id <= this.#keptId) return Promise.resolve(null);
    return new Promise(resolve => {
      const waiter: Waiter = {
        id,
        done: reason => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(reason);
        },
      };
      const timer = setTimeout(() => waiter.done({ kind: 'gateway-stands', so: 'audit-late' }), keptMs);
      this.#waiters.add(waiter);
    });
  }

  /** Until all entries are in the stream, or `isOver` says so: the lines of those that are not, the oldest first. */
  async rest(isOver: () => boolean): Promise<string[]> {
    while (this.#waiting.length > 0 && !isOver()) await new Promise(resolve => setTimeout(resolve, againMs));
    return this.#waiting.map(({ line }) => line.trimEnd());
  }

  begin(wire: FleetWire): Promise<FleetMembership> {
    this.#wire = wire;
    this.#isCut = false;
    this.#maxBytes = usualMaxBytes;
    void this.#followCuts(wire);
    this.#sendNow();
    return Promise.resolve({
      reconnected: () => this.#sendNow(),
      end: () => {
        // The next connection may have begun meanwhile, and takes what waits.
        if (this.#wire === wire) this.#wire = null;
        return Promise.resolve();
      },
    });
  }

  /** What is sent while there is no connection would come into the stream later, however long that is. */
  async #followCuts(wire: FleetWire): Promise<void> {
    for await (const { type } of wire.connection.status()) {
      if (this.#wire !== wire) return;
      if (type === 'disconnect') this.#isCut = true;
      if (type === 'reconnect') this.#isCut = false;
    }
  }

  #sendNow(): void {
    this.#failures = 0;
    this.#wake();
    void this.#send();
  }

  /** One message after the other, each until it is acknowledged or found: the server knows one that it has by its id for a while. */
  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#wire && this.#waiting.length > 0) {
      const batch = this.#nextBatch(this.#wire);
      try {
        this.#behind = await this.#stored(this.#wire, batch);
        this.#waiting.splice(0, batch.length);
        this.#acknowledged(batch.at(-1)?.id ?? 0);
        this.#said(null);
        this.#failures = 0;
      } catch (error) {
        // Goes in parts.
        if (this.#sending === 0) continue;
        this.#said(error);
        await this.#pause();
      }
    }
    this.#isSending = false;
  }

  /** Some attempts leave a message in the stream, so there are not ten a second for hours. */
  async #pause(): Promise<void> {
    const doubled = Math.max(0, (this.#failures += 1) - patience.attempts);
    const ms = Math.min(patience.mostMs, againMs * 2 ** Math.min(doubled, 12));
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Once for what it says again with each attempt. */
  #said(error: unknown): void {
    const said = error === null ? null : String(error);
    if (said === this.#told) return;
    this.#told = said;
    this.#options.onFault(error);
  }

  /** Where in the stream it is from now on. */
  async #stored(wire: FleetWire, batch: readonly Waiting[]): Promise<number> {
    const { instance, monotonic } = this.#options;
    if (this.#isCut) throw new errors.TimeoutError();
    this.#behind ??= await newestOf(wire);
    if (this.#sentAt !== null) {
      const sent = { instance, lastId: batch.at(-1)?.id ?? 0, behind: this.#behind, ageMs: monotonic() - this.#sentAt };
      const found = await storedBatch(wire, { ...sent, waitMs: ackMs });
      if (found !== null) return found;
      // It was looked for, however lately it was sent.
      if (this.#sentAt === Number.NEGATIVE_INFINITY) this.#sentAt = null;
    }
    const isFirst = this.#sentAt === null;
    this.#sentAt ??= monotonic();
    try {
      return await this.#publish(wire, batch);
    } catch (error) {
      if (isTooLarge(error)) this.#wasTooLarge(batch, isFirst);
      throw error;
    }
  }

  /** What was sent before without an answer may be in the stream: it is looked for before it goes in parts. */
  #wasTooLarge(batch: readonly Waiting[], isFirst: boolean): void {
    this.#sentAt = isFirst ? null : Number.NEGATIVE_INFINITY;
    if (!isFirst || batch.length === 1) return;
    this.#sending = 0;
    this.#maxBytes = bytesOf(batch) >> 1;
  }

  async #publish({ jetstream, subjects }: FleetWire, batch: readonly Waiting[]): Promise<number> {
    const { instance } = this.#options;
    const text = batch.map(({ line }) => line).join('');
    const { seq } = await jetstream.publish(subjects.own('audit'), text, {
      msgID: messageId(instance, 'audit', epoch, { entries: batch, text }),
      headers: batchHeaders(instance, epoch),
      expect: { streamName: subjects.stream('audit') },
      timeout: ackMs,
    });
    return seq;
  }

  /** The very same again after a failure: with more in it the server would not know it. */
  #nextBatch({ connection }: FleetWire): readonly Waiting[] {
    if (this.#sending > 0) return this.#waiting.slice(0, this.#sending);
    const most = Math.min(this.#maxBytes, (connection.info?.max_payload ?? usualMaxBytes) - headerBytes);
    let bytes = 0;
    const fits = this.#waiting.slice(0, maxEntries);
    const end = fits.findIndex((one, index) => (bytes += bytesOf([one])) > most && index > 0);
    const batch = end === -1 ? fits : fits.slice(0, end);
    this.#sending = batch.length;
    return batch;
  }

  #acknowledged(id: number): void {
    this.#sending = 0;
    this.#sentAt = null;
    this.#keptId = id;
    for (const waiter of [...this.#waiters]) if (waiter.id <= id) waiter.done(null);
  }
}

function bytesOf(batch: readonly Waiting[]): number {
  return batch.reduce((sum, { line }) => sum + Buffer.byteLength(line), 0);
}
