// The approved clients: named credentials, their proofs, and how far each may go before it asks.
import { hash as digest, timingSafeEqual } from 'node:crypto';
import { markColours } from '../../../contract/entities.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { ClientsTable, StoredClient } from '../store/clients-table.ts';

export interface ClientRegistryOptions {
  readonly state: StateWriter;
  readonly rows: readonly StoredClient[];
  /** Clients that need no credential: those of the compatibility endpoints. */
  readonly builtIn: readonly Client[];
  readonly persist: Pick<ClientsTable, 'put' | 'seen' | 'remove'>;
  /** The file of a client's own secret, which its stdio shim proves itself with. */
  readonly secrets: { write(clientId: string, secret: string): Promise<void>; remove(clientId: string): Promise<void> };
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

type KnownClient = StoredClient & Client;
type ClientChange = Partial<Pick<KnownClient, 'name' | 'start' | 'listing' | 'seesHub' | 'admitted' | 'secretHash'>>;

interface MadeClient {
  readonly client: Client;
  readonly token: string;
}

const tokenPrefix = 'ph';
/** No digest looks like this, so that no token fits. */
const noSecret = '-'.repeat(64);
const provenElsewhere = '='.repeat(64);

export class ClientRegistry {
  readonly #options: ClientRegistryOptions;
  readonly #rows = new Map<string, KnownClient>();
  /** The same as everybody may see them: asked for with each call. */
  readonly #clients = new Map<string, Client>();
  #changing: Promise<void> | null = null;

  constructor(options: ClientRegistryOptions) {
    this.#options = options;
    for (const client of options.builtIn) this.#put({ ...client, secretHash: noSecret });
    const builtIn = new Map(options.builtIn.map(client => [client.id, client]));
    for (const row of options.rows) this.#put({ ...row, verified: builtIn.get(row.id)?.verified ?? true });
  }

  get(id: string): Client | null {
    return this.#clients.get(id) ?? null;
  }

  /** Whether it has a credential, which what is built in has not. */
  hasCredential(id: string): boolean {
    const row = this.#rows.get(id);
    return row !== undefined && isOfToken(row);
  }

  /** Those of the compatibility endpoints too. */
  all(): Client[] {
    return [...this.#clients.values()];
  }

  /** Throws ERR_INVALID_ARGUMENTS when there is no such client. */
  expect(id: string): KnownClient {
    const row = this.#rows.get(id);
    if (!row) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-client', client: id });
    return row;
  }

  /** Makes a credential, under the id that it is to have. The secret and the token made of it are in this answer only. */
  async create(name: string, start: Client['start'], id = this.freeId(name)): Promise<MadeClient> {
    const secret = this.#options.randomBytes(32).toString('hex');
    const row = this.#rowOf(name, start, id, hash(secret));
    await this.#options.secrets.write(id, secret);
    try {
      await this.#options.persist.put(row);
    } catch (error) {
      await this.#options.secrets.remove(id);
      throw error;
    }
    this.#put(row);
    return { client: withoutHash(row), token: tokenOf(id, secret) };
  }

  /** One that is proven elsewhere, as an agent of another hub is by that hub's account: no token fits it. */
  async add(name: string, start: Client['start'], id: string): Promise<Client> {
    const row = this.#rowOf(name, start, id, provenElsewhere);
    await this.#options.persist.put(row);
    this.#put(row);
    return withoutHash(row);
  }

  #rowOf(name: string, start: Client['start'], id: string, secretHash: string): KnownClient {
    const colour = ([...this.#rows.values()].filter(hasSecret).length % markColours) + 1;
    const createdAt = this.#options.now();
    return { id, name, verified: true, start, colour, createdAt, lastSeenAt: null, secretHash };
  }

  /** An id for a credential of this name, which `create` may be given later. */
  freeId(name: string): string {
    return `${slug(name)}-${this.#options.randomBytes(3).toString('hex')}`;
  }

  /** One that is kept elsewhere: it stands here until `drop`, and nothing of it is stored. */
  hold(row: StoredClient): void {
    this.#put({ ...row, verified: true });
  }

  /** Takes away what `hold` has brought. */
  drop(id: string): void {
    this.#rows.delete(id);
    this.#clients.delete(id);
    this.#options.state.remove('clients', id);
  }

  /** A new secret in the place of the old one, which no token fits any more. */
  async renew(id: string): Promise<MadeClient> {
    const row = this.expect(id);
    expectSecret(row);
    if (!isOfToken(row)) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'client-of-hub', client: row.name });
    const secret = this.#options.randomBytes(32).toString('hex');
    await this.#change(id, { secretHash: hash(secret) });
    await this.#options.secrets.write(id, secret);
    return { client: withoutHash(this.expect(id)), token: tokenOf(id, secret) };
  }

