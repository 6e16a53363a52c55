// How the client connects for a hub: address, credentials, certificates, waits. Files are read at each attempt, so that a renewed one counts.
import { readFile } from 'node:fs/promises';
import { checkServerIdentity } from 'node:tls';
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
    // Without it the client takes TLS where the server wants it, and goes without where it does not.
    ...((tls || ca !== null) && { tls: certificateOptions(servers, ca) }),
    // Without TLS the network may not send this hub, with its credentials, to another machine.
    ignoreClusterUpdates: !tls && !server.allowPlaintext,
    maxReconnectAttempts: -1,
    // That is decided here, by what the server says.
    ignoreAuthErrorAbort: true,
  };
}

/** The client hands on to Node what it does not know itself. */
function certificateOptions(servers: readonly string[], ca: string | null) {
  return { ...(ca !== null && { ca }), checkServerIdentity: identityOf(servers) };
}

async function readCa(file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
    throw new Error('no certificate in PEM');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-ca-unreadable', file, why: code ?? message });
  }
}

/**
 * Certificates are verified in any case. To whom one has to belong is said here, because the client asks for `localhost` where the address is a
 * number: whoever answers has to be one of those that the user has named.
 */
function identityOf(servers: readonly string[]): typeof checkServerIdentity {
  const hosts = servers.map(server => server.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''));
  return (_asked, certificate) => {
    const faults = hosts.map(host => checkServerIdentity(host, certificate));
    return faults.some(fault => fault === undefined) ? undefined : faults[0];
  };
}
