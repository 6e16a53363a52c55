// The form of what is known of each browser: where it keeps its data, where it looks for manifests, how it is started.
// Markers: {home}, {config} (CHROME_CONFIG_HOME, then XDG_CONFIG_HOME), {xdg} (XDG_CONFIG_HOME), {support} (macOS Application
// Support), {localAppData}, {appData}, {programFiles}, {programFilesX86}, {exact} before an absolute path as it is. Paths that start
// with "/" are the machine's own.
import type { browserPackagings } from '../../../contract/browsers.ts';

export type BrowserFamily = 'chromium' | 'firefox';

/** One folder in which the browser looks; it counts when any of `data` exists. */
export interface ManifestPlace {
  readonly data: readonly string[];
  readonly manifests: string;
  /** It counts only where this exists too: the folder of another browser, which is not made for this one. */
  readonly within?: string;
}

export interface FolderLocations {
  readonly places: readonly ManifestPlace[];
  /** Proof of an installed browser that was never opened; then the first place is used. On macOS also what is opened. */
  readonly apps: readonly string[];
  /** Folders of the whole machine, in which it looks after the user's. */
  readonly system: readonly string[];
  /** How its commands are called, best first. Linux only. */
  readonly commands: readonly string[];
  /** How the paths of its running program end. Linux only. */
  readonly programs: readonly string[];
}

export interface RegistryLocations {
  readonly data: readonly string[];
  /** Its programs, which are also what is started. */
  readonly apps: readonly string[];
  /** Below `HKCU\Software` and `HKLM\Software`, without the name of the native messaging host. */
  readonly keys: readonly string[];
  /** In which order it looks, where it looks into more than are written. */
  readonly looks?: readonly string[];
}

export interface BrowserLocation {
  readonly id: string;
  readonly name: string;
  readonly family: BrowserFamily;
  readonly packaging: (typeof browserPackagings)[number];
  /** The relay cannot be started from its sandbox, unless one of these paths exists; absent where there is no sandbox in the way. */
  readonly servedOnlyWith?: readonly string[];
  /** The browser whose folder it reads in place of one of its own. */
  readonly readsFolderOf?: string;
  /** It has a row where it is found only. */
  readonly isVariant?: true;
  readonly linux: FolderLocations;
  readonly darwin: FolderLocations;
  readonly win32: RegistryLocations;
}
