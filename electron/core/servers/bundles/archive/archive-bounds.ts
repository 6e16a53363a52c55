// How much an archive may hold, and how a bundle is refused.
import { cutMiddle } from '../../../../../contract/visible-text.ts';
import { hubError } from '../../../../../words/hub-error.ts';
import type { BundleReasons } from '../../../../../contract/bundle-reasons.ts';
import type { HubError } from '../../../../../contract/errors.ts';
import type { ReasonOf } from '../../../../../contract/reasons.ts';

export const MiB = 1024 * 1024;
export const maxArchiveMiB = 512;
export const maxEntries = 10_000;
export const maxEntryMiB = 512;
export const maxTotalMiB = 1024;
/** How many times its packed size an entry may have, once it is larger than 1 MiB. */
export const maxRatio = 200;
export const ratioCountsFrom = 1024 * 1024;
export const maxNameChars = 400;
/** Of UTF-8: what file systems take for one name. */
export const maxPartBytes = 240;
export const maxDepth = 40;

export function refusedBundle(reason: ReasonOf<keyof BundleReasons>): HubError {
  return hubError('ERR_INVALID_ARGUMENTS', reason);
}

/** A name of the archive as it stands in a sentence. */
export function shownName(name: string): string {
  return cutMiddle(name, 120);
}
