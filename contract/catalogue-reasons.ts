// What is said of the catalogue of servers, its sources and its entries: codes with their facts.
import type { SourceKind } from './catalogue.ts';

/** Those that hold another reason are in `CatalogueReasons` of `reasons.ts`. */
export interface PlainCatalogueReasons {
  // Which source or entry is meant.
  'catalogue-no-source': { source: string };
  'catalogue-source-of-policy': { source: string };
  'catalogue-no-entry': { entry: string; source: string };
  'catalogue-no-version': { entry: string; version: string };
  /** One that Pilothouse knows by itself. */
  'catalogue-source-usual': { source: string };
  'catalogue-source-off': { source: string };
  'catalogue-source-twice': { source: string };
  'catalogue-too-many-sources': { most: number };
  /** `form` says what is wrong with it. */
  'catalogue-source-address': { address: string; form: 'no-address' | 'not-https' | 'with-password' | 'no-path' };

  // Why a source could not be read to its end. `place` is its host, or the path of a file.
  'catalogue-answered': { place: string; status: number };
  'catalogue-asks-to-wait': { place: string; seconds: number };
  'catalogue-too-slow': { place: string; seconds: number };
  'catalogue-too-large': { place: string; mib: number };
  'catalogue-too-many': { place: string; most: number };
  'catalogue-goes-round': { place: string };
  'catalogue-unreadable': { place: string; expected: SourceKind };
  'catalogue-no-file': { place: string };
  /** The process that reads catalogues ended while it read this one. */
  'catalogue-process-ended': { source: string };
  /** The same while it read no source. */
  'catalogue-process-gone': object;
  /** What was stored could not be used, and was put away. */
  'catalogue-stored-anew': { was: 'broken' | 'newer' };
  /** Of entries of a source that could not be read; `first` is the name of one, and `at` where it is wrong. */
  /** `at` is null where nothing of it could be read. */
  'catalogue-left-out': { count: number; first: string; at: string | null };
}
