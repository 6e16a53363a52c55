// Whether the stream has a message of a gateway that was not acknowledged: the server itself knows one again by its id for a while only.
import { DeliverPolicy } from '@nats-io/jetstream';
import { errors, millis } from '@nats-io/transport-node';
import { newestOn } from '../outbox/lane-stream.ts';
import { readBatch } from '../outbox/outbox-message.ts';
import { readRun } from '../outbox/stream-run.ts';
import type { FleetWire } from '../link/fleet-wire.ts';

export interface SentBatch {
  /** Of the gateway: others write on the same subject. */
  readonly instance: string;
  /** Of its newest entry. */
  readonly lastId: number;
  /** It is behind this message of the stream, where it is. */
  readonly behind: number;
  /** How long ago it may have been stored at most. */
  readonly ageMs: number;
  readonly waitMs: number;
}

const atOnce = 50;

/** Its sequence in the stream; null where it is not there, or the server would know it again. Rejects where that cannot be known. */
export async function storedBatch(wire: FleetWire, sent: SentBatch): Promise<number | null> {
  const [stream, subject] = [wire.subjects.stream('audit'), wire.subjects.own('audit')];
  const { config } = await (await wire.manager()).streams.info(stream);
  // What is sent now is there in time: half of that is left for it.
  if (sent.ageMs < millis(config.duplicate_window) / 2) return null;
  const newest = await newestOn(wire, stream, subject, sent.waitMs);
  for (let behind = sent.behind; behind < newest; ) {
    const from = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: behind + 1 };
    const ask = { stream, filter: subject, from, most: atOnce, waitMs: sent.waitMs };
    const { messages } = await readRun(wire, ask);
    const found = messages.find(({ stream: at, header, text }) => isSent(readBatch(at, header, text), sent));
    if (found) return found.stream;
    const last = messages.at(-1);
    // The node that was asked does not have it yet.
    if (!last) throw new errors.TimeoutError();
    behind = last.stream;
  }
  return null;
}

function isSent({ hubId, entries }: ReturnType<typeof readBatch>, { instance, lastId }: SentBatch): boolean {
  return hubId === instance && (entries.at(-1)?.id ?? 0) >= lastId;
}

/** The newest message of the stream, behind which whatever is sent from now on will be. */
export async function newestOf({ manager, subjects }: FleetWire): Promise<number> {
  return (await (await manager()).streams.info(subjects.stream('audit'))).state.last_seq;
}
