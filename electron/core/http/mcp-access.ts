// Who a request over HTTP comes from: the client whose bearer token it shows, one of those set by hand (spec 004 "authToken"), or nobody known.
import { hash, timingSafeEqual } from 'node:crypto';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';

export type SetTokenClientId = 'token-environment' | 'token-settings';

/** All programs that show no token, where the user has let them in: one client, because nothing tells them apart. */
export const withoutTokenClientId = 'http-without-token';

export class McpAccess {
  readonly #clients: Pick<ClientRegistry, 'get' | 'verifyToken' | 'seen'>;
  readonly #hashes = new Map<SetTokenClientId, string>();

  constructor(clients: Pick<ClientRegistry, 'get' | 'verifyToken' | 'seen'>) {
    this.#clients = clients;
  }

  /** `hash` is `hashToken` of what is taken from now on; null takes none. */
  setToken(clientId: SetTokenClientId, hash: string | null): void {
    if (hash === null) this.#hashes.delete(clientId);
    else this.#hashes.set(clientId, hash);
  }

  /** The client whose token this is, or null. Compares in constant time. */
  verify(token: string): Client | null {
    const own = this.#clients.verifyToken(token);
    if (own) return own;
    const given = Buffer.from(hashToken(token));
    for (const [clientId, hash] of this.#hashes)
      if (timingSafeEqual(given, Buffer.from(hash))) return this.#clients.get(clientId);
    return null;
  }

  /** Whoever shows no token; null where a registry knows no such client. */
  get withoutToken(): Client | null {
    return this.#clients.get(withoutTokenClientId);
  }

  /** What is built in shows in the panel once it was used. */
  seen(clientId: string): void {
    this.#clients.seen(clientId);
  }
}

/** What of a token is kept. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
