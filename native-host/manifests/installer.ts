// The manifest installer: list what is, switch one browser on, switch it off. Plan, apply, verify.
import { dirname } from 'node:path';
import { HubError } from '../../electron/contract/errors.ts';
import { browserLocations } from './browser-locations.ts';
import { manifestText } from './content.ts';
import { shownPath } from './context.ts';
import { codeOf, nodeFiles } from './files.ts';
import { inspectTarget } from './inspect.ts';
import { planBrowser, signsOf } from './plan.ts';
import { noteRemoved, noteWritten, readReceipts, receiptOf, receiptsPath, writeReceipts } from './receipts.ts';
import { deleteKey, writeKey } from './registry.ts';
import { absentSentence, brokenSentence, explainFailure, missingSentence, sharedSentence } from './sentences.ts';
import type { ManifestRow } from '../../electron/contract/manifests.ts';
import type { BrowserLocation } from './browser-locations.ts';
import type { ManifestContext } from './context.ts';
import type { Inspection } from './inspect.ts';
import type { BrowserPlan, Found, Target } from './plan.ts';
import type { Receipts } from './receipts.ts';

/** One row per known browser. Reads only; a place that cannot be read becomes a state of its row. */
export async function listManifests(context: ManifestContext): Promise<ManifestRow[]> {
  // Damaged receipts must not hide the rows: ownership is then decided by name and launcher alone.
  const receipts = await readReceipts(context).catch((): Receipts => []);
  return Promise.all(browserLocations.map(async location => rowOf(context, await lookAt(context, location), receipts)));
}

/**
 * Writes the manifest of one browser in every place that it reads, checks it, and gives the browser's new row.
 * Throws a `HubError` whose sentence names what stayed undone; places that could be written are written.
 */
export function installManifest(context: ManifestContext, browserId: string): Promise<ManifestRow> {
  return inOrder(async () => {
    const location = locationOf(browserId);
    await refuseForeignHome(context);
    const before = await readReceipts(context);
    const plan = await lookAt(context, location);
    if (plan.found === 'no') throw new HubError('ERR_INVALID_ARGUMENTS', absentSentence(context, plan));
    await requireLauncher(context);
    let after = before;
    const failures: string[] = [];
    for (const target of plan.targets) {
      const failure = await writeTarget(context, plan, target, before);
      if (failure) failures.push(failure);
      else after = noteWritten(after, target, browserId);
    }
    await keepReceipts(context, before, after);
    if (failures.length > 0) throw new HubError('ERR_INTERNAL', failures.join(' '));
    return rowOf(context, plan, after);
  });
}

/**
 * Removes the manifest of one browser from every place ever written for it, where the content is still ours, and gives
 * the browser's new row. A place that another browser still uses stays. Throws a `HubError` with a sentence.
 */
export function uninstallManifest(context: ManifestContext, browserId: string): Promise<ManifestRow> {
  return inOrder(async () => {
    const location = locationOf(browserId);
    await refuseForeignHome(context);
    const before = await readReceipts(context);
    const plan = await lookAt(context, location);
    let after = before;
    const failures: string[] = [];
    for (const target of everyTarget(context, plan, before)) {
      const failure = await removeTarget(context, plan, target, before);
      if (failure) failures.push(failure);
      else after = noteRemoved(after, target, browserId);
    }
    await keepReceipts(context, before, after);
    if (failures.length > 0) throw new HubError('ERR_INTERNAL', failures.join(' '));
    return rowOf(context, plan, after);
  });
}

let tail: Promise<unknown> = Promise.resolve();

/** Two switches at once would overwrite each other's receipts. */
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const result = tail.then(work);
  tail = result.catch(() => undefined);
  return result;
}

function locationOf(browserId: string): BrowserLocation {
  const location = browserLocations.find(({ id }) => id === browserId);
  if (location) return location;
  const known = browserLocations.map(({ id }) => id).join(', ');
  throw new HubError('ERR_INVALID_ARGUMENTS', `There is no browser “${browserId}”; name one of ${known}.`);
}

