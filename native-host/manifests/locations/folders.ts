// What the tables of browsers have in common: their empty rows, and the folders of several channels.
import type { FolderLocations, ManifestPlace, RegistryLocations } from './location.ts';

export const noFolders: FolderLocations = { places: [], apps: [], system: [], commands: [], programs: [] };
export const noRegistry: RegistryLocations = { data: [], apps: [], keys: [] };

/** Folders below `root` that are profile folders and hold the manifests as Chromium has it. */
export function chromiumPlaces(root: string, names: readonly string[]): readonly ManifestPlace[] {
  return names.map(name => ({
    data: [`${root}/${name}`],
    manifests: `${root}/${name}/NativeMessagingHosts`,
  }));
}

/** An app of macOS, for everybody or for this user. */
export function macApps(...names: readonly string[]): readonly string[] {
  return names.flatMap(name => [`/Applications/${name}.app`, `{home}/Applications/${name}.app`]);
}

/** Programs on Windows, below the folders in which programs are installed. */
export function winApps(
  roots: readonly ('programFiles' | 'programFilesX86' | 'localAppData')[],
  path: string,
): string[] {
  return roots.map(root => `{${root}}/${path}`);
}

export const chromeSystem = '/etc/opt/chrome/native-messaging-hosts';
export const chromeSystemMac = '/Library/Google/Chrome/NativeMessagingHosts';
export const chromeKey = 'Google\\Chrome\\NativeMessagingHosts';
export const chromiumKey = 'Chromium\\NativeMessagingHosts';
