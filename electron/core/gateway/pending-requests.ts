// What an agent has under way at servers. MCP's older eras do not say for which call a server asks or logs: the newest one it is.
import { taskIdOf } from '../tasks/task-words.ts';
import type { CallClock } from '../wire/call-clock.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';

export interface PendingRequest {
  readonly serverId: string;
  readonly request: IncomingRequest;
  /** As the server has them. */
  readonly params: unknown;
  clock: CallClock | null;
}

export class PendingRequests {
  readonly #pending = new Set<PendingRequest>();

  start(serverId: string, request: IncomingRequest, params: unknown): PendingRequest {
    const pendingRequest: PendingRequest = { serverId, request, params, clock: null };
    this.#pending.add(pendingRequest);
    return pendingRequest;
  }

  end(pendingRequest: PendingRequest): void {
    this.#pending.delete(pendingRequest);
  }

  /** The newest request to this server that is not answered, of those about the task where there are any; or null. */
  latest(serverId: string, taskId: string | null = null): IncomingRequest | null {
    let latest: IncomingRequest | null = null;
    let ofTask: IncomingRequest | null = null;
    for (const pendingRequest of this.#pending) {
      if (pendingRequest.serverId !== serverId) continue;
      latest = pendingRequest.request;
      if (taskId !== null && taskIdOf(pendingRequest.params) === taskId) ofTask = latest;
    }
    return ofTask ?? latest;
  }

  /** The server waits for the agent: none of its calls runs out of time until the returned function was called. */
  hold(serverId: string): () => void {
    const releases = [...this.#pending].flatMap(({ serverId: at, clock }) =>
      at === serverId && clock ? [clock.hold()] : [],
    );
    return () => {
      for (const release of releases) release();
    };
  }
}
