// What `pilothouse browsers` says.

import type { InstallStep, ManifestClaim } from '../../../contract/schemas/browsers.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';

export interface BrowserWords {
  readonly noBrowsers: string;
  readonly nothingToSwitch: string;
  readonly whichSystemBrowser: string;
  /** `text` is what the hub says of it. */
  readonly browserLine: (id: string, name: string, text: string) => string;
  readonly offeredFolder: (folder: string, program: string, pid: number) => string;
  /** Stands before those that have come to the hub. */
  readonly knownBrowsers: string;
  readonly knownBrowser: (name: string, id: string, state: Browser['state']['kind']) => string;
  readonly step: (action: InstallStep['action'], place: string, isDone: boolean) => string;
  readonly claim: (place: string, program: string | null, state: ManifestClaim['programState']) => string;
}
