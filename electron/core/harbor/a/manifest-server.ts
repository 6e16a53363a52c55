// The server that a manifest describes: read as everywhere where one is taken, with the variables that it asks for and the sign-in whose token it
// is given at its start.
import { newServer } from '../../servers/config/read-servers.ts';
import { readPackageManifest } from '../../servers/import/harbor-package.ts';
import { unsupportedProgram } from './package-server.ts';
import type { HarborManifest, HarborServerFact, HarborVariable } from '../../../../contract/schemas/harbor-a.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { NewServer } from '../../servers/lifecycle/server-row.ts';
import type { Answer } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';

/** Adds it, to wait for its user's approval; `about` is what is known of it beyond its manifest. Rejects with HubError or the wire's own failure. */
export function addManifestServer(hub: HubServers, manifest: HarborManifest, about: HarborServerFact): Promise<Server> {
  const { package: named, description } = manifest;
  const server = serverOf(manifest);
  const packageId = named.name ?? named.url ?? named.image;
  const fact = { packageType: named.type, variables: variablesOf(server), manifest };
  return hub.add(server, { ...fact, ...(packageId && { packageId }), ...(description && { description }), ...about });
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
  if (type === 'binary' && !Array.isArray(named.alternatives)) throw unsupportedProgram(name);
  const address = type === 'git' && named.url === undefined ? { url: named.name } : {};
  const image = type === 'docker' && named.image === undefined ? { image: named.name } : {};
  const server = newServer(readPackageManifest({ ...manifest, package: { ...named, ...address, ...image } }));
  if (!server || server.config.kind !== 'stdio') throw unsupportedProgram(name);
  const { config } = server;
  return { ...server, config: { ...config, args: [...config.args, ...(execution?.args ?? [])] } };
}

/** What it asks for, as the wire lists it. */
function variablesOf({ inputs = [] }: NewServer): HarborVariable[] {
  return inputs.map(({ id, description, password }) => ({
    name: id,
    isSecret: password,
    ...(description && { description }),
  }));
}