  /** The client whose token this is, or null. Compares in constant time. */
  verifyToken(token: string): Client | null {
    const [prefix, id = '', secret = '', ...rest] = token.split('_');
    const row = this.#rows.get(id);
    const given = Buffer.from(hash(secret));
    // An unknown id compares too, so that the answer takes as long as a wrong secret.
    const same = timingSafeEqual(given, Buffer.from(row?.secretHash ?? hash('')));
    return row && same && prefix === tokenPrefix && rest.length === 0 ? this.get(id) : null;
  }

  setStart(id: string, start: Client['start']): Promise<void> {
    return this.#change(id, { start });
  }

  /** How it is offered tools, and whether it may ask the hub about itself. */
  setOffer(id: string, offer: Pick<Client, 'listing' | 'seesHub'>): Promise<void> {
    return this.#change(id, offer);
  }

  rename(id: string, name: string): Promise<void> {
    return this.#change(id, { name });
  }

  /** Answers for a client without a credential. Rejects with ERR_INVALID_ARGUMENTS for every other one. */
  async admit(id: string, admitted: boolean): Promise<void> {
    const { verified, name } = this.expect(id);
    if (verified) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'client-let-in', client: name });
    await this.#change(id, { admitted });
  }

  seen(id: string): void {
    const row = this.#rows.get(id);
    if (!row) return;
    const at = this.#options.now();
    this.#put({ ...row, lastSeenAt: at });
    // A built-in client gets its row when it is seen first.
    if (hasSecret(row) || row.lastSeenAt !== null) this.#options.persist.seen(id, at);
    else this.#options.persist.put({ ...row, lastSeenAt: at }).catch(() => {});
  }

  /** Takes effect at once. When it cannot be stored the credential stands again, as it would after a restart. */
  async revoke(id: string): Promise<void> {
    const row = this.expect(id);
    expectSecret(row);
    this.#rows.delete(id);
    this.#clients.delete(id);
    this.#options.state.remove('clients', id);
    try {
      await this.#options.persist.remove(id);
    } catch (error) {
      this.#put(row);
      throw error;
    }
    if (isOfToken(row)) await this.#options.secrets.remove(id);
  }

  /** One after another, so that none writes over what the one before it has changed. */
  async #change(id: string, change: ClientChange): Promise<void> {
    while (this.#changing) await this.#changing.catch(() => {});
    const changing = this.#write(id, change);
    this.#changing = changing;
    try {
      await changing;
    } finally {
      this.#changing = null;
    }
  }

  async #write(id: string, change: ClientChange): Promise<void> {
    await this.#options.persist.put({ ...this.expect(id), ...change });
    // It may have been revoked or seen meanwhile.
    const row = this.#rows.get(id);
    if (row) this.#put({ ...row, ...change });
  }

  #put(row: KnownClient): void {
    const client = withoutHash(row);
    this.#rows.set(row.id, row);
    this.#clients.set(row.id, client);
    // What is built in shows once it was used.
    if (hasSecret(row) || row.lastSeenAt !== null) this.#options.state.set('clients', row.id, client);
  }
}

/** What a client shows over HTTP, made of the secret that its shim has. */
export function tokenOf(id: string, secret: string): string {
  return `${tokenPrefix}_${id}_${secret}`;
}

/** What is built in needs none. */
function hasSecret({ secretHash }: KnownClient): boolean {
  return secretHash !== noSecret;
}

function isOfToken(row: KnownClient): boolean {
  return hasSecret(row) && row.secretHash !== provenElsewhere;
}

function expectSecret(row: KnownClient): void {
  if (hasSecret(row)) return;
  const kind = row.verified ? 'client-built-in' : 'client-no-credential';
  throw hubError('ERR_INVALID_ARGUMENTS', { kind, client: row.name });
}

function withoutHash({ secretHash: _, ...client }: KnownClient): Client {
  return client;
}

function hash(secret: string): string {
  return digest('sha256', secret);
}

/** No `_`, because the token is split at it. */
function slug(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 24);
  return plain || 'client';
}
