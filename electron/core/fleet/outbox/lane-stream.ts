// A stream of the fleet as a lane uses it: its newest own message, the ones before, and one more behind it.
import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { hubError } from '../../../../words/hub-error.ts';
import { batchHeaders, messageId, readBatch } from './outbox-message.ts';
import type { JetStreamManager, StoredMsg } from '@nats-io/jetstream';
import type { Reason } from '../../../../contract/reasons.ts';
import type { OutboxKind } from '../../store/outbox-table.ts';
import type { FleetWire } from '../link/fleet-wire.ts';
import type { Batch, LanePosition, LaneSelf, StoredBatch } from './lane-state.ts';

export interface LaneStream {
  /** Rejects where it cannot be known. */
  last(subject: string): Promise<StoredBatch | null>;
  next(subject: string, from: number): Promise<StoredBatch | null>;
  /** Only behind what `position` says; rejects where another message is the newest. */
  publish(batch: Batch, position: LanePosition): Promise<{ stream: number; isDuplicate: boolean }>;
  /** The most that one message takes. */
  readonly maxBytes: number;
}

const ackMs = 5_000;
const usualMaxBytes = 256 * 1024;

export function openLaneStream(wire: FleetWire, kind: OutboxKind, self: LaneSelf, waitMs = ackMs): LaneStream {
  const stream = wire.subjects.stream(kind);
  let manager: Promise<JetStreamManager> | null = null;
  const get = async (query: { last_by_subj: string } | { seq: number; next_by_subj: string }) => {
    manager ??= wire.manager();
    try {
      const message = await (await manager).streams.getMessage(stream, query);
      return message && batchIn(message, kind, stream);
    } catch (error) {
      manager = null;
      throw error;
    }
  };
  return {
    last: subject => get({ last_by_subj: subject }),
    next: (subject, from) => get({ seq: from, next_by_subj: subject }),
    publish: async (batch, { epoch, stream: behind }) => {
      const ack = await wire.jetstream.publish(self.subject, batch.text, {
        msgID: messageId(self.hubId, kind, epoch, batch),
        headers: batchHeaders(self.hubId, epoch),
        expect: { streamName: stream, lastSubjectSequence: behind },
        timeout: waitMs,
      });
      return { stream: ack.seq, isDuplicate: ack.duplicate };
    },
    get maxBytes() {
      return Math.min(usualMaxBytes, wire.connection.info?.max_payload ?? usualMaxBytes);
    },
  };
}

function batchIn({ seq, header, data }: StoredMsg, kind: OutboxKind, stream: string): StoredBatch {
  const batch = readBatch(seq, header, new TextDecoder().decode(data));
  if (batch) return batch;
  throw hubError('ERR_INTERNAL', { kind: 'fleet-outbox-unreadable', of: kind, stream, sequence: seq });
}

/** JetStream's codes: no room for the account, the server or the stream. */
const fullCodes = [10_023, 10_028, 10_047, 10_077, 10_002];
const tooLargeCode = 10_054;
/** Another message came in between, which is read before anything is sent again. */
const wrongLastCode = 10_071;
const maxSaidChars = 300;

/** What is told of a failure; null for one that the next look at the stream answers. */
export function outboxReason(error: unknown, kind: OutboxKind, stream: string, bytes: number): Reason | null {
  const about = { of: kind, stream } as const;
  if (error instanceof JetStreamApiError) {
    const said = error.message.slice(0, maxSaidChars);
    if (error.code === wrongLastCode) return null;
    if (error.code === JetStreamApiCodes.StreamNotFound) return { kind: 'fleet-outbox-no-stream', ...about };
    if (error.code === tooLargeCode) return { kind: 'fleet-outbox-too-large', ...about, bytes };
    return { kind: fullCodes.includes(error.code) ? 'fleet-outbox-full' : 'fleet-outbox-refused', ...about, said };
  }
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || name === 'NoRespondersError') return { kind: 'fleet-outbox-silent', ...about };
  const own = error instanceof Error && 'reason' in error ? (error.reason as Reason | undefined) : undefined;
  return own ?? { kind: 'fleet-outbox-refused', ...about, said: String(error).slice(0, maxSaidChars) };
}

/** Whether fewer entries in one message may help. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === tooLargeCode;
}
