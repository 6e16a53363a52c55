// Switching browsers on and off, one by one: what would be done at each place, what was done, and one that fails alone.
import { HubError } from '../../contract/errors.ts';
import { reasonOf } from '../../contract/reason.ts';
import { inEnglish } from '../../words/english.ts';
import { inspectTarget } from './inspect.ts';
import { everyTarget, installManifest, uninstallManifest } from './installer.ts';
import { locationOf, lookAt, plansOf } from './machine-plans.ts';
import { readReceipts, receiptOf } from './receipts.ts';
import { repairManifest } from './repair.ts';
import { otherBrowsers } from './targets.ts';
import type { ErrorValue } from '../../contract/errors.ts';
import type { BrowserResult, InstallStep } from '../../contract/schemas/browsers.ts';
import type { ManifestRow } from '../../contract/schemas/manifests.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserPlan } from './plan.ts';

export type SwitchAct = 'install' | 'repair' | 'uninstall';

export interface SwitchAsk {
  readonly act: SwitchAct;
  /** All that are meant when absent: found ones that are off, not well, or on. */
  readonly browserId?: string | undefined;
  readonly dryRun: boolean;
  readonly replace: boolean;
}

/** One result for each browser that is meant. Throws a `HubError` for a browser that there is not. */
export async function switchBrowsers(context: ManifestContext, ask: SwitchAsk): Promise<BrowserResult[]> {
  const { browserId } = ask;
  const plans =
    browserId === undefined ? await meant(context, ask.act) : [await lookAt(context, locationOf(context, browserId))];
  const results: BrowserResult[] = [];
  for (const plan of plans) results.push(await switchOne(context, plan, ask));
  return results;
}

async function switchOne(context: ManifestContext, plan: BrowserPlan, ask: SwitchAsk): Promise<BrowserResult> {
  const { id: browserId, name } = plan.location;
  try {
    const steps = await stepsOf(context, plan, ask);
    if (ask.dryRun) return { kind: 'planned', browserId, name, steps };
    return { kind: 'done', browserId, name, steps, row: await carryOut(context, browserId, ask) };
  } catch (error) {
    return { kind: 'failed', browserId, name, error: errorValue(error) };
  }
}

function carryOut(context: ManifestContext, browserId: string, { act, replace }: SwitchAsk): Promise<ManifestRow> {
  if (act === 'install') return installManifest(context, browserId, replace);
  return act === 'repair' ? repairManifest(context, browserId) : uninstallManifest(context, browserId);
}

async function meant(context: ManifestContext, act: SwitchAct): Promise<BrowserPlan[]> {
  const receipts = await readReceipts(context);
  const plans = await plansOf(context);
  const isOn = ({ location: { id }, targets }: BrowserPlan) =>
    targets.some(target => receiptOf(receipts, target)?.browsers.includes(id));
  if (act === 'uninstall') return plans.filter(isOn);
  const here = plans.filter(({ found, isServed }) => found === 'yes' && isServed);
  return act === 'repair' ? here.filter(isOn) : here.filter(plan => !isOn(plan));
}

async function stepsOf(
  context: ManifestContext,
  plan: BrowserPlan,
  { act, replace }: SwitchAsk,
): Promise<InstallStep[]> {
  const receipts = await readReceipts(context);
  const { id, name } = plan.location;
  const targets = act === 'uninstall' ? everyTarget(context, plan, receipts) : plan.targets;
  const inspect = targets.map(target => inspectTarget(context, name, target, receipts));
  return (await Promise.all(inspect)).map(({ target, identical, state, ours }): InstallStep => {
    const { place } = target;
    if (act !== 'uninstall') {
      if (identical) return { place, action: 'keep' };
      if (state === 'foreign') return { place, action: act === 'repair' || replace ? 'replace' : 'leave' };
      return { place, action: 'write' };
    }
    if (!ours || otherBrowsers(receipts, target, id).length > 0) return { place, action: 'leave' };
    return { place, action: receiptOf(receipts, target)?.backup ? 'give-back' : 'remove' };
  });
}

function errorValue(error: unknown): ErrorValue {
  if (error instanceof HubError) return { code: error.code, message: error.message, reason: error.reason };
  const reason = reasonOf(error);
  return { code: 'ERR_INTERNAL', message: inEnglish(reason), reason };
}
