// A bucket of the fleet as one part of it follows it: all that stands there from the beginning, then each change, also where the server that had the watch is gone.

import { KvWatchInclude } from '@nats-io/kv';
import { hear } from './hear.ts';
import type { KV, KvWatchEntry } from '@nats-io/kv';
import type { Subscription } from '@nats-io/transport-node';
import type { FleetBucket } from './fleet-subjects.ts';
import type { FleetWire } from './fleet-wire.ts';

export interface KeptWatchOptions {
  readonly wire: FleetWire;
  readonly bucket: FleetBucket;
  /** Also what stood under a key before, the oldest first. */
  readonly withHistory?: boolean;
  /** Subjects by which a change is heard of beside the watch, where this hub may hear them: a hint and no more. */
  readonly hint?: string;
  /** Resolves when what else has to be read before was. */
  first?(): Promise<void>;
  /** All of it is read again from here on. */
  begun?(): void;
  take(entry: KvWatchEntry, bucket: KV): void | Promise<void>;
  /** What was there when this reading began was handed over. */
  allRead?(): void;
  /** The bucket cannot be followed: told once for what it says again with each attempt. Null once it can. */
  onFault(error: unknown): void;
}

const retryMs = 500;
/** A watch is at one server, which may go while the connection stands: so often the bucket is asked whether it has more than was heard. */
const askEveryMs = 5_000;
/** After something was published, where the watch has not brought it. The first leaves it time, the last the servers time to elect. */
const hintedMs = [500, 1_000, 2_000, 4_000] as const;

export class KeptWatch {
  readonly #options: KeptWatchOptions;
  /** Rises with each beginning, so that an older one ends. */
  #run = 0;
  #stop: () => void = () => {};
  #retry: NodeJS.Timeout | undefined;
  #every: NodeJS.Timeout | undefined;
  #hints: NodeJS.Timeout[] = [];
  #hearing: Subscription | null = null;
  /** Null before it was found for the first time. */
  #bucket: KV | null = null;
  /** The revision that came last in this run. */
  #heard = 0;
  #isRead = false;
  /** Where `#heard` stood when it was looked at last: a watch that goes on is left to. */
  #heardThen = -1;
  /** The last sequence of the bucket for which all was read again: what stands there may have been taken out. */
  #readFor = -1;
  #told: string | null = null;

  constructor(options: KeptWatchOptions) {
    this.#options = options;
  }

  begin(): void {
    this.restart();
    this.#every = setInterval(() => this.#ask(), askEveryMs);
    this.#every.unref();
    const { wire, hint } = this.#options;
    if (hint === undefined) return;
    // What goes to the bucket passes by here too, whichever server keeps it. Only what was stored counts.
    this.#hearing = hear(wire.connection, hint, () => this.#hinted());
  }

  /** What is there is read again: what was missed, and what could not be taken then. */
  restart(): void {
    this.#endRun();
    this.#heard = 0;
    this.#heardThen = -1;
    this.#isRead = false;
    this.#options.begun?.();
    const run = this.#run;
    this.#follow(run).catch((error: unknown) => {
      if (run !== this.#run) return;
      this.#failed(error);
      this.#retry = setTimeout(() => this.restart(), retryMs);
      this.#retry.unref();
    });
  }

  end(): void {
    this.#endRun();
    clearInterval(this.#every);
    this.#forgetHints();
    this.#hearing?.unsubscribe();
    this.#hearing = null;
  }

  #endRun(): void {
    this.#run += 1;
    clearTimeout(this.#retry);
    this.#stop();
    this.#stop = () => {};
  }

  /** Rejects when the watch ends before it is ended. */
  async #follow(run: number): Promise<void> {
    const { wire, bucket: name, withHistory, first, take } = this.#options;
    await first?.call(this.#options);
    const bucket = await wire.kv(name);
    if (run !== this.#run) return;
    this.#bucket = bucket;
    const isEmpty = (await bucket.status()).values === 0;
    const watch = await bucket.watch(withHistory ? { include: KvWatchInclude.AllHistory } : {});
    if (run !== this.#run) return watch.stop();
    this.#stop = () => watch.stop();
    if (isEmpty) this.#wasRead();
    for await (const entry of watch) {
      if (run !== this.#run) return;
      this.#heard = entry.revision;
      await take.call(this.#options, entry, bucket);
      if (run !== this.#run) return;
      if (!this.#isRead && (entry.delta ?? 0) === 0) this.#wasRead();
    }
    if (run === this.#run) throw new Error(`The watch over ${name} of the fleet has ended.`);
  }

  #wasRead(): void {
    this.#isRead = true;
    if (this.#told !== null) this.#options.onFault(null);
    this.#told = null;
    this.#options.allRead?.();
  }

  #failed(error: unknown): void {
    const said = String(error);
    if (said === this.#told) return;
    this.#told = said;
    this.#options.onFault(error);
  }

  #hinted(): void {
    this.#forgetHints();
    this.#hints = hintedMs.map(ms => setTimeout(() => this.#ask(), ms).unref());
  }

  #forgetHints(): void {
    for (const timer of this.#hints.splice(0)) clearTimeout(timer);
  }

  /** Whoever does not answer is asked again; outages are told by others. */
  #ask(): void {
    const bucket = this.#bucket;
    if (bucket && !this.#options.wire.connection.isClosed()) this.#look(bucket, this.#run).catch(() => {});
  }

  async #look(bucket: KV, run: number): Promise<void> {
    const { last_seq: last } = (await bucket.status()).streamInfo.state;
    if (run !== this.#run) return;
    const goesOn = this.#heard !== this.#heardThen;
    this.#heardThen = this.#heard;
    // A bucket that was made anew counts from the beginning.
    if (last === this.#heard || (this.#isRead && last === this.#readFor)) return;
    if (goesOn) return;
    this.#readFor = last;
    this.restart();
  }
}
