// A manifest for the whole machine: written and removed by root alone, or with the commands that an administrator runs. Nothing here asks
// for rights.
import { dirname, join } from 'node:path';
import { hubError } from '../../words/hub-error.ts';
import { dropBackup } from './backups.ts';
import { foldersOf } from './browser-locations.ts';
import { manifestText } from './content.ts';
import { tagOf } from './context.ts';
import { nodeFiles } from './files.ts';
import { inspectTarget } from './inspect.ts';
import { inOrder, refuseForeignHome } from './installer.ts';
import { locationOf, lookAt } from './machine-plans.ts';
import { hostOf } from './manifest-hosts.ts';
import { resolveAll } from './plan.ts';
import { quoteForSh } from './quoting.ts';
import { ReceiptBook, readReceipts } from './receipts.ts';
import { rowOf } from './rows.ts';
import { removeTarget, writeTarget } from './targets.ts';
import type { InstallStep, MachineWide } from '../../contract/schemas/browsers.ts';
import type { ManifestRow } from '../../contract/schemas/manifests.ts';
import type { ManifestContext } from './context.ts';
import type { Inspection } from './inspect.ts';
import type { BrowserLocation } from './locations/location.ts';
import type { BrowserPlan, Target } from './plan.ts';
import type { Receipts } from './receipts.ts';

/** How it stands there, and the commands of an administrator. Throws a `HubError` for a browser without such a place. */
export async function machineWide(context: ManifestContext, browserId: string): Promise<MachineWide> {
  const location = locationOf(context, browserId);
  const target = systemTarget(context, location);
  const { state, ours, reason, program } = await look(context, location, target);
  return {
    place: target.place,
    content: manifestText(context, location.family),
    state,
    reason,
    program: program ?? null,
    install: await installCommand(context, location, target, state === 'foreign'),
    remove: ours ? await removeCommand(context, target) : null,
    giveBack: state === 'foreign' && context.platform !== 'win32' ? giveBackCommand(target) : null,
  };
}

/** What `act` would do there. Throws as `machineWide`. */
export async function machineStep(
  context: ManifestContext,
  browserId: string,
  { act, replace }: { readonly act: 'install' | 'repair' | 'uninstall'; readonly replace: boolean },
): Promise<InstallStep> {
  const location = locationOf(context, browserId);
  const target = systemTarget(context, location);
  const { place } = target;
  const { state, ours, identical } = await look(context, location, target);
  if (act === 'uninstall') return { place, action: ours ? 'remove' : 'leave' };
  if (identical) return { place, action: 'keep' };
  if (state !== 'foreign') return { place, action: 'write' };
  return { place, action: replace || act === 'repair' ? 'replace' : 'leave' };
}

/** Throws a `HubError`; for whoever is not root it names the command to run, whose file is written by then. */
export function installForMachine(context: ManifestContext, browserId: string, replace: boolean): Promise<ManifestRow> {
  return asRoot(context, browserId, async (work, target) => {
    const failure = await writeTarget(work, target, replace);
    await work.book.save();
    if (failure) throw hubError('ERR_INTERNAL', failure);
  });
}

/** Removes ours, or puts back what was there; anything else is left. Throws a `HubError`, as `installForMachine` does. */
export function uninstallForMachine(context: ManifestContext, browserId: string): Promise<ManifestRow> {
  return asRoot(
    context,
    browserId,
    async (work, target) => {
      const wasOurs = (await inspectTarget(context, work.plan.location.name, target, work.book.receipts)).ours;
      const { failure, spent } = await removeTarget(work, target);
      await work.book.save();
      if (failure) throw hubError('ERR_INTERNAL', failure);
      if (spent) await dropBackup(context, spent).catch(() => {});
      else if (wasOurs) await giveSiblingBack(context, target);
    },
    'remove',
  );
}

interface Work {
  readonly context: ManifestContext;
  readonly plan: BrowserPlan;
  readonly book: ReceiptBook;
}

