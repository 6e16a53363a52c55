// What an agent has under way at servers. MCP's older eras do not say for which call a server asks or logs: the newest one it is.
import type { CallClock } from '../wire/call-clock.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';

export interface Flight {
  readonly serverId: string;
  readonly request: IncomingRequest;
  clock: CallClock | null;
}

export class Flights {
  readonly #flights = new Set<Flight>();

  start(serverId: string, request: IncomingRequest): Flight {
    const flight: Flight = { serverId, request, clock: null };
    this.#flights.add(flight);
    return flight;
  }

  end(flight: Flight): void {
    this.#flights.delete(flight);
  }

  /** The newest request to this server that is not answered, or null. */
  latest(serverId: string): IncomingRequest | null {
    let latest: IncomingRequest | null = null;
    for (const flight of this.#flights) if (flight.serverId === serverId) latest = flight.request;
    return latest;
  }

  /** The server waits for the agent: none of its calls runs out of time until the returned function was called. */
  hold(serverId: string): () => void {
    const releases = [...this.#flights].flatMap(({ serverId: at, clock }) =>
      at === serverId && clock ? [clock.hold()] : [],
    );
    return () => {
      for (const release of releases) release();
    };
  }
}
