// Follows the bucket of the fleet's policy and hands what stands there to the keeper, also where the server that had the watch is gone.
import { PolicyAgain } from './policy-again.ts';
import { policyKey, policyTexts, textOf } from './policy-entries.ts';
import type { KV, KvEntry } from '@nats-io/kv';
import type { Subscription } from '@nats-io/transport-node';
import type { FleetPolicyKeeper } from '../../permissions/policy/fleet-policy.ts';
import type { FleetWire } from '../link/fleet-wire.ts';

const retryMs = 1_000;
/** A watch is at one server, which may go while the connection stands: so often the bucket is asked whether it has more than was heard. */
const askEveryMs = 5_000;
/** After something was published, where the watch has not brought it. The first leaves it time, the last the servers time to elect. */
const hintedMs = [300, 800, 1_600, 3_000] as const;

export class PolicyWatch {
  readonly #wire: FleetWire;
  readonly #keeper: FleetPolicyKeeper;
  readonly #onFault: (error: unknown) => void;
  readonly #again: PolicyAgain;
  /** Rises with each beginning, so that an older one ends. */
  #run = 0;
  #stop: () => void = () => {};
  #retry: NodeJS.Timeout | undefined;
  #every: NodeJS.Timeout | undefined;
  #hints: NodeJS.Timeout[] = [];
  #hearing: Subscription | null = null;
  /** Null before it was found for the first time. */
  #bucket: KV | null = null;
  /** The revision that the keeper was given last. */
  #revision = 0;
  /** The last sequence of the bucket when it was looked at: there may be more in it than this hub reads. */
  #looked = 0;

  constructor(wire: FleetWire, keeper: FleetPolicyKeeper, onFault: (error: unknown) => void) {
    this.#wire = wire;
    this.#keeper = keeper;
    this.#onFault = onFault;
    this.#again = new PolicyAgain(wire, keeper);
  }

  begin(): void {
    this.restart();
    this.#every = setInterval(() => {
      // A clock may have been set meanwhile.
      this.#keeper.again();
      this.#ask();
    }, askEveryMs);
    this.#every.unref();
    const { connection, subjects } = this.#wire;
    // What goes to the bucket passes by here too, whichever server keeps it. It is no more than a hint: only what was stored counts.
    this.#hearing = connection.subscribe(`$KV.${subjects.bucket('policy')}.${policyKey}`, {
      callback: error => {
        if (!error) this.#hinted();
      },
    });
  }

  /** What is there is read again: what was missed, and what could not be taken then. */
  restart(): void {
    this.#endRun();
    this.#revision = 0;
    const run = this.#run;
    this.#follow(run).catch((error: unknown) => {
      if (run !== this.#run) return;
      this.#onFault(error);
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
    this.#again.end();
    clearTimeout(this.#retry);
    this.#stop();
    this.#stop = () => {};
  }

  /** Rejects when the watch ends before it is ended. */
  async #follow(run: number): Promise<void> {
    const bucket = await this.#wire.kv('policy');
    this.#bucket = bucket;
    const watch = await bucket.watch({ key: policyKey });
    if (run !== this.#run) return watch.stop();
    this.#stop = () => watch.stop();
    this.#onFault(null);
    for await (const entry of watch) {
      if (run !== this.#run) return;
      await this.#take(bucket, entry);
    }
    if (run === this.#run) throw new Error('The watch over the policy of the fleet has ended.');
  }

  async #take(bucket: KV, entry: KvEntry): Promise<void> {
    if (entry.revision === this.#revision) return;
    this.#revision = entry.revision;
    this.#forgetHints();
    const isThere = entry.operation === 'PUT';
    if (isThere && this.#keeper.offer(textOf(entry)) === null) return;
    try {
      // One that may be taken can lie beneath what may not.
      await this.#keeper.offerOlder(await policyTexts(bucket));
    } catch (error) {
      this.#revision = 0;
      throw error;
    }
    if (isThere) this.#again.saw(textOf(entry), entry.revision);
    else this.#keeper.withdrawn();
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
    if (bucket && !this.#wire.connection.isClosed()) this.#look(bucket, this.#run).catch(() => {});
  }

  /** How far the bucket is comes first: that is a short answer, and a policy may be long. */
  async #look(bucket: KV, run: number): Promise<void> {
    const { last_seq: last } = (await bucket.status()).streamInfo.state;
    const before = this.#revision;
    // A bucket that was made anew counts from the beginning.
    if (run !== this.#run || last === before || last === this.#looked) return;
    const entry = await bucket.get(policyKey);
    if (run !== this.#run || before !== this.#revision) return;
    this.#looked = last;
    if (!entry || entry.revision === before) return;
    this.restart();
    await this.#take(bucket, entry);
  }
}
