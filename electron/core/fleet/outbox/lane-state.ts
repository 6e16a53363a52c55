// How entries come into a stream exactly once and in their order: a pure state with one thing to do at a time, and what follows from it.
import type { Reason } from '../../../../contract/reasons.ts';
import type { OutboxPosition } from '../../store/outbox-table.ts';

/** What tells an entry from another one: after a backup was restored, ids are given a second time. */
export interface EntryMark {
  readonly id: number;
  readonly at: number;
}

/** Entries that follow each other, as one message of the stream. */
export interface Batch {
  readonly entries: readonly EntryMark[];
  /** A line of JSON for each. */
  readonly text: string;
}

/** A message of the own subject, as it was found in the stream. */
export interface StoredBatch {
  readonly hubId: string;
  readonly epoch: number;
  /** Not empty. */
  readonly entries: readonly EntryMark[];
  /** Its sequence in the stream. */
  readonly stream: number;
}

export type LanePosition = Omit<OutboxPosition, 'kind' | 'membership'>;

interface At {
  readonly position: LanePosition;
}

/** What is to be done next is the kind; only one thing is under way at a time. */
export type LaneState =
  /** Reads the last message of `subject`: after each connection and after whatever leaves doubt. */
  | (At & { readonly kind: 'settling' })
  /** Reads what follows `from` of it: the stream holds another history, and they have some of it in common. */
  | (At & { readonly kind: 'comparing'; readonly from: number; readonly end: number; readonly epoch: number })
  /** Has to be on disk before more is sent. */
  | (At & { readonly kind: 'keeping' })
  | (At & { readonly kind: 'reading' })
  | (At & { readonly kind: 'sending'; readonly batch: Batch })
  | (At & { readonly kind: 'refused'; readonly reason: Reason });

export type LaneEvent =
  /** `times` holds the time of each entry that the store has of those in the message. */
  | { readonly kind: 'settled'; readonly last: StoredBatch | null; readonly own: OwnEntries }
  | { readonly kind: 'compared'; readonly stored: StoredBatch | null; readonly own: OwnEntries }
  | { readonly kind: 'kept' }
  | { readonly kind: 'read'; readonly batch: Batch }
  | { readonly kind: 'sent'; readonly stream: number; readonly isDuplicate: boolean }
  /** Nobody knows what has become of it. */
  | { readonly kind: 'failed' };

export interface OwnEntries {
  readonly times: ReadonlyMap<number, number>;
  /** The highest id that was ever given here. */
  readonly lastId: number;
}

/** Of this hub: its id, its name, and the subject on which it now sends. */
export interface LaneSelf {
  readonly hubId: string;
  readonly hub: string;
  readonly subject: string;
}

export function stepLane(state: LaneState, event: LaneEvent, self: LaneSelf): LaneState {
  const { position } = state;
  if (event.kind === 'failed') return state.kind === 'keeping' ? state : { kind: 'settling', position };
  if (state.kind === 'settling' && event.kind === 'settled') return settle(position, event.last, event.own, self);
  if (state.kind === 'comparing' && event.kind === 'compared') return compare(state, event.stored, event.own, self);
  if (state.kind === 'keeping' && event.kind === 'kept') return { kind: 'settling', position };
  if (state.kind === 'reading' && event.kind === 'read') return { kind: 'sending', position, batch: event.batch };
  if (state.kind === 'sending' && event.kind === 'sent') {
    // The server has seen this id, and not necessarily with the same entries.
    if (event.isDuplicate) return { kind: 'settling', position };
    return { kind: 'reading', position: after(position, state.batch.entries.at(-1), event.stream) };
  }
  return state;
}

function settle(position: LanePosition, last: StoredBatch | null, own: OwnEntries, self: LaneSelf): LaneState {
  // What was sent under an earlier name is settled before it goes on under the new one.
  if (position.subject !== self.subject) {
    const isOurs = last?.hubId === self.hubId && last.epoch === position.epoch && isShared(last, position, own);
    const settled = isOurs ? after(position, last.entries.at(-1), 0) : position;
    return { kind: 'keeping', position: { ...settled, subject: self.subject, stream: 0 } };
  }
  if (!last) return { kind: 'reading', position: { ...position, stream: 0 } };
  if (last.hubId !== self.hubId) {
    return { kind: 'refused', position, reason: { kind: 'fleet-outbox-other-hub', hub: self.hub } };
  }
  // A new epoch of which nothing has come into the stream yet.
  if (last.epoch < position.epoch) return { kind: 'reading', position: { ...position, stream: last.stream } };
  if (last.epoch === position.epoch && isShared(last, position, own)) {
    return { kind: 'reading', position: after(position, last.entries.at(-1), last.stream) };
  }
  return { kind: 'comparing', position, from: position.stream + 1, end: last.stream, epoch: last.epoch };
}

/** Whether the newest entry of a message is the same here. One that is gone here was kept until it was sent, so it was. */
function isShared(last: StoredBatch, position: LanePosition, { times, lastId }: OwnEntries): boolean {
  const newest = last.entries.at(-1);
  if (!newest || newest.id > lastId) return false;
  const at = times.get(newest.id) ?? (newest.id === position.sequence ? position.at : null);
  return at === null || at === newest.at;
}

/** Goes as far as both histories are the same; from there on this one is told anew, in an epoch of its own. */
function compare(
  state: LaneState & { kind: 'comparing' },
  stored: StoredBatch | null,
  { times, lastId }: OwnEntries,
  self: LaneSelf,
): LaneState {
  const { end } = state;
  let { position } = state;
  const branchedOff = (): LaneState => {
    const epoch = Math.max(state.epoch, position.epoch) + 1;
    return { kind: 'keeping', position: { ...position, epoch, stream: end } };
  };
  if (!stored || stored.stream > end) return branchedOff();
  for (const entry of stored.hubId === self.hubId ? stored.entries : []) {
    const at = times.get(entry.id);
    const isOther = at === undefined ? entry.id > lastId : at !== entry.at;
    if (isOther) return branchedOff();
    if (at !== undefined && entry.id > position.sequence) position = after(position, entry, position.stream);
  }
  return { ...state, position, from: stored.stream + 1 };
}

function after(position: LanePosition, newest: EntryMark | undefined, stream: number): LanePosition {
  if (!newest) return { ...position, stream };
  // Entries from before the joining are not of this fleet, whatever an earlier membership has sent.
  const isBeyond = newest.id >= position.floor;
  return { ...position, stream, sequence: isBeyond ? newest.id : position.floor, at: isBeyond ? newest.at : null };
}
