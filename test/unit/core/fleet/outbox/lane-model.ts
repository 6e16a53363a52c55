// A world for a lane, without clocks: a store that crashes and is restored, a stream that others write to as well, a wire that loses things.
import { stepLane } from '../../../../../electron/core/fleet/outbox/lane-state.ts';
import type {
  EntryMark,
  LaneEvent,
  LanePosition,
  LaneState,
  StoredBatch,
} from '../../../../../electron/core/fleet/outbox/lane-state.ts';

export const ops = [
  'append',
  'write',
  'act',
  'ack lost',
  'request lost',
  'late',
  'crash',
  'reconnect',
  'trim',
  'age out',
  'others',
  'others here',
  'junk',
  'back up',
  'restore',
  'rename',
] as const;
export type Op = (typeof ops)[number];

interface Disk {
  /** What was committed. */
  readonly rows: readonly EntryMark[];
  readonly lastId: number;
  readonly position: LanePosition;
}

interface Message extends StoredBatch {
  readonly subject: string;
}

interface Sent {
  readonly subject: string;
  readonly messageId: string;
  readonly behind: number;
  readonly batch: Omit<StoredBatch, 'stream'>;
}

const batchRows = 3;

export class LaneWorld {
  /** Every entry that ever came into the stream, in its order, also what has aged out since. */
  readonly stored: (EntryMark & { readonly epoch: number })[] = [];
  /** What was found wrong at the moment when it happened. */
  readonly faults: string[] = [];
  #messages: Message[] = [];
  #nextStream = 1;
  #clock = 1;
  #name = 1;
  readonly #isDeduplicating: boolean;
  readonly #isBack: boolean;
  readonly #messageIds = new Map<string, number>();
  #disk: Disk;
  #backup: Disk | null = null;
  #queued: EntryMark[] = [];
  /** Committed with what is queued. */
  #soon: LanePosition | null = null;
  #lastId = 0;
  #state: LaneState;
  #late: Sent | null = null;

  /** `isBack`: a renamed hub may take its first name again. */
  constructor(isDeduplicating: boolean, isBack: boolean) {
    this.#isDeduplicating = isDeduplicating;
    this.#isBack = isBack;
    const position = { subject: 'hub1', epoch: 1, sequence: 0, at: null, floor: 0, stream: 0 };
    this.#disk = { rows: [], lastId: 0, position };
    this.#state = { kind: 'settling', position };
  }

  get rows(): readonly EntryMark[] {
    return this.#disk.rows;
  }

  get state(): LaneState {
    return this.#state;
  }

  /** Of the stream as it is now. */
  get live(): readonly (EntryMark & { readonly epoch: number })[] {
    const own = this.#messages.filter(({ hubId }) => hubId === 'us');
    return own.flatMap(({ entries, epoch }) => entries.map(entry => ({ ...entry, epoch })));
  }

  run(op: Op): void {
    const doings: Readonly<Record<Op, () => void>> = {
      append: () => this.#append(),
      write: () => this.#write(),
      act: () => this.#act('well'),
      'ack lost': () => this.#act('ack lost'),
      'request lost': () => this.#act('request lost'),
      late: () => this.#deliverLate(),
      crash: () => this.#start(this.#disk),
      reconnect: () => this.#step({ kind: 'failed' }),
      trim: () => this.#trim(),
      'age out': () => this.#ageOut(),
      others: () => this.#others('other', 'other'),
      'others here': () => this.#others(this.#self.subject, 'other'),
      junk: () => this.#others(this.#self.subject, ''),
      'back up': () => (this.#backup = this.#disk),
      restore: () => this.#backup && this.#start(this.#backup),
      rename: () => this.#rename(),
    };
    doings[op]();
  }

  /** Without faults, until nothing waits. */
  settle(): void {
    this.#write();
    for (let steps = 0; steps < 10_000; steps += 1) if (!this.#act('well')) return;
    this.faults.push('it does not come to rest');
  }

  #append(): void {
    this.#lastId += 1;
    this.#clock += 1;
    this.#queued.push({ id: this.#lastId, at: this.#clock });
  }

  /** What waits to be written is committed. */
  #write(): void {
    const position = this.#soon ?? this.#disk.position;
    this.#disk = { rows: [...this.#disk.rows, ...this.#queued], lastId: this.#lastId, position };
    this.#queued = [];
    this.#soon = null;
  }

