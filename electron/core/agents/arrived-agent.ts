// An agent as its connection says that it has arrived, and the first that is known of it.
import type { RunMode } from '../../../contract/entities.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { ClaimedProgram } from '../../../contract/schemas/endpoint.ts';
import type { Agent, Client } from '../../../contract/schemas/entities.ts';
import type { ConnectionEnd } from '../../../native-host/endpoints/connection-process.ts';

/** A dismissed agent may come back when it has something to do, a revoked one is refused then. */
export type Dismissal = 'dismissed' | 'revoked';

export interface ConnectingAgent {
  readonly client: Client;
  /** Of its own, where the agents of a client are not of one program, as web origins are; its client's when absent. */
  readonly name?: string | undefined;
  /** Random id that a shim keeps over reconnects, or an HTTP session's id. */
  readonly instance: string;
  readonly transport: Agent['transport'];
  readonly program: ClaimedProgram | null;
  /** By which the system is asked for its process; absent where its connections are of several. */
  readonly end?: ConnectionEnd | undefined;
  /** The web origin of a page, as its browser names it. */
  readonly origin?: string | undefined;
  /** The id of an extension, as its browser names it. */
  readonly extension?: string | undefined;
  /** Ends the agent's connection from the hub's side. */
  readonly disconnect: (reason: Reason, why: Dismissal) => void;
}

interface Arrival {
  readonly id: string;
  /** Which it is of its kind; 1 for the only one. */
  readonly number: number;
  /** What the user lets it do. */
  readonly mode: RunMode;
  readonly since: number;
}

export function arrivedAgent(
  { client, name = client.name, transport, program, origin, extension }: ConnectingAgent,
  { id, number, mode, since }: Arrival,
): Agent {
  return {
    id,
    clientId: client.id,
    name,
    claimedName: '',
    version: '',
    transport,
    protocolVersion: null,
    program,
    state: { kind: 'connected', since },
    browserId: null,
    ...(number > 1 && { number }),
    ...(mode !== 'running' && { mode }),
    ...(origin !== undefined && { origin }),
    ...(extension !== undefined && { extension }),
    calls: 0,
    refused: 0,
    failed: 0,
    inFlight: 0,
    lastCallAt: null,
  };
}
