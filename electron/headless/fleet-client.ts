// `pilothouse fleet client add|set|remove|list`: credentials of agents at gateways, for people or as one JSON object.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isFleetName } from '../../contract/fleet.ts';
import { listed as table } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { expectNoSecret, readProof } from './fleet.ts';
import { readSigner } from './fleet-signer.ts';
import { printAnswer } from './print-answer.ts';
import type { FleetSigner } from '../../contract/schemas/fleet.ts';
import type { GatewayClient, GatewayGrant } from '../../contract/schemas/fleet-gateway.ts';
import type { NamedSigner } from '../../contract/schemas/fleet-requests.ts';
import type { BookEnd, ClientBook, ListedClient } from '../core/fleet/gateway/client-book.ts';
import type { ServerOptions } from './fleet.ts';
import type { CliWords } from './words/cli-words.ts';

interface BookPlace extends ServerOptions {
  readonly nats: string;
}

export interface ClientOptions extends BookPlace {
  readonly key: string;
}

export interface ListClientsOptions extends BookPlace {
  readonly key?: string;
  readonly signer: readonly string[];
}

export interface SetClientOptions extends ClientOptions {
  readonly grant: readonly string[];
  readonly readOnly: boolean;
  readonly expires?: string;
}

export type AddClientOptions = SetClientOptions;

export async function addClient(name: string, options: AddClientOptions, words: CliWords): Promise<void> {
  expectName(name, words);
  const grants = grantsIn(options, words);
  const client = { id: name, name, grants, expires: expiryIn(options.expires, words) };
  const end = await withBook(options, words, book => book.add(client));
  const { token } = expectDone(end, name, words);
  printAnswer(options.json, { client: name, grants, expires: client.expires, token }, () =>
    words.gatewayClientAdded(name, token).split('\n'),
  );
}

export async function setClient(name: string, options: SetClientOptions, words: CliWords): Promise<void> {
  expectName(name, words);
  const grants = grantsIn(options, words);
  const { expires: until } = options;
  const expires = until === undefined ? {} : { expires: until === 'never' ? null : expiryIn(until, words) };
  expectDone(await withBook(options, words, book => book.change(name, { grants, ...expires })), name, words);
  printAnswer(options.json, { client: name, grants, ...expires }, () => [words.gatewayClientSet(name)]);
}

export async function removeClient(name: string, options: ClientOptions, words: CliWords): Promise<void> {
  expectName(name, words);
  expectDone(await withBook(options, words, book => book.remove(name)), name, words);
  printAnswer(options.json, { removed: name }, () => [words.gatewayClientRemoved(name)]);
}

export async function listClients(options: ListClientsOptions, words: CliWords): Promise<void> {
  const entries = await withBook(options, words, book => book.list());
  const clients = entries.map(one => ({ id: one.id, state: stateOf(one), ...shownOf(one.client) }));
  printAnswer(options.json, { clients }, () =>
    clients.length === 0
      ? [words.gatewayNoClients]
      : table(
          words.fleetHeads.clients,
          entries.map(one => cells(one, words)),
        ),
  );
}

async function withBook<T>(
  options: BookPlace & Partial<Pick<ListClientsOptions, 'key' | 'signer'>>,
  words: CliWords,
  act: (book: ClientBook) => Promise<T>,
): Promise<T> {
  const { nats: address, key, signer = [], ca, prefix, allowPlaintext } = options;
  expectNoSecret(address, words);
  expectName(prefix, words);
  const credential = (await readProof(options, words)) ?? { kind: 'none' as const };
  const server = { address, prefix, credential, allowPlaintext, ca: ca === undefined ? null : resolve(ca) };
  const pem = key === undefined ? null : await keyIn(key, words);
  const signers = await Promise.all(signer.map(async one => publicKeyIn(await readSigner(one, words), words)));
  const { ClientBook } = await import('../core/fleet/gateway/client-book.ts');
  const book = await ClientBook.open({ server, pem, signers, now: () => Date.now(), randomBytes });
  try {
    return await act(book);
  } finally {
    await book.close();
  }
}

async function keyIn(file: string, words: CliWords): Promise<string> {
  const { signedText } = await import('../core/permissions/policy/sign-fleet-policy.ts');
  const pem = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(words.noFile(file, error.code ?? String(error)));
  });
  try {
    signedText('', pem);
    return pem;
  } catch {
    // What OpenSSL says of it would help nobody.
    throw new UsageError(words.gatewayNoKey(file));
  }
}

/** By its fingerprint, by which entries name who has signed them. */
async function publicKeyIn({ name, key }: NamedSigner, words: CliWords): Promise<FleetSigner> {
  const { fingerprintOf, readListKey } = await import('../core/permissions/policy/signed-list.ts');
  const read = readListKey(key);
  if (!read) throw new UsageError(words.reason({ kind: 'fleet-signer-key', signer: name }));
  return { name, key, fingerprint: fingerprintOf(read) };
}

function expectDone<T>(end: BookEnd<T>, name: string, words: CliWords): { readonly kind: 'done' } & T {
  switch (end.kind) {
    case 'done':
      return end;
    case 'there':
      throw new UsageError(words.gatewayClientThere(name));
    case 'none':
      throw new UsageError(words.gatewayNoClient(name));
    case 'raced':
      throw new Error(words.gatewayRaced(name));
  }
}

function grantsIn({ grant, readOnly }: SetClientOptions, words: CliWords): GatewayGrant[] {
  const grants = grant.map(text => grantIn(text, readOnly, words));
  if (grants.length === 0) throw new UsageError(words.gatewayNeedsGrant);
  return grants;
}

/** `files`, `jun/files`, `files=read,search`. */
function grantIn(text: string, reading: boolean, words: CliWords): GatewayGrant {
  const [address = '', listed, ...rest] = text.split('=');
  const parts = address.split('/');
  const [first = '', second] = parts;
  const tools = listed?.split(',').map(tool => tool.trim()) ?? null;
  if (parts.length > 2 || !parts.every(isFleetName) || rest.length > 0 || tools?.some(tool => tool === ''))
    throw new UsageError(words.gatewayNoGrant(text));
  return { hub: second === undefined ? null : first, share: second ?? first, tools, reading };
}

function expiryIn(text: string | undefined, words: CliWords): string | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at) || at <= Date.now()) throw new UsageError(words.gatewayNoExpiry(text));
  return new Date(at).toISOString();
}

function stateOf({ client, isUnchecked = false }: ListedClient): keyof CliWords['gatewayClientStates'] {
  if (client === null) return 'unverified';
  if (isUnchecked) return 'unchecked';
  if (client.secretHash === null) return 'removed';
  return client.expires !== null && Date.parse(client.expires) <= Date.now() ? 'expired' : 'good';
}

/** Without the hash, which is nobody's business. */
function shownOf(client: GatewayClient | null) {
  if (client === null) return {};
  const { version, signedAt, expires, grants } = client;
  return { version, signedAt, expires, grants };
}

function cells(listed: ListedClient, words: CliWords): string[] {
  const { id, client } = listed;
  const grants = client?.grants.map(({ hub, share, tools }) => {
    const at = hub === null ? share : `${hub}/${share}`;
    return tools === null ? at : `${at}=${tools.join(',')}`;
  });
  return [id, words.gatewayClientStates[stateOf(listed)], client?.signedAt ?? '', grants?.join(' ') ?? ''];
}

function expectName(name: string, words: CliWords): void {
  if (!isFleetName(name)) throw new UsageError(words.noFleetName(name));
}
