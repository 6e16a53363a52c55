// The ids of clients that agents of other hubs are here, and which hub one of them belongs to. No credential that a user makes has such an id.
import type { Subject } from '../../../contract/schemas/permissions.ts';

const start = 'fleetagent-';

export const fleetDigestChars = 16;

/** `digest` has 16 hexadecimal digits; what a user makes ends with six behind a hyphen (`ClientRegistry.freeId`). */
export function fleetClientId(hub: string, digest: string): string {
  return `${start}${hub}-${digest}`;
}

/** Null for every other client. */
export function hubOfClient(clientId: string): string | null {
  if (!clientId.startsWith(start)) return null;
  return /^fleetagent-(.+)-[0-9a-f]{16}$/.exec(clientId)?.[1] ?? null;
}

/** Whom rules may name of a client: the hub of the fleet that its connection has proven it to be of, and the client itself. */
export function clientSubjects(clientId: string): Subject[] {
  const hub = hubOfClient(clientId);
  const client: Subject = { kind: 'client', id: clientId };
  return hub === null ? [client] : [{ kind: 'hub', id: hub }, client];
}
