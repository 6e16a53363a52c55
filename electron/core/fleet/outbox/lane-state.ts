// How entries come into a stream exactly once and in their order: a pure state with one thing to do at a time, and what follows from it.
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
  /** '' where it is none that a hub has written. */
  readonly hubId: string;
  readonly epoch: number;
  /** Not empty where a hub has written it. */
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
  /**
   * Reads what follows `from` up to `end`, where the last message is none of this hub's: its name was another's before, or what the server said
   * was put there. The newest own one is looked for among them.
   */
  | (At & { readonly kind: 'seeking'; readonly from: number; readonly end: number; readonly newest: OwnBatch | null })
  /** Reads what follows `from` of it: the stream holds another history, and they have some of it in common. */
  | (At & { readonly kind: 'comparing'; readonly from: number; readonly end: number; readonly epoch: number })
  /** Has to be on disk before more is sent. */
  | (At & { readonly kind: 'keeping' })
  | (At & { readonly kind: 'reading' })
  | (At & { readonly kind: 'sending'; readonly batch: Batch });

interface OwnBatch {
  readonly batch: StoredBatch;
  /** Its newest entry is the same here. */
  readonly isShared: boolean;
}

export type LaneEvent =
  /** `times` holds the time of each entry that the store has of those in the message. */
  | { readonly kind: 'settled'; readonly last: StoredBatch | null; readonly own: OwnEntries }
  /** The next one, while `seeking` or `comparing`. */
  | { readonly kind: 'found'; readonly stored: StoredBatch; readonly own: OwnEntries }
  | { readonly kind: 'kept' }
  | { readonly kind: 'read'; readonly batch: Batch }
  | { readonly kind: 'sent'; readonly stream: number; readonly isDuplicate: boolean }
  /** Nobody knows what has become of it. */
  | { readonly kind: 'failed' };

export interface OwnEntries {
  readonly times: ReadonlyMap<number, number>;
  /** The highest id that was ever written here. */
  readonly lastId: number;
}

/** Of this hub: its id, and the subject on which it now sends. */
export interface LaneSelf {
  readonly hubId: string;
  readonly subject: string;
}

export function stepLane(state: LaneState, event: LaneEvent, self: LaneSelf): LaneState {
  const { position } = state;
  if (event.kind === 'failed') return state.kind === 'keeping' ? state : { kind: 'settling', position };
  if (state.kind === 'settling' && event.kind === 'settled') return settle(position, event.last, event.own, self);
  if (state.kind === 'seeking' && event.kind === 'found') return seek(state, event.stored, event.own, self);
  if (state.kind === 'comparing' && event.kind === 'found') return compare(state, event.stored, event.own, self);
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
  if (!last) return goOn(position, 0, self);
  if (last.hubId === self.hubId) {
    return settleBehind(position, { batch: last, isShared: isShared(last, position, own) }, last.stream, self);
  }
  // Nothing came since; or the stream was made anew, and what is in it is not known.
  if (last.stream === position.stream) return goOn(position, last.stream, self);
  const from = last.stream > position.stream ? position.stream + 1 : 1;
  return { kind: 'seeking', position, from, end: last.stream, newest: null };
}

function seek(state: LaneState & { kind: 'seeking' }, stored: StoredBatch, own: OwnEntries, self: LaneSelf): LaneState {
  const { position, end } = state;
  const isOwn = stored.hubId === self.hubId && stored.stream <= end;
  const newest = isOwn ? { batch: stored, isShared: isShared(stored, position, own) } : state.newest;
  if (stored.stream < end) return { ...state, newest, from: stored.stream + 1 };
  return settleBehind(position, newest, end, self);
}

/** `newest` is the last own message; what stands behind it, up to `behind`, is not this hub's. */
function settleBehind(position: LanePosition, newest: OwnBatch | null, behind: number, self: LaneSelf): LaneState {
  // A new epoch of which nothing has come into the stream yet.
  if (newest === null || newest.batch.epoch < position.epoch) return goOn(position, behind, self);
  if (newest.batch.epoch === position.epoch && newest.isShared) {
    return goOn(after(position, newest.batch.entries.at(-1), behind), behind, self);
  }
  const { epoch } = newest.batch;
  const from = position.stream + 1;
  if (from > behind) return branch({ kind: 'comparing', position, from, end: behind, epoch }, self);
  return { kind: 'comparing', position, from, end: behind, epoch };
}

/** What was sent under an earlier name is settled there before it goes on under this one, where nothing of it is sent again. */
function goOn(position: LanePosition, stream: number, { subject }: LaneSelf): LaneState {
  if (position.subject === subject) return { kind: 'reading', position: { ...position, stream } };
  return { kind: 'keeping', position: { ...position, subject, stream: 0, floor: position.sequence } };
}

/** Whether the newest entry of a message is the same here. One that is gone here was kept until it was sent, so it was. */
function isShared(last: StoredBatch, position: LanePosition, { times, lastId }: OwnEntries): boolean {
  const newest = last.entries.at(-1);
  if (!newest || newest.id > lastId) return false;
  const at = times.get(newest.id) ?? (newest.id === position.sequence ? position.at : null);
  return at === null || at === newest.at;
}

/**
 * Finds the newest entry that both histories have: all before it are in the stream too. What is newer here goes on in an epoch of its own.
 * Read to the end, because a backup may have been restored before, and what was sent anew then stands behind what was lost.
 */
function compare(
  state: LaneState & { kind: 'comparing' },
  stored: StoredBatch,
  { times }: OwnEntries,
  self: LaneSelf,
): LaneState {
  if (stored.stream > state.end) return branch(state, self);
  let { position } = state;
  const isOwn = stored.hubId === self.hubId;
  for (const entry of isOwn ? stored.entries : []) {
    const isShared = times.get(entry.id) === entry.at;
    if (isShared && entry.id > position.sequence) position = after(position, entry, position.stream);
  }
  const epoch = Math.max(state.epoch, isOwn ? stored.epoch : 0);
  const compared = { ...state, position, epoch, from: stored.stream + 1 };
  return stored.stream === state.end ? branch(compared, self) : compared;
}

function branch({ epoch, position, end }: LaneState & { kind: 'comparing' }, self: LaneSelf): LaneState {
  const branched = { ...position, epoch: Math.max(epoch, position.epoch) + 1, stream: end };
  return position.subject === self.subject ? { kind: 'keeping', position: branched } : goOn(branched, end, self);
}

function after(position: LanePosition, newest: EntryMark | undefined, stream: number): LanePosition {
  if (!newest) return { ...position, stream };
  // Entries from before the joining are not of this fleet, whatever an earlier membership has sent.
  const isBeyond = newest.id >= position.floor;
  return { ...position, stream, sequence: isBeyond ? newest.id : position.floor, at: isBeyond ? newest.at : null };
}
