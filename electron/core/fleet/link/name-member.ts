// The name of this hub while it is in its fleet: its claim is looked at again and again, and written anew where it is gone.
import { HubError } from '../../../../contract/errors.ts';
import { claimName } from './name-claims.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetMember, FleetMembership, FleetWire } from './fleet-wire.ts';

export interface NameOptions {
  readonly hubId: string;
  readonly version: string;
  now(): number;
  isOnline(): boolean;
  /** It is another's by now. */
  onTaken(reason: Reason): void;
}

/** A hub that says nothing for so long may lose its name; whoever was heard all the time keeps it. */
const everyMs = 15_000;

export class NameMember implements FleetMember {
  readonly #options: NameOptions;
  #current: (() => void) | null = null;

  constructor(options: NameOptions) {
    this.#options = options;
  }

  async begin(wire: FleetWire): Promise<FleetMembership> {
    const look = () => void this.#look(wire);
    const timer = setInterval(look, everyMs);
    timer.unref();
    this.#current = look;
    return {
      // It was looked at before this hub came in again.
      reconnected: () => {},
      end: async () => {
        clearInterval(timer);
        if (this.#current === look) this.#current = null;
      },
    };
  }

  /** Another hub has said something under it. */
  lookNow(): void {
    this.#current?.();
  }

  async #look(wire: FleetWire): Promise<void> {
    const { hubId, version, now, isOnline, onTaken } = this.#options;
    if (!isOnline()) return;
    try {
      await claimName(wire, { hubId, version, at: now() });
    } catch (error) {
      // What stands in the way of looking is told by presence, which writes each few seconds.
      if (error instanceof HubError && error.reason?.kind === 'fleet-name-taken' && this.#current)
        onTaken(error.reason);
    }
  }
}
