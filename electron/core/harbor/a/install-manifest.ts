// Servers from manifests: what one runs and which values it takes, added for its user to approve.
import { HarborManifestSchema } from '../../../../contract/schemas/harbor-a.ts';
import { faultOf } from '../../../../contract/schemas/value-fault.ts';
import { inEnglish } from '../../../../words/english.ts';
import { Fault } from './asked.ts';
import { repositoryIn } from './github.ts';
import { packageServer } from './package-server.ts';
import type { HarborManifest, HarborVariable } from '../../../../contract/schemas/harbor-a.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { Answer } from './asked.ts';
import type { HubServers } from './hub-servers.ts';

const launchers = { npm: 'npm', pypi: 'pypi', docker: 'oci', git: 'npm', binary: 'binary' } as const;

/** Throws the wire's `invalid_manifest`. */
export function readManifest(value: unknown): HarborManifest {
  if (value === undefined || value === null) throw new Fault('invalid_request', 'Missing manifest');
  const parsed = HarborManifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Fault('invalid_manifest', `Invalid manifest: ${inEnglish(faultOf(parsed.error, value))}`);
}

/** Whether its server wants an account's sign-in, which the hub brings. */
export function needsSignIn({ oauth }: HarborManifest): Answer {
  return oauth ? { needsOAuth: true, oauthMode: 'host' } : { needsOAuth: false };
}

/** Adds what a manifest names; one that is there already is no second server. `wireId` is the extension's id of it, where it has one. */
export async function installManifest(
  hub: HubServers,
  manifest: HarborManifest,
  wireId = idOf(manifest.name),
): Promise<Server> {
  const { name, package: named, description } = manifest;
  const identifier = named.type === 'git' ? sourceOf(named.url ?? named.name ?? '') : named.name;
  if (identifier === undefined || identifier === '')
    throw new Fault('invalid_manifest', 'Invalid manifest: package.name is missing');
  const known = hub.find(wireId);
  if (known) return known;
  const variables = variablesOf(manifest);
  const args = manifest.execution?.args ?? [];
  const server = packageServer(name, { registryType: launchers[named.type], identifier, variables, args });
  const about: Answer = { wireId, packageType: named.type, packageId: identifier, variables, manifest };
  return hub.add(server, { ...about, catalogSource: 'manifest', ...(description && { description }) });
}

/** A repository as npm fetches it, for what is published nowhere. */
function sourceOf(address: string): string {
  const found = repositoryIn(address.replace(/^git\+/, '').replace(/^github:/, ''));
  return found ? `github:${found.owner}/${found.repo}` : address;
}

/** Secrets, and variables that the manifest gives no value. */
function variablesOf({ secrets = [], environment = [] }: HarborManifest): HarborVariable[] {
  const asked = secrets.filter(({ required }) => required !== false);
  const open = environment.filter(entry => entry.default === undefined);
  return [
    ...asked.map(({ name, description }) => ({ name, isSecret: true, ...(description && { description }) })),
    ...open.map(({ name }) => ({ name, isSecret: false })),
  ];
}

function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200);
}
