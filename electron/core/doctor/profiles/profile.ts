// One profile of a browser as its own files tell it. Read only: what may not be read is unknown, never absent.
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../../native-host/manifests/files.ts';
import { isAlive } from '../processes.ts';
import type { BrowserFamily } from '../../../../native-host/manifests/locations/location.ts';

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
  /** Where the browser looks for manifests, in its order; folders, or keys on Windows. */
  readonly manifestFolders: readonly string[];
  readonly registryKeys: readonly string[];
  /** Its version as it stands in its files; null where it does not. */
  version(): Promise<string | null>;
  running(): Promise<Running>;
  extension(id: string): Promise<FoundExtension>;
}

/**
 * By the file with which a browser keeps a second one from its data: Chromium's `SingletonLock` (a link to `host-pid`), Firefox's
 * `lock` (a link to `address:+pid`). Both are left behind by one that was killed.
 */
export async function runningBy(folder: string, name: string): Promise<Running> {
  try {
    const target = await readlink(join(folder, name));
    const pid = Number(/[-+](\d+)$/.exec(target)?.[1]);
    if (!Number.isInteger(pid) || pid <= 0) return { kind: 'unknown' };
    return isAlive(pid) ? { kind: 'running', pid } : { kind: 'closed' };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'closed' };
    return { kind: 'unknown' };
  }
}

/** On Windows such a file is there for exactly as long as the browser runs. */
export async function runningByFile(file: string): Promise<Running> {
  const found = await lstat(file).catch((error: unknown) => codeOf(error));
  if (typeof found !== 'string') return { kind: 'running', pid: null };
  return { kind: found === 'ENOENT' ? 'closed' : 'unknown' };
}
