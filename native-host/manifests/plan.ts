// What switching a browser on would write: pure, from the table and from what was found on the machine.
import { join } from 'node:path';
import { foldersOf } from './browser-locations.ts';
import { manifestText } from './content.ts';
import { resolveMarkers } from './context.ts';
import { hostOf } from './manifest-hosts.ts';
import type { ManifestRow } from '../../contract/schemas/manifests.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserLocation } from './locations/location.ts';

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
  /** False where its sandbox keeps it from starting a relay. */
  readonly isServed: boolean;
  /** In the order in which they are written. */
  readonly targets: readonly Target[];
}

/** Every path whose existence the plan of this browser needs. */
export function signsOf(context: ManifestContext, location: BrowserLocation): readonly string[] {
  const { servedOnlyWith = [] } = location;
  if (context.platform === 'win32')
    return resolveAll(context, [...location.win32.data, ...location.win32.apps, ...servedOnlyWith]);
  const { places, apps } = foldersOf(context, location);
  const patterns = places.flatMap(({ data, within }) => (within === undefined ? data : [...data, within]));
  return resolveAll(context, [...patterns, ...apps, ...servedOnlyWith]);
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
  const { places, apps } = foldersOf(context, location);
  const mayCount = places.filter(({ within }) => within === undefined || foundAny(context, [within], signs) === 'yes');
  const states = mayCount.map(place => ({ place, found: foundAny(context, place.data, signs) }));
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
    isServed: isServed(context, location, signs),
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
    isServed: true,
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

function isServed(context: ManifestContext, { servedOnlyWith }: BrowserLocation, signs: ReadonlyMap<string, Found>) {
  return servedOnlyWith === undefined || foundAny(context, servedOnlyWith, signs) === 'yes';
}

export function resolveAll(context: ManifestContext, patterns: readonly string[]): readonly string[] {
  return patterns.map(pattern => resolveMarkers(context, pattern)).filter(path => path !== undefined);
}

function foundAny(context: ManifestContext, patterns: readonly string[], signs: ReadonlyMap<string, Found>): Found {
  return strongest(resolveAll(context, patterns).map(path => signs.get(path) ?? 'no'));
}

function strongest(states: readonly Found[]): Found {
  if (states.includes('yes')) return 'yes';
  return states.includes('unknown') ? 'unknown' : 'no';
}
