// The bucket of gateways as an administrator writes it: entries are signed with a key of the fleet, and changed in the place of what was looked at.
import { createHash } from 'node:crypto';
import { tokenOf } from '../../clients/client-registry.ts';
import { signedText } from '../../permissions/policy/sign-fleet-policy.ts';
import { connectOptions } from '../link/connect-options.ts';
import { openFleetWire } from '../link/fleet-wire.ts';
import { serverOf } from '../link/join-request.ts';
import { faultAsError, faultOf } from '../link/link-faults.ts';
import { clientOfKey, keyOfClient, readSignedClient, readUncheckedClient } from './signed-client.ts';
import type { KV, KvEntry } from '@nats-io/kv';
import type { FleetSigner } from '../../../../contract/schemas/fleet.ts';
import type { GatewayClient, GatewayGrant } from '../../../../contract/schemas/fleet-gateway.ts';
import type { FleetJoin } from '../../../../contract/schemas/fleet-requests.ts';

export interface BookOptions {
  readonly server: Pick<FleetJoin, 'address' | 'prefix' | 'allowPlaintext' | 'ca' | 'credential'>;
  /** An Ed25519 private key in PEM; null where nothing is written. */
  readonly pem: string | null;
  /** Whose signature counts besides that key's; without any of both entries are shown as they are, unchecked. */
  readonly signers?: readonly FleetSigner[];
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

export type BookEnd<T = object> = ({ readonly kind: 'done' } & T) | { readonly kind: 'there' | 'none' | 'raced' };

export type NewClient = Pick<GatewayClient, 'id' | 'name' | 'expires'> & { readonly grants: readonly GatewayGrant[] };

export interface ListedClient {
  readonly id: string;
  /** Null for what is signed by none of the keys that were named. */
  readonly client: GatewayClient | null;
  /** Nobody has looked who signed it. */
  readonly isUnchecked?: boolean;
}

export interface ClientChange {
  readonly grants: readonly GatewayGrant[];
  /** Left out it stays; null is for good. */
  readonly expires?: string | null;
}

const secretBytes = 32;
/** No name of a hub, so that no hub's rights are for what the server answers here. */
const self = 'ADMIN';

export class ClientBook {
  readonly #options: BookOptions;
  readonly #bucket: KV;
  readonly #signers: readonly FleetSigner[];
  readonly #close: () => Promise<void>;
  /** As a sentence, of what the server has said. */
  readonly #fault: (error: unknown) => Error;

  private constructor(
    options: BookOptions,
    bucket: KV,
    { close, fault }: { readonly close: () => Promise<void>; readonly fault: (error: unknown) => Error },
  ) {
    this.#options = options;
    this.#bucket = bucket;
    this.#close = close;
    this.#fault = fault;
    const own = options.pem === null ? [] : [{ name: self, ...signedText('', options.pem) }];
    this.#signers = [...own, ...(options.signers ?? [])];
  }

  /** Rejects with HubError where the server, or the bucket at it, cannot be reached. */
  static async open(options: BookOptions): Promise<ClientBook> {
    const { server, shown, fault } = serverOf(options.server, null);
    if (fault) throw faultAsError(fault);
    const { prefix } = options.server;
    const said = (error: unknown) =>
      faultAsError(faultOf(error, { address: shown, prefix, hub: self, wasLetIn: false }));
    try {
      const wire = await openFleetWire(prefix, self, {
        ...(await connectOptions(server)),
        reconnect: false,
      });
      const close = () => wire.connection.close();
      return new ClientBook(options, await wire.kv('gateway'), { close, fault: said });
    } catch (error) {
      throw said(error);
    }
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** The token is in this answer alone. */
  add(client: NewClient): Promise<BookEnd<{ readonly token: string }>> {
    return this.#told(this.#add(client));
  }

  /** What is left says that it is removed: an older entry that somebody puts back is no newer than that. */
  remove(id: string): Promise<BookEnd> {
    return this.#told(this.#remove(id));
  }

  /** Its token stays what it is, and so does when it ends where that is not named. */
  change(id: string, change: ClientChange): Promise<BookEnd> {
    return this.#told(this.#change(id, change));
  }

  list(): Promise<ListedClient[]> {
    return this.#told(this.#list());
  }

  async #told<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw this.#fault(error);
    }
  }

