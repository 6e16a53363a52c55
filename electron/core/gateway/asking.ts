// What an agent asks of a server, on its way through the gateway.
import type { IncomingRequest } from '../wire/peer.ts';

/** A request on its way from an agent to a server. */
export interface Asking {
  readonly serverId: string;
  readonly method: string;
  readonly params: unknown;
  /** The agent's own: what it cancels is cancelled, and what the server does for it is traced under it. */
  readonly request: IncomingRequest;
  readonly tool?: string;
  /** Throws when the call would be refused by now: asked when what it waits for has come. */
  readonly expectAllowed?: () => void;
}
