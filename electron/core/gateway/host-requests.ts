// What scripts ask of whoever calls them (`MCP.requestHost`). It names no call, so that it goes to the one whose call alone is under way there, and
// to nobody where that is in doubt: what is asked for the call of somebody else is no business of the one who answers.
import type { IncomingRequest } from '../wire/incoming-request.ts';

/** As a script sends it among its lines. */
const hostRequest = 'harbor/request_host';

type Serve = (request: IncomingRequest) => Promise<unknown>;

export class HostRequests {
  /** By the number of a call in the trace, which it keeps on its way: who answers what is asked for it. */
  readonly #serving = new Map<number, Serve>();
  /** By server, the calls that it works on: also such as nobody waits for any more. */
  readonly #underWay = new Map<string, Set<{ readonly seq: number }>>();

  /** `serve` hears what is asked for this call, while it is under way, until the returned function is called. */
  serveFor({ seq }: Pick<IncomingRequest, 'seq'>, serve: Serve): () => void {
    this.#serving.set(seq, serve);
    return () => void this.#serving.delete(seq);
  }

  /** A request of anybody is sent to the server. Returns the function to be called when the server works on it no more. */
  sent(serverId: string, { seq }: Pick<IncomingRequest, 'seq'>): () => void {
    const calls = this.#underWay.get(serverId) ?? new Set();
    const call = { seq };
    this.#underWay.set(serverId, calls.add(call));
    return () => {
      calls.delete(call);
      if (calls.size === 0 && this.#underWay.get(serverId) === calls) this.#underWay.delete(serverId);
    };
  }

  /** Null for every other request, and where not exactly one call is under way, or nobody answers what is asked for that. */
  ask(serverId: string, request: IncomingRequest): Promise<unknown> | null {
    if (request.method !== hostRequest) return null;
    const [call, ...others] = this.#underWay.get(serverId) ?? [];
    const serve = call && others.length === 0 ? this.#serving.get(call.seq) : undefined;
    return serve ? serve(request) : null;
  }
}
