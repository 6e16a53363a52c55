// The part of a fleet that sends the audit and traces of this hub: begun when it has joined, sending whenever the server can be reached.
import { setTimeout as wait } from 'node:timers/promises';
import { Lane } from './lane.ts';
import { isTooLarge, openLaneStream, outboxReason } from './lane-stream.ts';
import { auditSource, traceSource } from './outbox-sources.ts';
import { TracedCalls } from './traced-calls.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetOutboxSettings } from '../../../../contract/schemas/fleet-outbox.ts';
import type { AuditTable } from '../../store/audit-table.ts';
import type { OutboxKind, OutboxTable } from '../../store/outbox-table.ts';
import type { TraceFollower } from '../../trace/tap.ts';
import type { FleetMember, FleetMembership, FleetWire } from '../link/fleet-wire.ts';
import type { NameOf } from './audit-line.ts';
import type { LanePosition } from './lane-state.ts';

export interface FleetOutboxOptions {
  /** Random, kept with the data home. */
  readonly hubId: string;
  /** When the hub has joined: nothing from before goes to the fleet. */
  readonly joinedAt: number;
  readonly audit: Pick<AuditTable, 'following' | 'lastId' | 'watch'>;
  readonly outbox: OutboxTable;
  readonly trace: { follow(follower: TraceFollower): () => void };
  readonly mask: { value<T>(value: T): T; message(text: string): string };
  /** Who an entry of the audit is about, as this hub calls them. */
  readonly nameOf: NameOf;
  /** Rows of the audit that the user wants kept. */
  auditRows(): number;
  readonly settings: FleetOutboxSettings;
  /** `hub.fleet.outbox`, at most a few times a second. */
  onState(state: { audit: number; traces: number; dropped: number }): void;
  /** Null: what was told under this id is over. */
  problem(id: string, reason: Reason | null): void;
  random(): number;
  /** How long an acknowledgement may take; 5 s unless told. */
  readonly ackMs?: number;
}

/** A little after what was queued in the store is written. */
const settleMs = 60;
const againMs = 250;
const stateMs = 250;

export class FleetOutbox implements FleetMember {
  readonly #options: FleetOutboxOptions;

  constructor(options: FleetOutboxOptions) {
    this.#options = options;
  }

  async begin(wire: FleetWire): Promise<FleetMembership> {
    const run = new OutboxRun(this.#options, wire);
    await run.start();
    return run;
  }
}

class OutboxRun implements FleetMembership {
  readonly #options: FleetOutboxOptions;
  readonly #wire: FleetWire;
  readonly #lanes = new Map<OutboxKind, Lane>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #endWatch: () => void = () => {};
  #endTraces: () => void = () => {};
  #dropped = 0;
  #shrinking = false;
  #isLarge = false;
  #ended = false;

  constructor(options: FleetOutboxOptions, wire: FleetWire) {
    this.#options = options;
    this.#wire = wire;
  }

  async start(): Promise<void> {
    const { audit, outbox } = this.#options;
    await outbox.measure();
    for (const kind of ['audit', 'trace'] as const) this.#lanes.set(kind, await this.#openLane(kind));
    this.#endWatch = audit.watch(() => this.#come('audit'));
    this.#followTraces();
    this.#stateSoon();
  }

