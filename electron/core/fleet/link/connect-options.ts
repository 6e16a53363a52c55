// How the client connects for a hub: address, credentials, certificates, waits. Files are read at each attempt, so that a renewed one counts.
import { readFile } from 'node:fs/promises';
import { foreign } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { readFleetAddress } from './fleet-address.ts';
import { proofOf } from './fleet-credentials.ts';
import type { NodeConnectionOptions } from '@nats-io/transport-node';
import type { HeldCredential } from './fleet-credentials.ts';

export interface FleetServer {
  readonly address: string;
  readonly allowPlaintext: boolean;
  readonly ca: string | null;
  readonly credential: HeldCredential;
}

/** How long a server has for its first answer. */
const connectMs = 10_000;
const pingMs = 20_000;

/** Rejects with HubError for what is known to be wrong before anything is connected. */
export async function connectOptions(server: FleetServer): Promise<NodeConnectionOptions> {
  const { servers, tls } = readFleetAddress(server.address, server.allowPlaintext);
  const proof = proofOf(server.credential);
  const ca = server.ca === null ? null : await readCa(server.ca);
  return {
    ...proof,
    servers: [...servers],
    timeout: connectMs,
    pingInterval: pingMs,
    // Certificates are verified in any case; the client knows no name for a switch that would turn it off.
    tls: tls || ca !== null ? { ...(ca !== null && { ca }) } : undefined,
    // Without TLS the network may not send this hub, with its credentials, to another machine.
    ignoreClusterUpdates: !tls && !server.allowPlaintext,
    maxReconnectAttempts: -1,
    // That is decided here, by what the server says.
    ignoreAuthErrorAbort: true,
  };
}

async function readCa(file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
    throw new Error('no certificate in PEM');
  } catch (error) {
    const why = foreign(
      error instanceof Error && 'code' in error ? String(error.code) : String((error as Error).message),
    );
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-ca-unreadable', file, why });
  }
}
