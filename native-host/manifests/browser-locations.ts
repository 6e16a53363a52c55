// Which browsers there are: those of the tables, and the folders that the user named.
import { customLocation } from './locations/custom.ts';
import { firefoxLocations } from './locations/firefox.ts';
import { forkLocations } from './locations/forks.ts';
import { chromiumLocations } from './locations/large.ts';
import { sandboxedLocations } from './locations/sandboxed.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserLocation } from './locations/location.ts';

/** Those of the tables, which are the same for everybody. */
export const browserLocations: readonly BrowserLocation[] = [
  ...chromiumLocations,
  ...forkLocations,
  ...firefoxLocations,
  ...sandboxedLocations,
];

/** Those that there are on this platform, then the folders that the user named. */
export function locationsOf(context: ManifestContext): readonly BrowserLocation[] {
  const { platform, folders = [] } = context;
  return [...browserLocations, ...folders.map(customLocation)].filter(location =>
    platform === 'win32' ? location.win32.keys.length > 0 : foldersOf(context, location).places.length > 0,
  );
}

export function foldersOf({ platform }: ManifestContext, location: BrowserLocation) {
  return platform === 'darwin' ? location.darwin : location.linux;
}
