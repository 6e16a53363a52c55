// The calls of this hub about which the owner of another one is asked, counted by the server that they were made of, as the panel shows it.
import type { FleetServer } from '../../../contract/schemas/fleet.ts';
import type { StatePublisher } from '../state/publisher.ts';

export class WaitingCalls {
  readonly #state: StatePublisher;
  readonly #counts = new Map<string, number>();

  constructor(state: StatePublisher) {
    this.#state = state;
  }

  at(key: string): Pick<FleetServer, 'waits'> {
    const waits = this.#counts.get(key);
    return waits === undefined ? {} : { waits };
  }

  change({ hub, share }: { readonly hub: string; readonly share: string }, isAsked: boolean): void {
    const key = `${hub}/${share}`;
    const count = (this.#counts.get(key) ?? 0) + (isAsked ? 1 : -1);
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    const row = this.#state.get('fleetServers', key);
    if (!row) return;
    const { waits: _, ...rest } = row;
    this.#state.set('fleetServers', key, { ...rest, ...this.at(key) });
  }
}
