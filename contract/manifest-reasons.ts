// What is said of native messaging manifests and of switching them: codes with their facts.
import type { Reason } from './reason.ts';

type Verb = 'read' | 'write' | 'remove';

export interface ManifestReasons {
  'manifest-failed': { verb: Verb; place: string; why: Reason };
  'manifest-not-kept': { verb: Verb; place: string; why: Reason };
  /** `why` tells what is wrong with the copy. */
  'manifest-copy-fault': { verb: Verb; place: string; why: string };
  'file-in-the-way': { path: string };
  'folder-in-the-way': object;
  'disk-read-only': object;
  'disk-full': object;
  'no-right': { user: string; verb: Verb; folder: string | null };
  'place-of-user': { what: 'file' | 'folder'; owner: number; user: string };
  'system-fault': { what: string };

  'browser-unknown': { path: string; browser: string };
  'manifest-ready': { places: readonly string[] };
  'browser-sandboxed': { browser: string; path: string };
  'browser-not-here': { browser: string; path: string };
  'manifest-ours': { browser: string; launcher: string };
  'manifest-shared': { browser: string; others: readonly string[] };
  'manifest-missing': { path: string };
  'manifest-link': { path: string };
  /** Its differing members; none where only the text differs. */
  'manifest-drift': { path: string; differing: readonly string[] };
  'key-drift': { path: string };
  'launcher-gone': { path: string };
  'manifest-path-gone': { path: string };
  'manifest-unknown': { path: string };
  'manifest-foreign': { browser: string; program: string; place: string; key: boolean };
  'manifest-puts-back': object;
  'manifest-belongs': { program: string };
  'manifest-belongs-unknown': { path: string };
  'manifest-foreign-link': { path: string };
  'manifest-changing': { path: string };
  'manifest-left': { path: string; copy: string };
  'manifest-lost': { path: string; copy: string };
  'home-of-other': { home: string; owner: number };
}