async function lookAt(context: ManifestContext, location: BrowserLocation): Promise<BrowserPlan> {
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

/** Run with sudo, the user's browsers would get files that belong to root, or root's home would get them. */
async function refuseForeignHome(context: ManifestContext): Promise<void> {
  if (context.uid !== 0) return;
  const owner = await (context.files ?? nodeFiles).ownerOf(context.homeDir);
  if (owner === 0) return;
  const home = context.homeDir;
  throw new HubError(
    'ERR_PERMISSION_DENIED',
    `Pilothouse runs as root, but ${home} belongs to user ${owner}. Start Pilothouse as that user, then try again.`,
  );
}

async function requireLauncher(context: ManifestContext): Promise<void> {
  const files = context.files ?? nodeFiles;
  if (await files.isExecutable(context.launcherPath)) return;
  throw new HubError('ERR_INTERNAL', brokenSentence(context, context.launcherPath));
}

/** Gives a sentence when the target does not hold our content afterwards. */
async function writeTarget(
  context: ManifestContext,
  plan: BrowserPlan,
  target: Target,
  receipts: Receipts,
): Promise<string | undefined> {
  const { name } = plan.location;
  const seen = await inspectTarget(context, name, target, receipts);
  if (seen.identical) return undefined;
  if (seen.state === 'foreign' || seen.state === 'unreadable') return seen.sentence;
  try {
    if (target.kind === 'key') await writeKey(context, target.place, target.text);
    else await writeFileTarget(context, target);
  } catch (error) {
    return explainFailure(context, 'write', target, error);
  }
  const written = await inspectTarget(context, name, target, receipts);
  if (written.state === 'ours') return undefined;
  return `${shownPath(context, target.place)} does not hold what was just written. Close the program that changes it, then switch on again.`;
}

async function writeFileTarget(context: ManifestContext, target: Target): Promise<void> {
  const files = context.files ?? nodeFiles;
  await files.makeFolder(dirname(target.place));
  await files.writeAtomic(target.place, target.text, 0o644);
}

/** Gives a sentence when our content could not be removed; foreign content is left without one. */
async function removeTarget(
  context: ManifestContext,
  plan: BrowserPlan,
  target: Target,
  receipts: Receipts,
): Promise<string | undefined> {
  if (otherBrowsers(receipts, target, plan.location.id).length > 0) return undefined;
  const seen = await inspectTarget(context, plan.location.name, target, receipts);
  if (seen.state === 'unreadable') return seen.sentence;
  if (!seen.ours) return undefined;
  try {
    if (target.kind === 'key') await deleteKey(context, target.place);
    else await (context.files ?? nodeFiles).remove(target.place);
    return undefined;
  } catch (error) {
    if (target.kind === 'file' && codeOf(error) === 'ENOENT') return undefined;
    return explainFailure(context, 'remove', target, error);
  }
}

/** The planned places and those in the receipts, keys before the files they point at. */
function everyTarget(context: ManifestContext, plan: BrowserPlan, receipts: Receipts): readonly Target[] {
  const { id, family } = plan.location;
  const known = new Set(plan.targets.map(target => target.place));
  const older = receipts
    .filter(receipt => receipt.browsers.includes(id) && !known.has(receipt.place))
    .map(({ kind, place }): Target => {
      if (kind === 'file') return { kind, place, text: manifestText(context, family), entry: true };
      return { kind, place, text: plan.targets[0]?.place ?? '', entry: true };
    });
  return [...plan.targets, ...older].reverse();
}

async function keepReceipts(context: ManifestContext, before: Receipts, after: Receipts): Promise<void> {
  try {
    await writeReceipts(context, before, after);
  } catch (error) {
    throw new HubError('ERR_INTERNAL', await explainFailure(context, 'write', { place: receiptsPath(context) }, error));
  }
}

async function rowOf(context: ManifestContext, plan: BrowserPlan, receipts: Receipts): Promise<ManifestRow> {
  const { id, name, family } = plan.location;
  const seen = await Promise.all(plan.targets.map(target => inspectTarget(context, name, target, receipts)));
  return {
    browserId: id,
    name,
    family,
    found: plan.found,
    ...summarise(context, plan, seen, receipts),
    paths: plan.targets.map(target => target.place),
    content: manifestText(context, family),
  };
}

const worstFirst = ['unreadable', 'foreign', 'broken', 'drift'] as const;

function summarise(
  context: ManifestContext,
  plan: BrowserPlan,
  seen: readonly Inspection[],
  receipts: Receipts,
): Pick<ManifestRow, 'state' | 'sentence'> {
  const { id, name } = plan.location;
  const entries = seen.filter(({ target }) => target.entry);
  const absent = seen.filter(({ state }) => state === 'absent');
  const owned = seen.some(({ target }) => receiptOf(receipts, target)?.browsers.includes(id));
  // On Windows the file belongs to every browser of the family; while no key leads to it, its state is not this browser's.
  const judged = owned || !entries.every(({ state }) => state === 'absent') ? seen : entries;
  for (const state of worstFirst) {
    const found = entries.find(entry => entry.state === state) ?? judged.find(entry => entry.state === state);
    if (found) return { state, sentence: found.sentence };
  }
  const first = absent[0];
  if (!first) {
    const others = [...new Set(entries.flatMap(({ target }) => otherBrowsers(receipts, target, id)))];
    if (!owned && others.length > 0) return { state: 'ours', sentence: sharedSentence(name, others.map(nameOf)) };
    return { state: 'ours', sentence: entries[0]?.sentence ?? '' };
  }
  // A place that a browser got later, such as a new channel, is missing only for somebody who had switched it on.
  if (owned && absent.length < seen.length) return { state: 'drift', sentence: missingSentence(context, first.target) };
  return { state: 'absent', sentence: absentSentence(context, plan) };
}

function otherBrowsers(receipts: Receipts, target: Target, browserId: string): readonly string[] {
  return receiptOf(receipts, target)?.browsers.filter(id => id !== browserId) ?? [];
}

function nameOf(browserId: string): string {
  return browserLocations.find(({ id }) => id === browserId)?.name ?? browserId;
}