  async #add(client: NewClient): Promise<BookEnd<{ readonly token: string }>> {
    const { entry, before } = await this.#standing(client.id);
    if (before?.secretHash && entry?.operation === 'PUT') return { kind: 'there' };
    const secret = this.#options.randomBytes(secretBytes).toString('hex');
    const secretHash = createHash('sha256').update(secret).digest('hex');
    const isWritten = await this.#write({ ...client, grants: [...client.grants], secretHash }, before, entry);
    return isWritten ? { kind: 'done', token: tokenOf(client.id, secret) } : { kind: 'raced' };
  }

  async #remove(id: string): Promise<BookEnd> {
    const { entry, before } = await this.#standing(id);
    if (entry?.operation !== 'PUT' || before?.secretHash === null) return { kind: 'none' };
    const { name, expires } = before ?? { name: id, expires: null };
    const isWritten = await this.#write({ id, name, expires, grants: [], secretHash: null }, before, entry);
    return { kind: isWritten ? 'done' : 'raced' };
  }

  async #change(id: string, change: ClientChange): Promise<BookEnd> {
    const { entry, before } = await this.#standing(id);
    if (entry?.operation !== 'PUT' || !before?.secretHash) return { kind: 'none' };
    const { name, secretHash, expires } = before;
    const next = { id, name, secretHash, expires: change.expires === undefined ? expires : change.expires };
    return { kind: (await this.#write({ ...next, grants: [...change.grants] }, before, entry)) ? 'done' : 'raced' };
  }

  async #list(): Promise<ListedClient[]> {
    const listed: ListedClient[] = [];
    const ids: string[] = [];
    for await (const key of await this.#bucket.keys()) ids.push(clientOfKey(key) ?? '');
    for (const id of ids.filter(one => one !== '').toSorted()) {
      const { entry, before } = await this.#standing(id);
      if (entry?.operation === 'PUT') listed.push({ id, client: before, isUnchecked: this.#signers.length === 0 });
    }
    return listed;
  }

  /** What is there now, and the newest that this key has signed of it: beneath what nobody has signed that goes on. */
  async #standing(id: string): Promise<{ entry: KvEntry | null; before: GatewayClient | null }> {
    let entry: KvEntry | null = null;
    let before: GatewayClient | null = null;
    for await (const one of await this.#bucket.history({ key: keyOfClient(id) })) {
      entry = one;
      const read = this.#read(id, one);
      if (read && read.version > (before?.version ?? 0)) before = read;
    }
    return { entry, before };
  }

  #read(id: string, entry: KvEntry | null): GatewayClient | null {
    if (entry?.operation !== 'PUT') return null;
    const facts = { id, fleet: this.#options.server.prefix, signers: this.#signers };
    if (this.#signers.length === 0) return readUncheckedClient(entry.string());
    const read = readSignedClient(entry.string(), facts);
    return read.ok ? read.client : null;
  }

  /** False where somebody was quicker. */
  async #write(
    client: Omit<GatewayClient, 'kind' | 'fleet' | 'version' | 'signedAt'>,
    before: GatewayClient | null,
    entry: KvEntry | null,
  ): Promise<boolean> {
    const { pem, now, server } = this.#options;
    if (pem === null) throw new Error('Nothing can be signed without a key.');
    const whole: GatewayClient = {
      ...client,
      kind: 'pilothouse-gateway-client',
      fleet: server.prefix,
      // Of one that was taken away altogether nobody knows the version; the revision of the bucket has grown since.
      version: Math.max(before?.version ?? 0, entry?.revision ?? 0) + 1,
      signedAt: new Date(now()).toISOString(),
    };
    const { envelope } = signedText(JSON.stringify(whole), pem);
    try {
      await this.#bucket.put(keyOfClient(client.id), envelope, { previousSeq: entry?.revision ?? 0 });
      return true;
    } catch (error) {
      if (/wrong last sequence/i.test(String(error))) return false;
      throw error;
    }
  }
}
