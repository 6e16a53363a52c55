// Who asks over HTTP, and how an agent that came this way connects, in either era.
import type { Socket } from 'node:net';
import type { Reason } from '../../../contract/reasons.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { ConnectionEnd } from '../../../native-host/endpoints/connection-process.ts';
import type { ConnectingAgent } from '../agents/arrived-agent.ts';

/** Who asks, and for which server. */
export interface Requester {
  readonly client: Client;
  /** The one server of `/mcp/{serverId}`; undefined at `/mcp`. */
  readonly serverId: string | undefined;
  /** Of the page that asks; undefined where none does. */
  readonly origin: string | undefined;
  /** The connection of the request. */
  readonly socket: Socket;
}

/** `instance` is what it is known by when it comes back. */
export function httpConnection(
  { client, origin }: Pick<Requester, 'client' | 'origin'>,
  instance: string,
  disconnect: (reason: Reason) => void,
  end?: ConnectionEnd,
): ConnectingAgent {
  return { client, instance, transport: 'http', program: null, origin, disconnect, end };
}

/** Undefined for a connection that has ended. */
export function endOf({ localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>): ConnectionEnd | undefined {
  if (localPort === undefined || remotePort === undefined) return undefined;
  return { kind: 'tcp', ownPort: localPort, peerPort: remotePort };
}
