// Where what is installed comes from: an entry of the catalogue or an opened bundle, each with the way that was chosen and what is to be known of it.
import { hubError } from '../../../../words/hub-error.ts';
import { withoutMountDefaults } from './container-options.ts';
import { nearPlace } from './entry-reach.ts';
import { refused } from './field-values.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Bundle } from '../../../../contract/schemas/bundles.ts';
import type { Entry, Way } from '../../../../contract/schemas/catalogue.ts';
import type { InstallSource } from '../../../../contract/schemas/install-requests.ts';
import type { InstallOrigin } from '../../../../contract/schemas/installs.ts';
import type { CatalogueJudge, JudgedWay } from '../../permissions/policy/catalogue-judge.ts';
import type { BundleWay } from '../bundles/bundle-way.ts';

export interface OpenedBundle {
  readonly way: Way;
  readonly bundle: Bundle;
  readonly runtime: BundleWay['runtime'];
  /** Extracts it into an empty folder. */
  unpackInto(
    folder: string,
    onProgress: (done: number, total: number | null) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Writes the bundle itself to a path where nothing is yet. */
  copyTo(path: string): Promise<void>;
  /** Lets go of its file. */
  close(): Promise<void>;
}

export interface InstallSources {
  /** Without a version the newest. Rejects with HubError where there is none. */
  entryOf(sourceId: string, name: string, version: string | null): Promise<Entry>;
  /** The same after its source was asked anew, which the user has to want. */
  newestOf(sourceId: string, name: string): Promise<Entry>;
  /** Of one that the user has opened. Throws HubError where it is not open any more. */
  bundleOf(bundleId: string): OpenedBundle;
  /** Reads the bundle at this path as it does one that the user opens. */
  openBundle(path: string): Promise<OpenedBundle>;
  /** The address of a source; null where it is not known any more. */
  addressOf(sourceId: string): string | null;
  readonly judge: CatalogueJudge;
}

export interface ChosenWay {
  readonly way: Way;
  readonly origin: InstallOrigin;
  /** What it is called unless the user says otherwise. */
  readonly title: string;
  /** The name of a better known entry that this one resembles. */
  readonly resembles: string | null;
  readonly warnings: readonly Reason[];
  /** Of a bundle that is open. */
  readonly runtime: OpenedBundle['runtime'];
  /** Null where it may be installed. */
  readonly forbidden: Reason | null;
}

/** Rejects with HubError for what is not there. */
export async function chosenWay(from: InstallSource, sources: InstallSources): Promise<ChosenWay> {
  return from.kind === 'entry' ? ofEntry(from, sources) : ofBundle(from.bundleId, sources);
}

async function ofEntry(
  { sourceId, name, version, way: at }: Extract<InstallSource, { kind: 'entry' }>,
  sources: InstallSources,
): Promise<ChosenWay> {
  const entry = await sources.entryOf(sourceId, name, version);
  const way = entry.ways[at];
  if (!way) throw refused({ kind: 'install-no-way', name, ways: entry.ways.length });
  const origin = { kind: 'entry', sourceId, name: entry.name, sourceName: entry.sourceName } as const;
  return {
    way: withoutMountDefaults(way),
    origin,
    title: entry.title || (entry.name.split('/').at(-1) ?? entry.name),
    resembles: entry.lookAlike?.name ?? null,
    warnings: entry.lookAlike ? [{ kind: 'entry-look-alike', name: entry.name, other: entry.lookAlike.name }] : [],
    runtime: null,
    forbidden: judged(origin, way, way.version, sources) ?? entry.forbidden,
  };
}

function ofBundle(bundleId: string, sources: InstallSources): ChosenWay {
  const { way, bundle, runtime } = sources.bundleOf(bundleId);
  const { signature } = bundle;
  // Anybody can write any name into a certificate of their own.
  const signedBy = signature.kind === 'trusted' ? signature.by : null;
  const origin = { kind: 'bundle', name: bundle.name, signedBy } as const;
  return {
    way,
    origin,
    title: bundle.title || bundle.name,
    resembles: null,
    warnings: bundle.warnings,
    runtime,
    forbidden: bundle.unsuitable ?? judged(origin, way, bundle.version, sources),
  };
}

/** Why it may not be: by where it would lead, or by the policy. Null where it may. */
export function judged(
  origin: InstallOrigin,
  way: JudgedParts,
  version: string | null,
  { judge, addressOf }: Pick<InstallSources, 'judge' | 'addressOf'>,
): Reason | null {
  const source = origin.kind === 'entry' ? addressOf(origin.sourceId) : null;
  return nearPlace(way, source) ?? judge(judgedWay(origin, way, version, source));
}

type JudgedParts = Pick<Way, 'kind' | 'identifier' | 'registry' | 'sha256'>;

/** How the policy sees it. */
export function judgedWay(
  origin: InstallOrigin,
  { kind, identifier, registry, sha256 }: JudgedParts,
  version: string | null,
  source: string | null,
): JudgedWay {
  const known = { kind, registry, sha256, version, source };
  if (origin.kind === 'entry')
    return { ...known, sourceId: origin.sourceId, entry: origin.name, identifier, isUnsigned: false };
  // A bundle is judged by its own name, because that of its file is anybody's.
  return { ...known, sourceId: null, entry: null, identifier: origin.name, isUnsigned: origin.signedBy === null };
}

/** Throws HubError where the policy forbids it. */
export function expectAllowed(forbidden: Reason | null): void {
  if (forbidden !== null) throw hubError('ERR_PERMISSION_DENIED', forbidden);
}
