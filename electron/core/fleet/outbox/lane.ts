// Carries out what the state of a lane says, one thing at a time, through outages: whatever fails is read again from the stream.
import { stepLane } from './lane-state.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Batch, LaneEvent, LanePosition, LaneSelf, LaneState, OwnEntries, StoredBatch } from './lane-state.ts';
import type { LaneStream } from './lane-stream.ts';

/** Where the entries of a lane come from. */
export interface LaneSource {
  /** What follows `after`, at most so many bytes; null where there is nothing, at least one entry otherwise. */
  read(after: number, maxBytes: number): Promise<Batch | null>;
  /** What is written of these. */
  own(ids: readonly number[]): Promise<OwnEntries>;
  /** Also of what is not written yet. */
  lastId(): number;
  /** `isSure`: on disk when it resolves. */
  keep(position: LanePosition, isSure: boolean): Promise<void>;
}

export interface LaneOptions {
  readonly self: LaneSelf;
  readonly stream: LaneStream;
  readonly source: LaneSource;
  readonly position: LanePosition;
  /** Resolves after so long, or when it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
  /** What keeps it from getting on; null once it does. */
  reasonOf(error: unknown, bytes: number): Reason | null;
  isTooLarge(error: unknown): boolean;
  tell(told: { readonly position: LanePosition; readonly reason: Reason | null }): void;
}

const firstPauseMs = 50;
const maxPauseMs = 30_000;

export class Lane {
  readonly #options: LaneOptions;
  readonly #ended = new AbortController();
  #wake = new AbortController();
  #state: LaneState;
  #reason: Reason | null = null;
  #failures = 0;
  /** Becomes smaller when the stream says so, until it has taken a message. */
  #maxBytes = Number.POSITIVE_INFINITY;
  #hasNews = false;
  readonly #running: Promise<void>;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#state = { kind: 'settling', position: options.position };
    this.#running = this.#run();
  }

  get position(): LanePosition {
    return this.#state.position;
  }

  /** There is something to send. */
  wake(): void {
    this.#hasNews = true;
    if (this.#state.kind === 'reading' && this.#failures === 0) this.#wake.abort();
  }

  /** The connection came back: what is in the stream is read before anything is sent. */
  reconnected(): void {
    this.#failures = 0;
    if (this.#state.kind === 'reading') this.#step({ kind: 'failed' });
    this.#wake.abort();
  }

  /** What is under way is left; the next start reads from the stream what became of it. */
  async end(): Promise<void> {
    this.#ended.abort();
    this.#wake.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      try {
        await this.#perform(this.#state);
      } catch (error) {
        if (this.#ended.signal.aborted) return;
        await this.#failed(error);
      }
    }
  }

  async #perform(state: LaneState): Promise<void> {
    const event = await this.#eventOf(state);
    if (this.#ended.signal.aborted) return;
    if (event) return this.#happened(state, event);
    if (this.#state !== state) return;
    this.#clear();
    // An entry may have come while it was looked for.
    if (!this.#hasNews) await this.#pause(null);
  }

  async #eventOf(state: LaneState): Promise<LaneEvent | null> {
    const { source, stream } = this.#options;
    const { position } = state;
    switch (state.kind) {
      case 'settling': {
        const last = await within(this.#ended.signal, stream.last(position.subject));
        return { kind: 'settled', last, own: await this.#own(last && { ...last, entries: last.entries.slice(-1) }) };
      }
      case 'seeking':
      case 'comparing': {
        const stored = await within(this.#ended.signal, stream.next(position.subject, state.from));
        return { kind: 'found', stored, own: await this.#own(stored) };
      }
      case 'keeping':
        await source.keep(position, true);
        return { kind: 'kept' };
      case 'reading': {
        this.#hasNews = false;
        const batch = await source.read(position.sequence, Math.min(this.#maxBytes, stream.maxBytes));
        return batch && { kind: 'read', batch };
      }
      case 'sending':
        return { kind: 'sent', ...(await within(this.#ended.signal, stream.publish(state.batch, position))) };
    }
  }

  #own(stored: StoredBatch | null): Promise<OwnEntries> {
    return this.#options.source.own((stored?.entries ?? []).map(({ id }) => id));
  }

  async #happened(state: LaneState, event: LaneEvent): Promise<void> {
    // A reconnection meanwhile has asked to read the stream first.
    if (this.#state !== state) return;
    this.#step(event);
    const { position } = this.#state;
    if (event.kind === 'sent') {
      if (event.isDuplicate) return this.#backOff();
      this.#maxBytes = Number.POSITIVE_INFINITY;
      this.#clear();
    }
    if (position !== state.position && this.#state.kind === 'reading') {
      await this.#options.source.keep(position, false);
      this.#tell(this.#reason);
    } else if (position.epoch !== state.position.epoch) this.#tell(this.#reason);
  }

  async #failed(error: unknown): Promise<void> {
    const { reasonOf, isTooLarge } = this.#options;
    const batch = this.#state.kind === 'sending' ? this.#state.batch : null;
    const bytes = batch ? Buffer.byteLength(batch.text) : 0;
    const canBeSmaller = batch !== null && batch.entries.length > 1 && isTooLarge(error);
    if (canBeSmaller) this.#maxBytes = bytes >> 1;
    const reason = canBeSmaller ? null : reasonOf(error, bytes);
    if (reason) this.#tell(reason);
    this.#step({ kind: 'failed' });
    if (!canBeSmaller) await this.#backOff();
  }

  async #backOff(): Promise<void> {
    this.#failures += 1;
    const most = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(this.#failures, 12));
    await this.#pause(most / 2 + (most / 2) * this.#options.random());
  }

  /** Null: until it is woken. */
  async #pause(ms: number | null): Promise<void> {
    if (this.#ended.signal.aborted) return;
    this.#wake = new AbortController();
    await this.#options.sleep(ms ?? 2 ** 30, this.#wake.signal);
  }

  #clear(): void {
    this.#failures = 0;
    if (this.#reason) this.#tell(null);
  }

  #tell(reason: Reason | null): void {
    this.#reason = reason;
    this.#options.tell({ position: this.#state.position, reason });
  }

  #step(event: LaneEvent): void {
    this.#state = stepLane(this.#state, event, this.#options.self);
  }
}

/** Rejects once it is aborted: a request in an outage may be answered long after. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Error('ended'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
