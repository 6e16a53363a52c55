// What `pilothouse import` says.
import type { ImportThing } from '../../../contract/schemas/imports.ts';

export interface ImportWords {
  readonly whichApp: string;
  readonly onlyWithTake: string;
  readonly noApps: string;
  /** How many servers an app has, and how much beside them. */
  readonly foundInApp: (servers: number, things: number) => string;
  readonly wasRead: (file: string) => string;
  readonly serverKind: string;
  readonly thingKinds: Readonly<Record<ImportThing['kind'], string>>;
  readonly withSecrets: (names: readonly string[]) => string;
  /** How much of a config has no value yet. */
  readonly leftOpen: (count: number) => string;
  readonly hereAs: (server: string) => string;
  readonly nameTakenBy: (server: string) => string;
  /** The key of an entry further up that is reached in the same way. */
  readonly sameAs: (key: string) => string;
  readonly wouldReplace: string;
  readonly nothingTaken: string;
  readonly nothingNew: string;
  readonly notFoundThere: (name: string) => string;
  readonly thingTaken: (kind: string, name: string) => string;
}
