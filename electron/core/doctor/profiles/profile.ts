// One profile of a browser as its own files tell it. Read only: what may not be read is unknown, never absent.
import type { BrowserFamily } from '../../../../native-host/manifests/locations/location.ts';
import type { BrowserPlan } from '../../../../native-host/manifests/plan.ts';

export type Running =
  | { readonly kind: 'running'; readonly pid: number | null }
  | { readonly kind: 'closed' }
  | { readonly kind: 'unknown' };

export type FoundExtension =
  | { readonly kind: 'there'; readonly version: string | null; readonly folder: string | null }
  | { readonly kind: 'off' }
  | { readonly kind: 'none' }
  /** Loaded until the browser ends: it stands in no list. */
  | { readonly kind: 'for-now' }
  | { readonly kind: 'folder-gone'; readonly folder: string }
  | { readonly kind: 'unknown'; readonly path: string; readonly code: string }
  | { readonly kind: 'broken'; readonly path: string };

export interface Profile {
  /** Of the browser and the profile's folder: `chromium/Default`. */
  readonly id: string;
  readonly browserId: string;
  readonly browser: string;
  readonly family: BrowserFamily;
  /** As the user named it; null where it is the only one. */
  readonly name: string | null;
  /** Its browser's, with the places alone in which the browser of this profile looks. */
  readonly plan: BrowserPlan;
  /** Of the browser as it stands in its files; null where it does not. */
  readonly version: string | null;
  readonly running: Running;
  extension(id: string): Promise<FoundExtension>;
}