  #start(disk: Disk): void {
    this.#disk = disk;
    this.#queued = [];
    this.#soon = null;
    this.#lastId = disk.lastId;
    this.#state = { kind: 'settling', position: disk.position };
  }

  #trim(): void {
    const held = this.#disk.position.sequence;
    this.#disk = { ...this.#disk, rows: this.#disk.rows.filter(({ id }) => id >= held) };
  }

  /** The window in which ids are known is never longer than messages are kept. */
  #ageOut(): void {
    const gone = this.#messages.shift()?.stream;
    for (const [id, stream] of this.#messageIds) if (stream === gone) this.#messageIds.delete(id);
  }

  #others(subject: string, hubId: string): void {
    this.#messages.push({
      subject,
      hubId,
      epoch: 1,
      entries: hubId === '' ? [] : [{ id: 1, at: 0 }],
      stream: this.#nextStream,
    });
    this.#nextStream += 1;
  }

  #rename(): void {
    if (this.#isBack || this.#name === 1) this.#name = 3 - this.#name;
    // The connection of the old name is closed, and what it has not sent goes with it.
    this.#late = null;
    this.#start(this.#disk);
  }

  get #self() {
    return { hubId: 'us', subject: `hub${this.#name}` };
  }

  /** False where there was nothing to do. */
  #act(how: 'well' | 'ack lost' | 'request lost'): boolean {
    const state = this.#state;
    if (state.kind === 'reading') {
      const entries = this.#disk.rows.filter(({ id }) => id > state.position.sequence).slice(0, batchRows);
      if (entries.length > 0) this.#step({ kind: 'read', batch: { entries, text: '' } });
      return entries.length > 0;
    }
    if (state.kind === 'keeping') {
      this.#soon = state.position;
      this.#write();
      this.#step({ kind: 'kept' });
      return true;
    }
    const event = state.kind === 'sending' ? this.#send(state, how) : this.#look(state);
    this.#step(how === 'well' && event ? event : { kind: 'failed' });
    return true;
  }

  #look(state: LaneState & { kind: 'settling' | 'seeking' | 'comparing' }): LaneEvent | null {
    const own = { times: new Map(this.#disk.rows.map(({ id, at }) => [id, at])), lastId: this.#disk.lastId };
    const mine = this.#messages.filter(({ subject }) => subject === state.position.subject);
    if (state.kind === 'settling') return { kind: 'settled', last: mine.at(-1) ?? null, own };
    const stored = mine.find(({ stream }) => stream >= state.from);
    return stored ? { kind: 'found', stored, own } : null;
  }

  #send(
    { position, batch }: LaneState & { kind: 'sending' },
    how: 'well' | 'ack lost' | 'request lost',
  ): LaneEvent | null {
    const { epoch, stream } = position;
    const messageId = `${epoch}.${batch.entries.at(-1)?.id}`;
    const sent = {
      subject: this.#self.subject,
      messageId,
      behind: stream,
      batch: { hubId: 'us', epoch, entries: batch.entries },
    };
    if (how !== 'request lost') return this.#take(sent);
    this.#late = sent;
    return null;
  }

  /** It was in a buffer all the time. */
  #deliverLate(): void {
    if (this.#late) this.#take(this.#late);
    this.#late = null;
  }

  /** As the server does: known ids first, then what is expected. */
  #take({ subject, messageId, behind, batch }: Sent): LaneEvent | null {
    const known = this.#isDeduplicating ? this.#messageIds.get(messageId) : undefined;
    if (known !== undefined) return { kind: 'sent', stream: known, isDuplicate: true };
    const newest = this.#messages.findLast(message => message.subject === subject)?.stream ?? 0;
    if (newest !== behind) return null;
    const stream = this.#nextStream;
    this.#nextStream += 1;
    this.#messages.push({ ...batch, subject, stream });
    this.#messageIds.set(messageId, stream);
    this.stored.push(...batch.entries.map(entry => ({ ...entry, epoch: batch.epoch })));
    const live = this.live.map(({ at }) => at);
    if (new Set(live).size < live.length) this.faults.push(`twice in the stream: ${live.join(' ')}`);
    return { kind: 'sent', stream, isDuplicate: false };
  }

  #step(event: LaneEvent): void {
    const before = this.#state.position;
    this.#state = stepLane(this.#state, event, this.#self);
    const { kind, position } = this.#state;
    if (kind === 'reading' && position !== before) this.#soon = position;
  }
}
