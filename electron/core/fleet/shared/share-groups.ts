// The queue groups of what this hub shares: one member of each gets a call. The server lets in whom its rights name; who is not let in is asked by name alone.
import { hear } from '../link/hear.ts';
import { violationIn } from '../link/link-faults.ts';
import type { Msg, Subscription } from '@nats-io/transport-node';
import type { FleetWire } from '../link/fleet-wire.ts';

export interface ShareGroupsOptions {
  hear(message: Msg): void;
  /** What a message made fail. */
  failed(error: unknown): void;
  /** The server does not let this hub into one of them; null once there is none left that it is kept out of. */
  keptOut(share: string | null): void;
}

/** Rights are given to a connection that lives, and nobody tells it. */
const againMs = 60_000;

export class ShareGroups {
  readonly #wire: Pick<FleetWire, 'connection' | 'subjects'>;
  readonly #options: ShareGroupsOptions;
  readonly #in = new Map<string, Subscription>();
  readonly #keptOut = new Set<string>();
  readonly #again: NodeJS.Timeout;

  constructor(wire: Pick<FleetWire, 'connection' | 'subjects'>, options: ShareGroupsOptions) {
    this.#wire = wire;
    this.#options = options;
    this.#again = setInterval(() => void this.tryAgain(), againMs);
    this.#again.unref();
  }

  /** It is this hub's turn when the server says so. */
  join(share: string): void {
    if (this.#in.has(share)) return;
    const { connection, subjects } = this.#wire;
    const failed = (error: unknown) => this.#failed(share, joined, error);
    const joined: Subscription = hear(connection, subjects.calls(share), message => this.#options.hear(message), {
      ...{ queue: share, failed },
    });
    this.#in.set(share, joined);
  }

  leave(share: string): void {
    this.#in.get(share)?.unsubscribe();
    this.#in.delete(share);
    if (this.#keptOut.delete(share) && this.#keptOut.size === 0) this.#options.keptOut(null);
  }

  async tryAgain(): Promise<void> {
    const { connection } = this.#wire;
    if (this.#keptOut.size === 0 || connection.isClosed()) return;
    const tried = [...this.#keptOut];
    for (const share of tried) this.join(share);
    // Behind what the server says of them.
    await connection.flush().catch(() => {});
    for (const share of tried) if (this.#in.has(share)) this.#keptOut.delete(share);
    if (this.#keptOut.size === 0) this.#options.keptOut(null);
  }

  end(): void {
    clearInterval(this.#again);
    for (const one of this.#in.values()) one.unsubscribe();
    if (this.#keptOut.size > 0) this.#options.keptOut(null);
  }

  #failed(share: string, joined: Subscription, error: unknown): void {
    if (!violationIn(error)) return this.#options.failed(error);
    if (this.#in.get(share) !== joined) return;
    this.#in.delete(share);
    this.#keptOut.add(share);
    this.#options.keptOut(share);
  }
}
