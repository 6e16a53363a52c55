// Where something can change that decides who answers in a browser: manifests of the user and of the machine, and policies.
import { win32 } from 'node:path';
import { claimPlaces } from '../../../../native-host/manifests/claim-places.ts';
import { plansOf } from '../../../../native-host/manifests/machine-plans.ts';
import { hostOf } from '../../../../native-host/manifests/manifest-hosts.ts';
import { policyPlaces } from '../../../../native-host/manifests/policies.ts';
import type { ClaimPlace } from '../../../../native-host/manifests/claim-places.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';
import type { BrowserPlan } from '../../../../native-host/manifests/plan.ts';

/** There or not. */
export interface WatchedPlaces {
  readonly files: readonly string[];
  /** Everything in them counts. */
  readonly folders: readonly string[];
}

/** One context for each native messaging host. */
export async function watchedPlaces(contexts: readonly ManifestContext[]): Promise<WatchedPlaces> {
  const [files, folders] = [new Set<string>(), new Set<string>()];
  for (const context of contexts) {
    for (const plan of await plansOf(context)) {
      const places = policyPlaces(context, plan.location);
      for (const { kind, place } of [...plan.targets, ...lookedAt(context, plan)])
        if (kind === 'file') files.add(place);
      for (const file of places.files) files.add(file);
      for (const folder of places.folders) folders.add(folder);
    }
  }
  return { files: [...files], folders: [...folders] };
}

/** The keys above those of the hosts, of browsers that are here. */
export async function watchedKeys(contexts: readonly ManifestContext[]): Promise<readonly string[]> {
  const keys = new Set<string>();
  for (const context of contexts)
    for (const plan of await plansOf(context))
      for (const { kind, place } of plan.found === 'no' ? [] : lookedAt(context, plan))
        if (kind === 'key') keys.add(win32.dirname(place));
  return [...keys];
}

function lookedAt(context: ManifestContext, plan: BrowserPlan): readonly ClaimPlace[] {
  return claimPlaces(context, plan, hostOf(context).name).flat();
}
