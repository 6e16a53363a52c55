// The manifest installer: list what is, switch one browser on, switch it off. Plan, apply, verify.
import { hubError } from '../../words/hub-error.ts';
import { dropBackup, sweepTemporary } from './backups.ts';
import { manifestText } from './content.ts';
import { nodeFiles } from './files.ts';
import { locationOf, lookAt, plansOf } from './machine-plans.ts';
import { foreignHosts, hostOf } from './manifest-hosts.ts';
import { absentReason, brokenReason, sandboxedReason } from './reasons.ts';
import { ReceiptBook, readReceipts } from './receipts.ts';
import { rowOf } from './rows.ts';
import { removeTarget, writeTarget } from './targets.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { ManifestRow } from '../../contract/schemas/manifests.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserPlan, Target } from './plan.ts';
import type { Receipts } from './receipts.ts';

/** The rows of `listManifests` for our own native messaging host, then for those of other programs. */
export async function listEveryManifest(context: ManifestContext): Promise<ManifestRow[]> {
  const hosts = ['pilothouse' as const, ...foreignHosts.map(({ id }) => id)];
  const rows = await Promise.all(hosts.map(host => listManifests({ ...context, host })));
  return rows.flat();
}

/** One row per browser that can run the host's extension. Reads only; a place that cannot be read becomes a state of its row. */
export async function listManifests(context: ManifestContext): Promise<ManifestRow[]> {
  // Damaged receipts must not hide the rows: ownership is then decided by name and launcher alone.
  const receipts = await readReceipts(context).catch((): Receipts => []);
  return (await plannedRows(context, receipts)).map(({ row }) => row);
}

/** Each row with the plan that it is about. */
export async function plannedRows(
  context: ManifestContext,
  receipts: Receipts,
): Promise<{ readonly plan: BrowserPlan; readonly row: ManifestRow }[]> {
  const plans = await plansOf(context);
  return Promise.all(plans.map(async plan => ({ plan, row: await rowOf(context, plan, receipts) })));
}

/**
 * Writes the manifest of one browser in every place that it reads, checks it, and gives the browser's new row. With `replace`
 * another program's manifest under its own name is taken the place of, after a copy was kept. Throws a `HubError` whose
 * sentence names what stayed undone; places that could be written are written.
 */
export function installManifest(context: ManifestContext, browserId: string, replace = false): Promise<ManifestRow> {
  return inOrder(async () => {
    const location = locationOf(context, browserId);
    await refuseForeignHome(context);
    const book = await ReceiptBook.open(context);
    const plan = await lookAt(context, location);
    if (!plan.isServed) throw hubError('ERR_INVALID_ARGUMENTS', sandboxedReason(context, plan));
    if (plan.found === 'no') throw hubError('ERR_INVALID_ARGUMENTS', absentReason(context, plan));
    await requireLauncher(context);
    const failures: Reason[] = [];
    for (const target of plan.targets) {
      const failure = await writeTarget({ context, plan, book }, target, replace);
      if (failure) failures.push(failure);
    }
    await book.save();
    if (failures.length > 0) throw hubError('ERR_INTERNAL', { kind: 'several', reasons: failures });
    return rowOf(context, plan, book.receipts);
  });
}

/**
 * Removes the manifest of one browser from every place ever written for it, where the content is still ours, puts back what
 * another program had there, and gives the browser's new row. A place that another browser still uses stays, and so does one
 * that somebody changed since; the row's sentence says so. Throws a `HubError` with a sentence.
 */
export function uninstallManifest(context: ManifestContext, browserId: string): Promise<ManifestRow> {
  return inOrder(async () => {
    const location = locationOf(context, browserId);
    await refuseForeignHome(context);
    const book = await ReceiptBook.open(context);
    const plan = await lookAt(context, location);
    const removals = [];
    const targets = everyTarget(context, plan, book.receipts);
    await sweepTemporary(context, targets);
    for (const target of targets) removals.push(await removeTarget({ context, plan, book }, target));
    await book.save();
    // A copy that could not be removed does no harm, and the places are as they should be.
    for (const { spent } of removals) if (spent) await dropBackup(context, spent).catch(() => {});
    const failures = removals.flatMap(({ failure }) => failure ?? []);
    if (failures.length > 0) throw hubError('ERR_INTERNAL', { kind: 'several', reasons: failures });
    const row = await rowOf(context, plan, book.receipts);
    const notes = removals.flatMap(({ note }) => note ?? []);
    return { ...row, reason: { kind: 'several', reasons: [...notes, row.reason] } };
  });
}

let tail: Promise<unknown> = Promise.resolve();

/** Two switches at once would overwrite each other's receipts. */
export function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const result = tail.then(work);
  tail = result.catch(() => undefined);
  return result;
}

/** Run with sudo, the user's browsers would get files that belong to root, or root's home would get them. */
export async function refuseForeignHome(context: ManifestContext): Promise<void> {
  if (context.uid !== 0) return;
  const owner = await (context.files ?? nodeFiles).ownerOf(context.homeDir);
  if (owner === 0) return;
  const home = context.homeDir;
  throw hubError('ERR_PERMISSION_DENIED', { kind: 'home-of-other', home, owner });
}

async function requireLauncher(context: ManifestContext): Promise<void> {
  const files = context.files ?? nodeFiles;
  if (await files.isExecutable(context.launcherPath)) return;
  throw hubError('ERR_INTERNAL', brokenReason(context, context.launcherPath));
}

/** The planned places and those in the receipts, keys before the files they point at. */
export function everyTarget(context: ManifestContext, plan: BrowserPlan, receipts: Receipts): readonly Target[] {
  const { id, family } = plan.location;
  const known = new Set(plan.targets.map(target => target.place));
  const older = receipts
    .filter(({ host, browsers, place }) => host === hostOf(context).id && browsers.includes(id) && !known.has(place))
    .map(({ kind, place }): Target => {
      if (kind === 'file') return { kind, place, text: manifestText(context, family), entry: true };
      return { kind, place, text: plan.targets[0]?.place ?? '', entry: true };
    });
  return [...plan.targets, ...older].reverse();
}
