// The servers that Harbor's older generation has installed, each with the credentials that it has for it, as servers of ours.
import { join } from 'node:path';
import { HubError } from '../../../../../contract/errors.ts';
import { reasonOf } from '../../../../../contract/reason.ts';
import { type InstalledServer, InstalledServerSchema } from '../../../../../contract/schemas/harbor-home.ts';
import { faultOf } from '../../../../../contract/schemas/value-fault.ts';
import { cutEnd } from '../../../../../contract/visible-text.ts';
import { environmentIn } from '../manifest-environment.ts';
import { nameOf, readEntry, refused } from '../read-entry.ts';
import type { AskedInput } from '../../../../../contract/schemas/adding.ts';
import type { ServerConfig } from '../../../../../contract/schemas/servers.ts';
import type { ManifestEnvironment } from '../manifest-environment.ts';
import type { ReadServer } from '../read-server.ts';

export interface InstalledSurroundings {
  /** The folder `.harbor`. */
  readonly folder: string;
  /** By server and name. */
  readonly credentials: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly manifests: Readonly<Record<string, Record<string, unknown>>>;
  /** Those that have run there. */
  readonly connected: ReadonlySet<string>;
}

const maxText = 500;

/** One that cannot be used says why. */
export function installedServer(value: unknown, around: InstalledSurroundings): ReadServer {
  const parsed = InstalledServerSchema.safeParse(value);
  if (!parsed.success) {
    const why = faultOf(parsed.error, value);
    return { name: 'server', from: null, config: null, problem: { kind: 'harbor-file', why } };
  }
  const server = parsed.data;
  const name = nameOf(server.name ?? server.id);
  try {
    return usable(name, server, around);
  } catch (error) {
    if (error instanceof HubError) return { name, from: null, config: null, problem: reasonOf(error) };
    throw error;
  }
}

function usable(name: string, server: InstalledServer, around: InstalledSurroundings): ReadServer {
  const given = around.credentials[server.id] ?? {};
  const wanted = askedOf(name, server, around);
  const inputs = wanted.inputs.filter(({ id }) => given[id] === undefined);
  const env = { ...wanted.env, ...given };
  const isRemote = server.remoteUrl !== undefined && server.remoteUrl !== null;
  const config = isRemote ? remoteOf(name, server) : readEntry(name, { ...commandOf(name, server, around, env), env });
  const secret = new Set(isRemote ? Object.keys(server.remoteHeaders ?? {}) : Object.keys(given));
  return {
    name,
    from: null,
    config,
    problem: null,
    ...(secret.size > 0 && { secret }),
    ...(!isRemote && inputs.length > 0 && { inputs }),
    ...(!isRemote && wanted.account && { account: wanted.account }),
    // What never ran there is not to run all the time here.
    ...(!around.connected.has(server.id) && { start: 'first-use' as const }),
  };
}

/** What its manifest or its package asks for. */
function askedOf(
  name: string,
  { id, requiredEnvVars }: InstalledServer,
  { manifests }: InstalledSurroundings,
): Pick<ManifestEnvironment, 'env' | 'inputs' | 'account'> {
  const manifest = Object.hasOwn(manifests, id) ? manifests[id] : undefined;
  const isHosted = manifest !== undefined && JSON.stringify(manifest).includes('"hostMode"');
  if (manifest) return environmentIn(name, id, isHosted ? manifest : { ...manifest, oauth: null });
  const inputs = requiredEnvVars.map(
    ({ name: variable, description, isSecret }): AskedInput => ({
      id: variable,
      password: isSecret !== false,
      ...(description && { description: cutEnd(description, maxText) }),
    }),
  );
  return {
    env: Object.fromEntries(inputs.map(({ id: one }) => [one, `\${input:${one}}`])),
    inputs,
    account: undefined,
  };
}

function remoteOf(name: string, { packageType, remoteUrl, remoteHeaders }: InstalledServer): ServerConfig {
  const type = packageType === 'sse' ? { type: 'sse' } : {};
  return readEntry(name, { ...type, url: remoteUrl, headers: remoteHeaders ?? {} });
}

function commandOf(
  name: string,
  { id, packageType, packageId, args, binaryPath }: InstalledServer,
  { folder }: InstalledSurroundings,
  env: Readonly<Record<string, string>>,
): { command: string; args: string[] } {
  switch (packageType) {
    case 'npm':
      return { command: 'npx', args: ['-y', packageId, ...args] };
    case 'git':
      return { command: 'npx', args: ['-y', `git+${packageId.replace(/^git\+/, '')}`, ...args] };
    case 'pypi':
      return { command: 'uvx', args: [packageId, ...args] };
    case 'oci':
    case 'docker': {
      const variables = Object.keys(env).flatMap(variable => ['-e', variable]);
      return { command: 'docker', args: ['run', '-i', '--rm', ...variables, packageId, ...args] };
    }
    case 'binary':
      return { command: binaryPath ?? join(folder, 'bin', id), args: args.length > 0 ? args : ['stdio'] };
    default:
      throw refused({ kind: 'manifest-package', name, found: packageType });
  }
}
