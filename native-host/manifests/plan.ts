// What switching a browser on would write: pure, from the table and from what was found on the machine.
import { join } from 'node:path';
import { manifestText } from './content.ts';
import { resolveMarkers } from './context.ts';
import { hostOf } from './manifest-hosts.ts';
import type { ManifestRow } from '../../contract/schemas/manifests.ts';
import type { BrowserLocation, FolderLocations } from './browser-locations.ts';
import type { ManifestContext } from './context.ts';

export type Found = ManifestRow['found'];

/** One thing that is written. `entry` is where a browser looks, unlike the file that a registry key points at. */
export type Target =
  | { readonly kind: 'file'; readonly place: string; readonly text: string; readonly entry: boolean }
  | { readonly kind: 'key'; readonly place: string; readonly text: string; readonly entry: true };

export interface BrowserPlan {
  readonly location: BrowserLocation;
  readonly found: Found;
  /** The first path that was looked at, for sentences. */
  readonly lookedAt: string;
  /** A Snap or Flatpak build that cannot be served. */
  readonly sandboxedAt: string | undefined;
  /** In the order in which they are written. */
  readonly targets: readonly Target[];
}

/** Every path whose existence the plan of this browser needs. */
export function signsOf(context: ManifestContext, location: BrowserLocation): readonly string[] {
  const patterns =
    context.platform === 'win32'
      ? [...location.win32.data, ...location.win32.apps]
      : foldersOf(context, location).places.flatMap(place => place.data);
  const { apps, sandboxed } = context.platform === 'win32' ? noFolders : foldersOf(context, location);
  return resolveAll(context, [...patterns, ...apps, ...sandboxed]);
}

/** The plan for one browser. `signs` answers for each path of `signsOf`. */
export function planBrowser(
  context: ManifestContext,
  location: BrowserLocation,
  signs: ReadonlyMap<string, Found>,
): BrowserPlan {
  return context.platform === 'win32' ? planRegistry(context, location, signs) : planFolders(context, location, signs);
}

function planFolders(
  context: ManifestContext,
  location: BrowserLocation,
  signs: ReadonlyMap<string, Found>,
): BrowserPlan {
  const { places, apps, sandboxed } = foldersOf(context, location);
  const states = places.map(place => ({ place, found: foundAny(context, place.data, signs) }));
  const opened = strongest(states.map(state => state.found));
  const found = strongest([opened, foundAny(context, apps, signs)]);
  // Nothing opened yet, or nothing at all: the first place is what switching on would write.
  const used = opened === 'no' ? states.slice(0, 1) : states.filter(state => state.found === opened);
  const text = manifestText(context, location.family);
  return {
    location,
    found,
    lookedAt:
      resolveAll(
        context,
        places.flatMap(place => place.data),
      )[0] ?? '',
    sandboxedAt: resolveAll(context, sandboxed).find(path => signs.get(path) === 'yes'),
    targets: used.flatMap(({ place }): Target[] => {
      const folder = resolveMarkers(context, place.manifests);
      return folder ? [{ kind: 'file', place: join(folder, `${hostOf(context).name}.json`), text, entry: true }] : [];
    }),
  };
}

function planRegistry(
  context: ManifestContext,
  location: BrowserLocation,
  signs: ReadonlyMap<string, Found>,
): BrowserPlan {
  const { data, apps, keys } = location.win32;
  const { name } = hostOf(context);
  const file = join(context.dataHome, 'manifests', location.family, `${name}.json`);
  const text = manifestText(context, location.family);
  return {
    location,
    found: foundAny(context, [...data, ...apps], signs),
    lookedAt: resolveAll(context, data)[0] ?? '',
    sandboxedAt: undefined,
    targets: [
      { kind: 'file', place: file, text, entry: false },
      ...keys.map(
        (key): Target => ({
          kind: 'key',
          place: `HKCU\\Software\\${key}\\${name}`,
          text: file,
          entry: true,
        }),
      ),
    ],
  };
}

const noFolders: FolderLocations = { places: [], apps: [], sandboxed: [] };

function foldersOf({ platform }: ManifestContext, location: BrowserLocation): FolderLocations {
  return platform === 'darwin' ? location.darwin : location.linux;
}

function resolveAll(context: ManifestContext, patterns: readonly string[]): readonly string[] {
  return patterns.map(pattern => resolveMarkers(context, pattern)).filter(path => path !== undefined);
}

function foundAny(context: ManifestContext, patterns: readonly string[], signs: ReadonlyMap<string, Found>): Found {
  return strongest(resolveAll(context, patterns).map(path => signs.get(path) ?? 'no'));
}

function strongest(states: readonly Found[]): Found {
  if (states.includes('yes')) return 'yes';
  return states.includes('unknown') ? 'unknown' : 'no';
}
