// What `pilothouse catalogue` says.
import type { CatalogueSource, Entry } from '../../../contract/schemas/catalogue.ts';

type SourceState = CatalogueSource['state']['kind'];

export interface CatalogueWords {
  readonly noEntries: string;
  /** Nothing was ever read, so nothing can be found. */
  readonly neverRefreshed: string;
  readonly moreEntries: (shown: number, total: number) => string;
  readonly hiddenEntries: (count: number, filter: string) => string;
  readonly entryMarks: Readonly<Record<'verified' | 'deprecated' | 'withdrawn', string>>;
  readonly resemblesShortly: (name: string) => string;
  readonly forbiddenBy: (why: string) => string;
  readonly severalEntries: (name: string, found: readonly string[]) => string;
  readonly noEntryCalled: (name: string) => string;
  readonly entryLabels: Readonly<
    Record<
      | 'version'
      | 'source'
      | 'status'
      | 'repository'
      | 'website'
      | 'changed'
      | 'uses'
      | 'runs'
      | 'asks'
      | 'versions'
      | 'tools',
      string
    >
  >;
  readonly entryStatuses: Readonly<Record<Entry['status'], string>>;
  readonly noFixedVersion: string;
  readonly isRequired: string;
  readonly isSecret: string;
  readonly noSources: string;
  readonly sourceStates: Readonly<Record<SourceState | 'off' | 'never', string>>;
  readonly sourceEntries: (count: number) => string;
  readonly sourceFresh: (at: string) => string;
  readonly refreshProgress: (source: string, done: number, total: number | null) => string;
  readonly refreshDone: (source: string, entries: number) => string;
  readonly refreshFailed: (source: string, why: string) => string;
  readonly nothingToRefresh: string;
  readonly sourceAdded: (source: string) => string;
  readonly sourceRemoved: (source: string) => string;
  readonly sourceSwitched: (source: string, on: boolean) => string;
  readonly notASource: (given: string) => string;
  readonly notOneOf: (given: string, known: readonly string[]) => string;
}
