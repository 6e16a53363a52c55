// A stream of the fleet as a lane uses it: its newest own message, the ones before, and one more behind it. What it reads its rights can bound.
import { DeliverPolicy, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { jserrors } from '@nats-io/jetstream/internal';
import { errors } from '@nats-io/transport-node';
import { violationIn } from '../link/link-faults.ts';
import { notAllowed } from '../link/missing-rights.ts';
import { batchHeaders, messageId, readBatch } from './outbox-message.ts';
import { readRun } from './stream-run.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { OutboxKind } from '../../store/outbox-table.ts';
import type { FleetWire } from '../link/fleet-wire.ts';
import type { Batch, LanePosition, LaneSelf, StoredBatch } from './lane-state.ts';
import type { RunAsk } from './stream-run.ts';

export interface LaneStream {
  /** Rejects where it cannot be known. Null of none, and of a subject that this hub may not read. */
  last(subject: string): Promise<StoredBatch | null>;
  /** The first from `from` on, of which it is known that there is one. */
  next(subject: string, from: number): Promise<StoredBatch>;
  /** Only behind what `position` says; rejects where another message is the newest. */
  publish(batch: Batch, position: LanePosition): Promise<{ stream: number; isDuplicate: boolean }>;
  /** The most that one message takes. */
  readonly maxBytes: number;
}

const ackMs = 5_000;
const usualMaxBytes = 256 * 1024;
/** Read at once where a history is compared. */
const readAhead = 32;

export function openLaneStream(wire: FleetWire, kind: OutboxKind, self: LaneSelf, waitMs = ackMs): LaneStream {
  const reader = new LaneReader(wire, kind, self, waitMs);
  return {
    last: subject => (subject === self.subject ? reader.own() : reader.former(subject)),
    next: (subject, from) => reader.next(subject, from),
    publish: async (batch, { epoch, stream: behind }) => {
      reader.forget();
      const ack = await wire.jetstream.publish(self.subject, batch.text, {
        msgID: messageId(self.hubId, kind, epoch, batch),
        headers: batchHeaders(self.hubId, epoch),
        expect: { streamName: wire.subjects.stream(kind), lastSubjectSequence: behind },
        timeout: waitMs,
      });
      return { stream: ack.seq, isDuplicate: ack.duplicate };
    },
    get maxBytes() {
      return Math.min(usualMaxBytes, wire.connection.info?.max_payload ?? usualMaxBytes);
    },
  };
}

class LaneReader {
  readonly #wire: FleetWire;
  readonly #stream: string;
  readonly #self: LaneSelf;
  readonly #waitMs: number;
  /** What was read ahead, in its order and without a gap. */
  #ahead: { readonly subject: string; readonly batches: readonly StoredBatch[] } | null = null;

  constructor(wire: FleetWire, kind: OutboxKind, self: LaneSelf, waitMs: number) {
    this.#wire = wire;
    this.#stream = wire.subjects.stream(kind);
    this.#self = self;
    this.#waitMs = waitMs;
  }

  forget(): void {
    this.#ahead = null;
  }

  /** A consumer may be at a node that does not have the newest yet; what the leader has said is what it is held to. */
  async own(): Promise<StoredBatch | null> {
    this.forget();
    const newest = await newestOn(this.#wire, this.#stream, this.#self.subject, this.#waitMs);
    if (newest === 0) return null;
    const from = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: newest };
    const [last] = await this.#read(this.#self.subject, from, 1);
    if (last?.stream !== newest) throw new errors.TimeoutError();
    return last;
  }

  /** Of the name that this hub had before. Its account need not have the right to read there any more. */
  async former(subject: string): Promise<StoredBatch | null> {
    this.forget();
    try {
      const [last] = await this.#read(subject, { deliver_policy: DeliverPolicy.LastPerSubject }, 1);
      return last ?? null;
    } catch (error) {
      if (violationIn(error)) return null;
      throw error;
    }
  }

  async next(subject: string, from: number): Promise<StoredBatch> {
    const known = this.#ahead?.subject === subject ? this.#ahead.batches : [];
    if (known[0] && known[0].stream <= from) {
      const ahead = known.find(({ stream }) => stream >= from);
      if (ahead) return ahead;
    }
    const start = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: from };
    const batches = await this.#read(subject, start, readAhead);
    this.#ahead = { subject, batches };
    const [first] = batches;
    // It has not come to that node yet, or it was kept long enough.
    if (!first) throw new errors.TimeoutError();
    return first;
  }

  async #read(filter: string, from: RunAsk['from'], most: number): Promise<StoredBatch[]> {
    const ask = { stream: this.#stream, filter, from, most, waitMs: this.#waitMs };
    const { messages } = await readRun(this.#wire, ask);
    return messages.map(({ stream, header, text }) => readBatch(stream, header, text));
  }
}

/**
 * Sequence of the newest message of an own subject; 0 of none. Whoever expects what cannot be is told it, and nothing is stored.
 *
 * In a cluster a leader that was just elected may have a message of which it does not know yet that it counts, and stores it after it has said
 * that there is none. What is acknowledged behind such a message says that by now it is known; and what comes later still, and expects to be
 * behind another one, is refused. The empty message that this takes is none of a hub: whoever reads passes it over.
 */
export async function newestOn(
  { connection, jetstream, manager }: Pick<FleetWire, 'connection' | 'jetstream' | 'manager'>,
  stream: string,
  subject: string,
  timeout: number,
): Promise<number> {
  const impossible = { streamName: stream, lastSubjectSequence: Number.MAX_SAFE_INTEGER };
  try {
    if (connection.info?.cluster !== undefined)
      await jetstream.publish(subject, '', { expect: { streamName: stream }, timeout });
    await jetstream.publish(subject, '', { expect: impossible, timeout });
  } catch (error) {
    const said = error instanceof JetStreamApiError && error.code === wrongLastCode ? error.message : '';
    const newest = /^wrong last sequence: (\d+)$/.exec(said)?.[1];
    if (newest !== undefined) return Number(newest);
    // Tells a stream that is not there from a server that says nothing.
    if (isSilence(error)) await (await manager()).streams.info(stream);
    throw error;
  }
  throw new errors.InvalidOperationError(`stream ${stream} does not heed what is expected of it`);
}

/** JetStream's codes: no room for the account, the server or the stream. */
const fullCodes = [10_023, 10_028, 10_047, 10_077, 10_002];
const tooLargeCode = 10_054;
/** Another message came in between, which is read before anything is sent again. */
const wrongLastCode = 10_071;
const maxSaidChars = 300;

/** What is told of a failure; null for one that the next look at the stream answers. */
export function outboxReason(
  error: unknown,
  kind: OutboxKind,
  { subjects }: Pick<FleetWire, 'subjects'>,
  bytes: number,
): Reason | null {
  const about = { of: kind, stream: subjects.stream(kind) } as const;
  const forbidden = violationIn(error);
  if (forbidden) return notAllowed(forbidden, subjects);
  if (error instanceof JetStreamApiError) {
    const said = error.message.slice(0, maxSaidChars);
    if (error.code === wrongLastCode) return null;
    if (error.code === JetStreamApiCodes.StreamNotFound) return { kind: 'fleet-outbox-no-stream', ...about };
    if (error.code === tooLargeCode) return { kind: 'fleet-outbox-too-large', ...about, bytes };
    return { kind: fullCodes.includes(error.code) ? 'fleet-outbox-full' : 'fleet-outbox-refused', ...about, said };
  }
  if (isSilence(error)) return { kind: 'fleet-outbox-silent', ...about };
  const own = error instanceof Error && 'reason' in error ? (error.reason as Reason | undefined) : undefined;
  return own ?? { kind: 'fleet-outbox-refused', ...about, said: String(error).slice(0, maxSaidChars) };
}

/** Nobody listens for the moment, which the client takes for JetStream being off, or nobody has answered in time. */
function isSilence(error: unknown): boolean {
  const silent = [errors.TimeoutError, errors.NoRespondersError, jserrors.JetStreamNotEnabled];
  return silent.some(one => error instanceof one);
}

/** Whether fewer entries in one message may help. */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.code === tooLargeCode;
  // Said by the client itself, before anything is sent.
  return error instanceof errors.InvalidArgumentError && error.message.includes('max_payload');
}
