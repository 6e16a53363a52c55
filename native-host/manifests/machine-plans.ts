// The plan of each browser of this machine: its row of the table with what was found of it.
import { hubError } from '../../words/hub-error.ts';
import { locationsOf } from './browser-locations.ts';
import { nodeFiles } from './files.ts';
import { hostOf } from './manifest-hosts.ts';
import { planBrowser, signsOf } from './plan.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserLocation } from './locations/location.ts';
import type { BrowserPlan, Found } from './plan.ts';

/** The browsers that can run the extension of the host that is meant. */
function servedBy(context: ManifestContext): readonly BrowserLocation[] {
  const { allowed } = hostOf(context);
  return locationsOf(context).filter(({ family }) => allowed[family].length > 0);
}

/** Throws a `HubError` with a sentence when there is no such browser. */
export function locationOf(context: ManifestContext, browserId: string): BrowserLocation {
  const served = servedBy(context);
  const location = served.find(({ id }) => id === browserId);
  if (location) return location;
  const known = served.map(({ id }) => id);
  const { id, extension: other } = hostOf(context);
  const extension = id === 'pilothouse' ? null : other;
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-such-browser', browser: browserId, extension, known });
}

/** What is known of each browser that can run the host's extension; variants where they are found only. */
export async function plansOf(context: ManifestContext): Promise<BrowserPlan[]> {
  const plans = await Promise.all(servedBy(context).map(location => lookAt(context, location)));
  return plans.filter(
    ({ location, found }) => !location.isVariant || location.packaging === 'folder' || found !== 'no',
  );
}

export async function lookAt(context: ManifestContext, location: BrowserLocation): Promise<BrowserPlan> {
  const files = context.files ?? nodeFiles;
  const signs = await Promise.all(
    signsOf(context, location).map(async (path): Promise<[string, Found]> => {
      // A refusal says nothing about the browser, so only a clear answer counts as "no".
      const found = await files.exists(path).catch(() => undefined);
      return [path, found === undefined ? 'unknown' : found ? 'yes' : 'no'];
    }),
  );
  return planBrowser(context, location, new Map(signs));
}
