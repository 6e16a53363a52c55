// One row for each browser of this machine, made of what its files, its processes, the manifests and its companions say.
import { plannedRows } from '../../../../native-host/manifests/installer.ts';
import { profileFacts } from '../../../../native-host/manifests/profiles.ts';
import { receiptOf } from '../../../../native-host/manifests/receipts.ts';
import { browserProcesses, runningAs } from '../../../../native-host/manifests/running.ts';
import { canStart, extensionsPage, opensExtensions } from '../../../../native-host/manifests/start-plan.ts';
import { whoAnswers } from '../../../../native-host/manifests/who-answers.ts';
import { truthOf } from './browser-truth.ts';
import type { MachineBrowser } from '../../../../contract/schemas/browsers.ts';
import type { Browser } from '../../../../contract/schemas/entities.ts';
import type { ManifestRow } from '../../../../contract/schemas/manifests.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';
import type { BrowserPlan } from '../../../../native-host/manifests/plan.ts';
import type { RunningProcess } from '../../../../native-host/manifests/processes.ts';
import type { Receipts } from '../../../../native-host/manifests/receipts.ts';
import type { SeenCompanion } from './browser-truth.ts';
import type { Sightings } from './sightings.ts';

export interface RowFacts {
  readonly receipts: Receipts;
  readonly processes: readonly RunningProcess[] | null;
  readonly known: readonly Browser[];
  readonly companionVersion: string;
  readonly now: number;
  readonly sightings: Pick<Sightings, 'get'>;
}

export async function browserRows(context: ManifestContext, facts: RowFacts): Promise<MachineBrowser[]> {
  const rows = await plannedRows(context, facts.receipts);
  const here = rows.filter(({ plan }) => plan.found === 'yes').map(({ plan }) => plan);
  return Promise.all(rows.map(({ plan, row }) => browserRow(context, plan, row, { ...facts, here })));
}

async function browserRow(
  context: ManifestContext,
  plan: BrowserPlan,
  row: ManifestRow,
  facts: RowFacts & { readonly here: readonly BrowserPlan[] },
): Promise<MachineBrowser> {
  const { location } = plan;
  const { name, family, packaging, readsFolderOf } = location;
  const isOn = plan.targets.some(target => receiptOf(facts.receipts, target)?.browsers.includes(location.id));
  const running = runningOf(context, plan, facts.processes);
  const seen = companionsOf(plan, facts);
  const { answer } = await whoAnswers(context, plan, facts);
  const truth = truthOf({ row, isOn, answer, running, seen, wanted: facts.companionVersion });
  return {
    browserId: location.id,
    name,
    family,
    packaging,
    way: plan.isServed ? 'manifest' : 'websocket',
    found: plan.found,
    isOn,
    manifest: { state: row.state, reason: row.reason },
    truth,
    note: readsFolderOf === undefined ? null : { kind: 'browser-reads-folder', browser: name, other: readsFolderOf },
    ...(await profileFacts(context, location)),
    running,
    extensions: seen.map(({ browser, isOld, seenAt, profile }) => ({
      browserId: browser.id,
      name: browser.name,
      version: browser.extensionVersion,
      isOld,
      state: browser.state.kind,
      seenAt,
      profile,
    })),
    canStart: await canStart(context, plan),
    extensionsPage: extensionsPage(location),
    opensPage: opensExtensions(context, location),
  };
}

function runningOf(
  context: ManifestContext,
  { location }: BrowserPlan,
  processes: readonly RunningProcess[] | null,
): MachineBrowser['running'] {
  if (processes === null) return { kind: 'unknown' };
  const pids = runningAs(context, location, browserProcesses(processes)).map(({ pid }) => pid);
  return pids.length > 0 ? { kind: 'yes', pids } : { kind: 'no' };
}

/**
 * Our companions that were seen in it. One of which nobody saw the browser belongs to the only one here of its family; where there are
 * several it is shown with none.
 */
function companionsOf(
  { location: { id, family } }: BrowserPlan,
  { known, sightings, companionVersion, now, here }: RowFacts & { readonly here: readonly BrowserPlan[] },
): SeenCompanion[] {
  const ofFamily = here.filter(plan => plan.location.family === family);
  const isOnlyOne = ofFamily.length === 1 && ofFamily[0]?.location.id === id;
  return known
    .filter(browser => browser.family === family && browser.extensionVersion !== '')
    .flatMap((browser): SeenCompanion[] => {
      const sighting = sightings.get(browser.id);
      const isHere = sighting?.machineBrowser ? sighting.machineBrowser === id : isOnlyOne;
      if (!isHere) return [];
      const seenAt = browser.state.kind === 'connected' ? now : (sighting?.seenAt ?? browser.state.since);
      const isOld = isOlder(browser.extensionVersion, companionVersion);
      return [{ browser, isOld, seenAt, profile: sighting?.profile ?? null }];
    });
}

/** Versions of extensions are numbers with dots between them. */
export function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map(text => text.split('.').map(Number));
  for (let at = 0; at < Math.max(one?.length ?? 0, other?.length ?? 0); at += 1) {
    const difference = (one?.[at] ?? 0) - (other?.[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
