// Where a browser looks for a native messaging host, in its order. Pure.
import { join } from 'node:path';
import { foldersOf } from './browser-locations.ts';
import { resolveAll } from './plan.ts';
import type { claimScopes } from '../../contract/browsers.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserPlan } from './plan.ts';

export interface ClaimPlace {
  readonly scope: (typeof claimScopes)[number];
  readonly kind: 'file' | 'key';
  readonly place: string;
}

/** One list for each of the browser's own folders (its channels); on Windows one. */
export function claimPlaces(context: ManifestContext, plan: BrowserPlan, name: string): ClaimPlace[][] {
  const { location, targets } = plan;
  if (context.platform === 'win32') {
    const keys = location.win32.looks ?? location.win32.keys;
    // A 64-bit system has two views of what belongs to the machine, and the one of 32 bits comes first.
    const views = [
      ['user-key', 'HKCU\\Software'],
      ['system-key', 'HKLM\\Software\\WOW6432Node'],
      ['system-key', 'HKLM\\Software'],
    ] as const;
    return [
      views.flatMap(([scope, root]) =>
        keys.map(key => ({ scope, kind: 'key' as const, place: `${root}\\${key}\\${name}` })),
      ),
    ];
  }
  const system = resolveAll(context, foldersOf(context, location).system).map(
    (folder): ClaimPlace => ({ scope: 'system', kind: 'file', place: join(folder, `${name}.json`) }),
  );
  return targets.map(({ place }) => [{ scope: 'user', kind: 'file', place }, ...system]);
}