  reconnected(): void {
    for (const lane of this.#lanes.values()) lane.reconnected();
  }

  async end(): Promise<void> {
    this.#ended = true;
    this.#endWatch();
    this.#endTraces();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all([...this.#lanes.values()].map(lane => lane.end()));
    for (const kind of ['fleet-audit', 'fleet-trace', 'fleet-audit-waits']) this.#options.problem(kind, null);
  }

  async #openLane(kind: OutboxKind): Promise<Lane> {
    const { hubId, outbox, audit, mask, nameOf, random, ackMs } = this.#options;
    const { subjects } = this.#wire;
    const position = await this.#position(kind);
    const self = { hubId, subject: subjects.own(kind) };
    const source = { membership: this.#membership, outbox, audit, nameOf, mask: <T>(value: T) => mask.value(value) };
    const read = kind === 'audit' ? auditSource(source) : traceSource(source);
    let { epoch } = position;
    return new Lane({
      self,
      position,
      source: { ...read, read: (after, room) => this.#read(kind, read.lastId(), after, () => read.read(after, room)) },
      stream: openLaneStream(this.#wire, kind, self, ackMs),
      sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
      random,
      reasonOf: (error, bytes) => outboxReason(error, kind, this.#wire, bytes),
      isTooLarge,
      tell: ({ position: { epoch: now }, reason }) => {
        this.#options.problem(`fleet-${kind}`, reason);
        if (now !== epoch)
          this.#options.problem(`fleet-${kind}-epoch`, { kind: 'fleet-outbox-branched', of: kind, epoch: now });
        epoch = now;
        this.#stateSoon();
      },
    });
  }

  get #membership(): string {
    return `${this.#wire.subjects.prefix}/${this.#options.joinedAt}`;
  }

  /** Where an earlier run has come to; from the joining on, where there was none. */
  async #position(kind: OutboxKind): Promise<LanePosition> {
    const { outbox, joinedAt } = this.#options;
    const kept = await outbox.position(kind);
    if (kept?.membership === this.#membership) return kept;
    const floor = kind === 'audit' ? await outbox.auditBefore(joinedAt) : outbox.lastTrace;
    const subject = this.#wire.subjects.own(kind);
    const position = { subject, epoch: 1, sequence: floor, at: null, floor, stream: 0 };
    // From here on nothing is trimmed that is not sent.
    await outbox.keep({ ...position, kind, membership: this.#membership });
    return position;
  }

  /** What was given an id and cannot be read yet is looked for again. */
  async #read<T>(kind: OutboxKind, lastId: number, after: number, read: () => Promise<T | null>): Promise<T | null> {
    const found = await read();
    if (found === null && lastId > after) this.#come(kind, againMs);
    return found;
  }

  #come(kind: OutboxKind, ms = settleMs): void {
    this.#stateSoon();
    this.#later(`${kind} in ${ms}`, ms, () => this.#lanes.get(kind)?.wake());
  }

  #followTraces(): void {
    const { settings, trace, mask, outbox } = this.#options;
    if (settings.traces === 'off') return;
    this.#endTraces = trace.follow(
      new TracedCalls({
        withPayload: settings.traces === 'payloads',
        maxPayloadChars: settings.payloadChars,
        mask: value => mask.value(value),
        maskMessage: text => mask.message(text),
        ended: call => {
          outbox.appendTrace(call);
          this.#come('trace');
          this.#bound();
        },
        lost: () => (this.#dropped += 1),
      }),
    );
  }

  #bound(): void {
    const { outbox, settings } = this.#options;
    const bounds = { rows: settings.traceRows, bytes: settings.traceBytes };
    if (this.#shrinking || !outbox.isOver(bounds)) return;
    this.#shrinking = true;
    outbox
      .shrink(bounds)
      .then(({ payloads, traces }) => (this.#dropped += payloads + traces))
      // The store has told why; the next entry tries again.
      .catch(() => {})
      .finally(() => {
        this.#shrinking = false;
        this.#stateSoon();
      });
  }

  #stateSoon(): void {
    this.#later('state', stateMs, () => this.#tellState());
  }

  /** Once for what is asked meanwhile. */
  #later(key: string, ms: number, run: () => void): void {
    if (this.#ended || this.#timers.has(key)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      run();
    }, ms);
    this.#timers.set(key, timer.unref());
  }

  #tellState(): void {
    const { audit, outbox, onState, auditRows, problem } = this.#options;
    const entries = Math.max(0, audit.lastId - (this.#lanes.get('audit')?.position.sequence ?? audit.lastId));
    onState({ audit: entries, traces: outbox.waitingTraces, dropped: this.#dropped });
    const isLarge = entries > auditRows();
    if (isLarge !== this.#isLarge)
      problem('fleet-audit-waits', isLarge ? { kind: 'fleet-audit-waits', entries } : null);
    this.#isLarge = isLarge;
  }
}
