// Secrets of servers that come by the wire: into the secret store, with a reference in the config. Their values are in no answer.
import { secretNameFor } from '../../secrets/move-secrets.ts';
import { referenceTo } from '../../secrets/references.ts';
import { tokenIn } from '../../secrets/token-references.ts';
import { Fault } from './asked.ts';
import { placesOf } from './placeholders.ts';
import type { Fill } from '../../../../contract/schemas/adding.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { Asked } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';

const maxSecrets = 100;
const maxChars = 65_536;
const variableName = /^[A-Za-z_][A-Za-z0-9_-]{0,127}$/;

export function isVariableName(text: string): boolean {
  return variableName.test(text) && text !== '__proto__';
}

/** Gives variables (headers of a server by address) their values. What changes what was approved waits for approval anew. */
export async function setSecrets(
  services: HarborAServices,
  hub: HubServers,
  asked: Asked,
  server: Server,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(values);
  if (names.length > maxSecrets) throw new Fault('invalid_request', `At most ${maxSecrets} secrets at a time.`);
  for (const [name, value] of Object.entries(values))
    if (!isVariableName(name) || value === '' || value.length > maxChars)
      throw new Fault(
        'invalid_request',
        `${JSON.stringify(name.slice(0, 100))} is no name or has no value that can be kept.`,
      );
  if (names.length === 0) return;
  await hub.manage(asked, server, 'secrets', () => keep(services, server, values));
}

async function keep(
  services: HarborAServices,
  server: Server,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { servers } = services;
  // Before the first is written: what has been asked for is done whole or not at all.
  expectNoTokens(services, server, Object.keys(values));
  const open = placesOf(servers, server.id);
  const fills = open.flatMap((place): Fill[] => {
    const value = values[place.name] ?? values[place.asks];
    return value === undefined
      ? []
      : [{ key: place.key, value, secret: place.place !== 'folder' && place.place !== 'file' }];
  });
  if (fills.length > 0) await servers.changes.fill(server.id, fills);
  const filled = new Set(open.flatMap(({ name, asks }) => [name, asks]));
  const others = Object.entries(values).filter(([name]) => !filled.has(name));
  const own = ownSecrets(services, server.id);
  const added = others.filter(([name]) => !own.has(name));
  if (added.length > 0) await addVariables(services, server, added);
  const renewed = others.flatMap(([name, value]) => {
    const secret = own.get(name);
    return secret === undefined ? [] : [[secret, value] as const];
  });
  if (renewed.length > 0) await renew(services, server.id, new Map(renewed));
}

/** A token comes of its sign-in alone. Throws the wire's `invalid_request`. */
function expectNoTokens(services: HarborAServices, { id, name: server }: Server, names: readonly string[]): void {
  const secrets = secretVariables(services, id);
  const token = names.find(name => tokenIn(secrets.get(name) ?? '') !== null);
  if (token === undefined) return;
  const text = `${token} of ${server} is the token of a sign-in, which has no other value; take the sign-in back, or give ${token} another value in Pilothouse.`;
  throw new Fault('invalid_request', text);
}

/** Another value of the same secret is nothing else to approve; one that runs is started with it. */
async function renew(
  { servers, secretStore }: HarborAServices,
  id: string,
  secrets: ReadonlyMap<string, string>,
): Promise<void> {
  await secretStore.setAll(secrets);
  servers.refresh(id);
  // Asked now: its user may have stopped it meanwhile. One that sleeps has the new value when it wakes.
  const kind = servers.get(id)?.state.kind;
  if (kind === 'running' || kind === 'degraded') await servers.restart(id);
}

/** Those that are the whole value of a variable, and that no other server uses. */
function ownSecrets(services: HarborAServices, id: string): ReadonlyMap<string, string> {
  const { configs } = services.servers;
  const { config } = configs.of(id);
  const values: Readonly<Record<string, string>> = 'env' in config ? config.env : config.headers;
  const users = configs.secretUsers();
  const isOwn = ([name, secret]: readonly [string, string]) =>
    values[name] === referenceTo(secret) && (users.get(secret) ?? []).every(user => user === id);
  return new Map([...secretVariables(services, id)].filter(isOwn));
}

async function addVariables(
  { servers, secretStore }: HarborAServices,
  { id, name: serverName }: Server,
  values: readonly (readonly [string, string])[],
): Promise<void> {
  const secrets = new Map<string, string>();
  const taken = (name: string) => secrets.get(name) ?? secretStore.get(name);
  const variables = values.map(([name, value]) => {
    const secret = secretNameFor([name, `${serverName}_${name}`], value, taken);
    secrets.set(secret, value);
    return [name, referenceTo(secret)] as const;
  });
  await secretStore.setAll(secrets);
  const { config } = servers.configs.of(id);
  // What another hub shares has its variables there.
  if (config.kind === 'fleet') return;
  const more = Object.fromEntries(variables);
  const next =
    'env' in config
      ? { ...config, env: { ...config.env, ...more } }
      : { ...config, headers: { ...config.headers, ...more } };
  await servers.changes.change(id, { config: next });
}

/** The variables of a server that have a secret, by what the store calls it. */
export function secretVariables(
  { servers }: Pick<HarborAServices, 'servers'>,
  id: string,
): ReadonlyMap<string, string> {
  const { config } = servers.configs.of(id);
  const variables = 'env' in config ? config.env : config.headers;
  return new Map(
    Object.entries(variables).flatMap(([name, value]) => {
      const [, secret] = /\$\{secret:([^}]+)\}/.exec(value) ?? [];
      return secret === undefined ? [] : [[name, secret] as const];
    }),
  );
}
