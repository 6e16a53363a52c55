// What those who fetch packages are asked for, and what they bring.
import type { Reason } from '../../../../../contract/reasons.ts';
import type { Way } from '../../../../../contract/schemas/catalogue.ts';
import type { InstallPhase } from '../../../../../contract/schemas/installs.ts';
import type { OpenedBundle } from '../install-sources.ts';
import type { PackageStore } from '../package-store.ts';
import type { ProgramSurroundings } from './run-program.ts';

/** What shows while it is fetched. */
export type FetchPhase = Extract<InstallPhase, { kind: 'fetching' | 'unpacking' | 'building' }>;

export interface FetchRequest {
  readonly serverId: string;
  readonly way: Way;
  /** The address of the source whose entry it is; null where it is of none, or of a file. */
  readonly source: string | null;
  /** Exact; empty for a bundle whose entry leaves it to the bundle. */
  readonly version: string;
  /** What it has to come to where it was here before. */
  readonly integrity: string | null;
  readonly bundle: OpenedBundle | null;
  readonly signal: AbortSignal;
  onPhase(phase: FetchPhase): void;
}

export interface FetchSurroundings extends ProgramSurroundings {
  readonly packages: PackageStore;
  /** Of a runtime; null where nobody tells. */
  versionOf(command: string): Promise<string | null>;
  openBundle(path: string): Promise<OpenedBundle>;
}

/** What was unpacked into `folder`, which is a draft that is kept or thrown away as a whole. */
export interface Fetched {
  /** Null where nothing lies in a folder of ours, as of an image. */
  readonly folder: string | null;
  readonly integrity: string | null;
  /** Of what says itself which it is. */
  readonly version?: string | undefined;
  /** Packages whose install scripts were not run. */
  readonly scripts: readonly string[];
  /** What the package says of itself in the place of what its entry said. */
  readonly way?: Way | undefined;
  readonly warnings?: readonly Reason[] | undefined;
}

export type Fetcher = (request: FetchRequest, surroundings: FetchSurroundings) => Promise<Fetched>;
