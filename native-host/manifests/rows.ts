// The row of one browser, as the panel shows it: its places summed up in one state and why.
import { locationsOf } from './browser-locations.ts';
import { manifestText } from './content.ts';
import { shownPath } from './context.ts';
import { inspectTarget } from './inspect.ts';
import { hostOf } from './manifest-hosts.ts';
import { absentReason, sandboxedReason } from './reasons.ts';
import { receiptOf } from './receipts.ts';
import { otherBrowsers } from './targets.ts';
import type { ManifestRow } from '../../contract/schemas/manifests.ts';
import type { ManifestContext } from './context.ts';
import type { Inspection } from './inspect.ts';
import type { BrowserPlan } from './plan.ts';
import type { Receipts } from './receipts.ts';

export async function rowOf(context: ManifestContext, plan: BrowserPlan, receipts: Receipts): Promise<ManifestRow> {
  const { id, name, family } = plan.location;
  const host = hostOf(context);
  // What lies in a place of a browser that is neither here nor on is not its own, and each look at a key starts a program.
  const owned = plan.targets.some(target => receiptOf(receipts, target)?.browsers.includes(id));
  const looked = plan.found === 'no' && !owned ? [] : plan.targets;
  const seen = await Promise.all(looked.map(target => inspectTarget(context, name, target, receipts)));
  return {
    browserId: id,
    host: host.id,
    extension: host.extension,
    name,
    family,
    found: plan.found,
    ...summarise(context, plan, seen, receipts),
    paths: plan.targets.map(target => target.place),
    content: manifestText(context, family),
    replaces: seen.flatMap(({ target, replaceable, program }) =>
      replaceable ? [{ place: target.place, program: program ?? null }] : [],
    ),
  };
}

const worstFirst = ['unreadable', 'foreign', 'broken', 'drift'] as const;

type Summary = Pick<ManifestRow, 'state' | 'reason'>;

function summarise(
  context: ManifestContext,
  plan: BrowserPlan,
  seen: readonly Inspection[],
  receipts: Receipts,
): Summary {
  const { id } = plan.location;
  if (!plan.isServed) return { state: 'unsupported', reason: sandboxedReason(context, plan) };
  const entries = seen.filter(({ target }) => target.entry);
  const absent = seen.filter(({ state }) => state === 'absent');
  const owned = seen.some(({ target }) => receiptOf(receipts, target)?.browsers.includes(id));
  if (seen.length === 0) return { state: 'absent', reason: absentReason(context, plan) };
  // On Windows the file belongs to every browser of the family; while no key leads to it, its state is not this browser's.
  const judged = owned || !entries.every(({ state }) => state === 'absent') ? seen : entries;
  for (const state of worstFirst) {
    const found = entries.find(entry => entry.state === state) ?? judged.find(entry => entry.state === state);
    if (found) return { state, reason: found.reason };
  }
  const first = absent[0];
  if (!first) return everywhere(context, plan, seen, receipts);
  // A place that a browser got later, such as a new channel, is missing only for somebody who had switched it on.
  if (owned && absent.length < seen.length)
    return { state: 'drift', reason: { kind: 'manifest-missing', path: shownPath(context, first.target.place) } };
  return { state: 'absent', reason: absentReason(context, plan) };
}

/** Every place holds ours. */
function everywhere(
  context: ManifestContext,
  { location: { id, name } }: BrowserPlan,
  seen: readonly Inspection[],
  receipts: Receipts,
): Summary {
  const entries = seen.filter(({ target }) => target.entry);
  const owned = seen.some(({ target }) => receiptOf(receipts, target)?.browsers.includes(id));
  const others = [...new Set(entries.flatMap(({ target }) => otherBrowsers(receipts, target, id)))];
  if (!owned && others.length > 0) {
    const names = others.map(other => nameOf(context, other));
    return { state: 'ours', reason: { kind: 'manifest-shared', browser: name, others: names } };
  }
  const keeps = seen.some(({ target }) => receiptOf(receipts, target)?.backup);
  const said = entries.slice(0, 1).map(({ reason }) => reason);
  return {
    state: 'ours',
    reason: { kind: 'several', reasons: keeps ? [...said, { kind: 'manifest-puts-back' }] : said },
  };
}

function nameOf(context: ManifestContext, browserId: string): string {
  return locationsOf(context).find(({ id }) => id === browserId)?.name ?? browserId;
}
