// Brings a package here: its exact version, its files in a folder of ours, how it is started, and what a trial start lists.
import { registryName } from '../../../../contract/package-names.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { loadPart } from '../../platform/load-part.ts';
import { currentVersion } from '../pin/current-version.ts';
import { sourceOf } from '../pin/registries.ts';
import { startOf } from './start-package.ts';
import { steeringOf } from './steering-way.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Way } from '../../../../contract/schemas/catalogue.ts';
import type { InstallPhase } from '../../../../contract/schemas/installs.ts';
import type { InstalledVersion, KeptPackage } from '../../store/installs-table.ts';
import type { AppMachine } from '../import/app-places.ts';
import type { Fetched, FetchSurroundings } from './fetch/fetched.ts';
import type { OpenedBundle } from './install-sources.ts';

export interface PackageRequest {
  readonly serverId: string;
  readonly way: Way;
  /** The address of the source whose entry it is; null where it is of none, or of a file. */
  readonly source: string | null;
  /** What it has to come to; null where it comes for the first time. */
  readonly integrity: string | null;
  /** Of an opened bundle. */
  readonly bundle: OpenedBundle | null;
  readonly signal: AbortSignal;
  onPhase(phase: InstallPhase): void;
}

export interface PackageSurroundings extends FetchSurroundings {
  readonly machine: Pick<AppMachine, 'homeDir' | 'env'>;
  openBundle(path: string): Promise<OpenedBundle>;
}

type Brought = Omit<InstalledVersion, 'tools' | 'noTrial'>;

const runners = { npm: 'npx', pypi: 'uvx', oci: 'docker' } as const;

/** Rejects with HubError, which names what is missing or broken; then nothing is left but what was fetched into a cache. */
export async function bringPackage(request: PackageRequest, surroundings: PackageSurroundings): Promise<Brought> {
  const { way } = request;
  if (way.kind === 'remote') {
    const version = way.version ?? '';
    return { way, version, integrity: null, unpacked: null, packageId: null, warnings: warningsOf(way, null, []) };
  }
  const version = await versionOf(request, surroundings);
  const known = await knownPackage(request, version, surroundings);
  if (known) return brought(way, version, known);
  const { fetchers } = await loadPart(() => import('./fetch/fetchers.ts'));
  const fetched = await fetchers[way.kind]({ ...request, version }, surroundings);
  if (fetched.folder === null) {
    const { integrity, scripts } = fetched;
    const unpacked = await startOf(way, integrity ?? version);
    return { way, version, integrity, unpacked, packageId: null, warnings: warningsOf(way, integrity, scripts) };
  }
  const exact = fetched.version ?? version;
  return brought(fetched.way ?? way, exact, await kept(fetched, request, exact, surroundings), fetched.warnings);

  async function brought(own: Way, exact: string, row: KeptPackage, more: readonly Reason[] = []): Promise<Brought> {
    const unpacked = await startOf(own, surroundings.packages.placeOf(row.id));
    const warnings = [...warningsOf(way, row.integrity, row.scripts), ...more];
    return { way: own, version: exact, integrity: row.integrity, unpacked, packageId: row.id, warnings };
  }
}

/** Which to fetch. */
async function versionOf({ bundle, way }: PackageRequest, surroundings: PackageSurroundings): Promise<string> {
  const known = bundle?.bundle.version ?? way.version;
  // A bundle says itself which it is.
  return known ?? (way.kind === 'mcpb' ? '' : newestVersion(way, surroundings));
}

async function kept(
  { folder, integrity, scripts }: Fetched,
  { way: { kind, identifier, registry }, serverId }: PackageRequest,
  version: string,
  { packages }: PackageSurroundings,
): Promise<KeptPackage> {
  const draft = folder ?? '';
  try {
    const key = { kind, identifier, version, registry };
    return await packages.keep(draft, key, { integrity, scripts: [...scripts] }, serverId);
  } catch (error) {
    await packages.discard(draft);
    throw error;
  }
}

/** The same package that another server runs is not fetched again. Bundles say more of themselves than their files do. */
function knownPackage(
  { way, integrity, serverId }: PackageRequest,
  version: string,
  { packages }: PackageSurroundings,
): Promise<KeptPackage | null> {
  if (way.kind === 'mcpb') return Promise.resolve(null);
  const { kind, identifier, registry } = way;
  return packages.find({ kind, identifier, version, registry }, integrity, serverId);
}

/** By its registry, because its entry fixes none. */
export async function newestVersion(way: Way, { machine }: Pick<PackageSurroundings, 'machine'>): Promise<string> {
  const { kind, identifier } = way;
  if (kind !== 'npm' && kind !== 'pypi' && kind !== 'oci')
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'install-no-version', name: identifier });
  const runner = runners[kind];
  const config = { kind: 'stdio', command: runner, args: [], env: {} } as const;
  const source = await sourceOf({ runner, name: identifier, version: way.version }, { ...config, args: [] }, machine);
  if (!source) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'install-no-version', name: identifier });
  // As it is written, with its user: `registryName` is for telling registries apart.
  const other = registryName(kind, way.registry) === null ? null : way.registry;
  return currentVersion(runner, { ...source, registry: other ?? source.registry });
}

/** What there is to know before it is approved. */
export function warningsOf(way: Way, integrity: string | null, scripts: readonly string[]): Reason[] {
  const { kind, identifier: name, version } = way;
  if (kind === 'remote') return [];
  const registry = registryName(kind, way.registry);
  const warnings: Reason[] = [];
  if (version === null && kind !== 'mcpb') warnings.push({ kind: 'package-version-open', name });
  if (integrity === null) warnings.push({ kind: 'package-no-integrity', name });
  if (scripts.length > 0) warnings.push({ kind: 'package-scripts', names: scripts });
  if (registry !== null) warnings.push({ kind: 'package-other-registry', name, registry });
  return [...warnings, ...steeringOf(way).map(({ reason }) => reason)];
}
