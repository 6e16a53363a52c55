// What scripts ask of whoever calls them (`MCP.requestHost`): it goes to the one that has a call under way there, and to nobody where that is in doubt.
import type { IncomingRequest } from '../wire/incoming-request.ts';

/** As a script sends it among its lines. */
const hostRequest = 'harbor/request_host';

type Serve = (request: IncomingRequest) => Promise<unknown>;

export class HostRequests {
  readonly #servers = new Map<string, Set<Serve>>();

  /** `serve` hears the script's requests until the returned function is called. */
  listen(serverId: string, serve: Serve): () => void {
    const listening = this.#servers.get(serverId) ?? new Set<Serve>();
    this.#servers.set(serverId, listening.add(serve));
    return () => {
      listening.delete(serve);
      if (listening.size === 0) this.#servers.delete(serverId);
    };
  }

  /** Null for every other request, and where not exactly one has a call under way. */
  ask(serverId: string, request: IncomingRequest): Promise<unknown> | null {
    if (request.method !== hostRequest) return null;
    const [serve, ...others] = this.#servers.get(serverId) ?? [];
    return serve && others.length === 0 ? serve(request) : null;
  }
}
