// The ids of clients that hubs and agents of hubs are here, and which hub one of them is of. No credential that a user makes has such an id.
import type { Subject } from './schemas/permissions.ts';

/** `digest` has 16 hexadecimal digits; null for the hub itself. What a user makes has no colon in it (`ClientRegistry.freeId`). */
export function fleetClientId(hub: string, digest: string | null): string {
  return digest === null ? `hub:${hub}` : `hub:${hub}:${digest}`;
}

/** Null for every other client. */
export function hubOfClient(clientId: string): string | null {
  return /^hub:([^:]+)(?::[0-9a-f]{16})?$/.exec(clientId)?.[1] ?? null;
}

/** Whom rules may name of a client: the hub of the fleet that its connection has proven it to be of, and the client itself. */
export function clientSubjects(clientId: string): Subject[] {
  const hub = hubOfClient(clientId);
  const client: Subject = { kind: 'client', id: clientId };
  return hub === null ? [client] : [{ kind: 'hub', id: hub }, client];
}
