// Who a bearer token belongs to: a client of "Connect an agent", or one of the tokens that were set by hand (spec 004 "authToken").
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';

export type SetTokenClientId = 'token-environment' | 'token-settings';

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

  /** What is built in shows in the panel once it was used. */
  seen(clientId: string): void {
    this.#clients.seen(clientId);
  }
}

/** What of a token is kept. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
