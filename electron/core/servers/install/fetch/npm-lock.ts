// What npm has found a package to come to, by its package-lock.json: its integrity, its install scripts, and that all of it is of a registry.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hubError } from '../../../../../words/hub-error.ts';
import type { FetchRequest } from './fetched.ts';

const AskedSchema = z.record(z.string(), z.string()).optional();
const LockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
      link: z.boolean().optional(),
      dependencies: AskedSchema,
      optionalDependencies: AskedSchema,
      peerDependencies: AskedSchema,
    }),
  ),
});
export type NpmLock = z.infer<typeof LockSchema>;

const maxLockBytes = 64 * 1024 * 1024;

/** Of the package `name`. Rejects with HubError where something of it would come from elsewhere than a registry. */
export async function readLock(folder: string, name: string): Promise<NpmLock> {
  const text = await readFile(join(folder, 'package-lock.json'), 'utf8');
  if (text.length > maxLockBytes) throw new Error('The package-lock.json of a package is larger than 64 MiB.');
  const lock = LockSchema.parse(JSON.parse(text));
  const from = elsewhere(lock);
  if (from !== null) throw notOfRegistry(name, from);
  return lock;
}

/** `from` is what does not come from a registry, as npm writes it; null where npm does not say. */
export function notOfRegistry(name: string, from: string | null) {
  return hubError('ERR_PERMISSION_DENIED', { kind: 'install-not-of-registry', name, from });
}

/**
 * The first that is no archive of a registry: a repository, a folder of this machine, or an address that a package names
 * itself; null where there is none. Registries may keep their archives on other hosts, so hosts are not compared.
 */
export function elsewhere({ packages }: NpmLock): string | null {
  const places = Object.entries(packages).filter(([place]) => place !== '');
  const addresses = new Set(
    Object.values(packages)
      .flatMap(one => [one.dependencies, one.optionalDependencies, one.peerDependencies])
      .flatMap(asked => Object.values(asked ?? {}))
      .flatMap(wanted => webAddress(wanted) ?? []),
  );
  for (const [place, { resolved, link }] of places) {
    if (!place.startsWith('node_modules/') || link) return resolved ?? place;
    if (resolved === undefined) continue;
    const address = webAddress(resolved);
    if (address === null || addresses.has(address)) return resolved;
  }
  return null;
}

function webAddress(text: string): string | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The integrity that the registry names (`dist.integrity`), by which npm checks what comes. Throws HubError where it is another than before. */
export function integrityIn(
  lock: NpmLock,
  { way, version, integrity: before }: Pick<FetchRequest, 'way' | 'version' | 'integrity'>,
): string | null {
  const name = way.identifier;
  const found = lock.packages[`node_modules/${name}`];
  const integrity = found?.integrity ?? null;
  if (found?.version !== version.replace(/^v/, ''))
    throw hubError('ERR_SERVER_UNAVAILABLE', {
      kind: 'install-other-version',
      name,
      version,
      found: found?.version ?? '',
    });
  if (before !== null && integrity !== before)
    throw hubError('ERR_PERMISSION_DENIED', {
      kind: 'install-other-integrity',
      name,
      version,
      before,
      now: integrity ?? '-',
    });
  return integrity;
}

/** Names of the packages that have install scripts. */
export function scriptsIn(lock: NpmLock): string[] {
  const found = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  return [...new Set(found.map(([place]) => place.split('node_modules/').at(-1) ?? place))].sort();
}
