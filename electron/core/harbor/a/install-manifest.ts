// Servers from manifests: what one runs, which values it takes and the sign-in whose token it is given at its start. Read as everywhere where
// one is taken, and added for its user to approve.
import { HarborManifestSchema } from '../../../../contract/schemas/harbor-a.ts';
import { faultOf } from '../../../../contract/schemas/value-fault.ts';
import { inEnglish } from '../../../../words/english.ts';
import { newServer } from '../../servers/config/read-servers.ts';
import { readPackageManifest } from '../../servers/import/harbor-package.ts';
import { checkedConfig } from '../../servers/import/read-entry.ts';
import { Fault } from './asked.ts';
import { repositoryIn } from './github.ts';
import { unsupportedProgram } from './package-server.ts';
import type { HarborManifest, HarborVariable } from '../../../../contract/schemas/harbor-a.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { NewServer } from '../../servers/lifecycle/server-row.ts';
import type { Answer } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';

/** Throws the wire's `invalid_manifest`. */
export function readManifest(value: unknown): HarborManifest {
  if (value === undefined || value === null) throw new Fault('invalid_request', 'Missing manifest');
  const parsed = HarborManifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Fault('invalid_manifest', `Invalid manifest: ${inEnglish(faultOf(parsed.error, value))}`);
}

/**
 * Adds what a manifest names; one that came of a manifest with the same package is no second server. `given` is the extension's id of it,
 * where it has one.
 */
export async function installManifest(hub: HubServers, manifest: HarborManifest, given?: string): Promise<Server> {
  const known = knownOf(hub, manifest, given);
  if (known) return known;
  const { package: named, description } = manifest;
  const server = serverOf(manifest);
  const packageId = named.name ?? named.url ?? named.image;
  // A name without a letter that ids have makes none: the hub's own id is it then.
  const id = given ?? idOf(manifest.name);
  const fact = {
    ...(id !== '' && { wireId: id }),
    packageType: named.type,
    variables: variablesOf(server),
    catalogSource: 'manifest',
    manifest,
  };
  return hub.add(server, { ...fact, ...(packageId && { packageId }), ...(description && { description }) });
}

/** Its user may have a server of that name, which is not this one. */
function knownOf(hub: HubServers, manifest: HarborManifest, given?: string): Server | null {
  const isSame = (server: Server) => {
    const own = hub.fact(server)?.manifest;
    return own !== undefined && packageOf(own) === packageOf(manifest);
  };
  if (given !== undefined) {
    const found = hub.find(given);
    return found && isSame(found) ? found : null;
  }
  return hub.list().find(server => hub.fact(server)?.manifest?.name === manifest.name && isSame(server)) ?? null;
}

function packageOf({ package: { type, name, url, image } }: HarborManifest): string {
  return JSON.stringify([
    type,
    type === 'git' ? sourceOf(url ?? name ?? '') : type === 'docker' ? (image ?? name) : name,
  ]);
}

/** Whether its user has to sign in before it can start, and who does that: the hub, or the server itself. */
export function signInOf({ servers, oauth }: HarborAServices, { id }: Server, { oauth: asks }: HarborManifest): Answer {
  if (!asks) return { needsOAuth: false };
  const account = servers.configs.account(id);
  if (!account) return { needsOAuth: false, oauthMode: 'server' };
  return { needsOAuth: oauth.status(account.key) === null, oauthMode: 'host' };
}

function serverOf(manifest: HarborManifest): NewServer {
  const { name, package: named, execution } = manifest;
  const { type } = named;
  if (type !== 'git' && type !== 'docker' && type !== 'binary' && !named.name)
    throw new Fault('invalid_manifest', 'Invalid manifest: package.name is missing');
  if (type === 'binary' && !Array.isArray(named.alternatives)) throw unsupportedProgram(name);
  const address = type === 'git' ? { url: sourceOf(named.url ?? named.name ?? '') } : {};
  const image = type === 'docker' && named.image === undefined ? { image: named.name } : {};
  const server = newServer(readPackageManifest({ ...manifest, package: { ...named, ...address, ...image } }));
  if (!server || server.config.kind !== 'stdio') throw unsupportedProgram(name);
  const { config } = server;
  const whole = { ...config, args: [...config.args, ...(execution?.args ?? [])] };
  return { ...server, config: checkedConfig(name, whole), ...(server.account && { signsInAnew: true }) };
}

/** A repository in one form, for what is published nowhere. */
function sourceOf(address: string): string {
  const found = repositoryIn(address.replace(/^git\+/, '').replace(/^github:/, ''));
  return found ? `https://github.com/${found.owner}/${found.repo}` : address;
}

/** What it asks for, as the wire lists it. */
function variablesOf({ inputs = [] }: NewServer): HarborVariable[] {
  return inputs.map(({ id, description, password }) => ({
    name: id,
    isSecret: password,
    ...(description && { description }),
  }));
}

function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200);
}