function asRoot(
  context: ManifestContext,
  browserId: string,
  work: (work: Work, target: Target) => Promise<void>,
  verb: 'install' | 'remove' = 'install',
): Promise<ManifestRow> {
  return inOrder(async () => {
    const location = locationOf(context, browserId);
    const isRoot = context.platform !== 'win32' && context.uid === 0;
    const command = isRoot ? null : (await machineWide(context, browserId))[verb];
    if (command !== null)
      throw hubError('ERR_PERMISSION_DENIED', { kind: 'needs-administrator', browser: location.name, command });
    const target = systemTarget(context, location);
    const plan = await lookAt(context, location);
    // Nothing of ours is there to be removed.
    if (!isRoot) return rowOf(context, plan, await readReceipts(context));
    await refuseForeignHome(context);
    const book = await ReceiptBook.open(context);
    await work({ context, plan, book }, target);
    return rowOf(context, plan, book.receipts);
  });
}

/** The first of its places is the one that all of its versions read, or the newest do. */
function systemTarget(context: ManifestContext, location: BrowserLocation): Target {
  const { name } = hostOf(context);
  const [key] = location.win32.keys;
  if (context.platform === 'win32' && key !== undefined)
    return { kind: 'key', place: `HKLM\\Software\\${key}\\${name}`, text: ownFile(context, location), entry: true };
  const [folder] = context.platform === 'win32' ? [] : resolveAll(context, foldersOf(context, location).system);
  if (folder === undefined)
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-system-place', browser: location.name });
  const text = manifestText(context, location.family);
  return { kind: 'file', place: join(folder, `${name}.json`), text, entry: true };
}

async function look(context: ManifestContext, { name }: BrowserLocation, target: Target): Promise<Inspection> {
  const receipts = await readReceipts(context).catch((): Receipts => []);
  return inspectTarget(context, name, target, receipts);
}

/** What the command copies, or the key leads to. */
function ownFile(context: ManifestContext, { family }: BrowserLocation): string {
  return join(context.dataHome, 'manifests', family, `${hostOf(context).name}.json`);
}

/** What another program has there, until it is given back. No browser reads a file of this ending. */
const keptEnding = '.before-pilothouse';

async function installCommand(
  context: ManifestContext,
  location: BrowserLocation,
  { place }: Target,
  isTaken: boolean,
): Promise<string> {
  const files = context.files ?? nodeFiles;
  const file = ownFile(context, location);
  await files.makeFolder(dirname(file));
  await files.writeAtomic(file, manifestText(context, location.family), 0o644, { tag: tagOf(context) });
  if (context.platform === 'win32') return `reg add "${place}" /ve /t REG_SZ /d "${file}" /f`;
  const [from, to, folder, kept] = [file, place, dirname(place), place + keptEnding].map(quoteForSh);
  // A copy that is kept already is the older one, of before anything of ours was there.
  const keep = isTaken && !(await isKept(context, place)) ? `sudo cp -p ${to} ${kept} && ` : '';
  return `${keep}sudo mkdir -p ${folder} && sudo install -m 644 ${from} ${to}`;
}

async function removeCommand(context: ManifestContext, target: Target): Promise<string> {
  const { place } = target;
  if (context.platform === 'win32') return `reg delete "${place}" /f`;
  return (await isKept(context, place)) ? giveBackCommand(target) : `sudo rm ${quoteForSh(place)}`;
}

function giveBackCommand({ place }: Target): string {
  return `sudo mv ${quoteForSh(place + keptEnding)} ${quoteForSh(place)}`;
}

function isKept(context: ManifestContext, place: string): Promise<boolean> {
  return (context.files ?? nodeFiles).exists(place + keptEnding).catch(() => false);
}

/** What the install command kept, as its remove command does. */
async function giveSiblingBack(context: ManifestContext, { kind, place }: Target): Promise<void> {
  const files = context.files ?? nodeFiles;
  const kept = place + keptEnding;
  if (kind !== 'file' || (await files.exists(place)) || !(await isKept(context, place))) return;
  if (await files.isLink(kept)) return;
  await files.writeAtomic(place, await files.read(kept), await files.modeOf(kept), { tag: tagOf(context) });
  await files.remove(kept);
}
