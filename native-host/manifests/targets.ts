// Writes one place of a plan, with another program's manifest put aside first, or gives it back: to that program, or to nobody.
import { dirname } from 'node:path';
import { backupPath, dropBackup, hashOfPlace, holdsOriginal, keepBackup, putBack, readBackup } from './backups.ts';
import { shownPath, tagOf } from './context.ts';
import { codeOf, FilesError, nodeFiles } from './files.ts';
import { inspectTarget } from './inspect.ts';
import { explainBackup, explainFailure } from './reasons.ts';
import { receiptOf } from './receipts.ts';
import { deleteKey, writeKey } from './windows-registry.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserPlan, Target } from './plan.ts';
import type { Backup, ReceiptBook, Receipts } from './receipts.ts';

export interface Work {
  readonly context: ManifestContext;
  readonly plan: BrowserPlan;
  readonly book: ReceiptBook;
}

/** Says why when the target does not hold our content afterwards. `replace` lets another program's manifest be taken the place of. */
export async function writeTarget(work: Work, target: Target, replace: boolean): Promise<Reason | undefined> {
  const { context, plan, book } = work;
  const { id, name } = plan.location;
  const seen = await inspectTarget(context, name, target, book.receipts);
  if (seen.identical) {
    book.noteWritten(target, id);
    return undefined;
  }
  if (seen.state === 'unreadable') return seen.reason;
  if (seen.state === 'foreign') return replace && seen.replaceable ? replaceTarget(work, target) : seen.reason;
  const before = book.receipts;
  // On the disk before the place is: whatever ends this process, what is there is known to be ours.
  book.noteWritten(target, id);
  await book.save();
  const failure = await put(work, target);
  if (failure) book.revert(before);
  return failure;
}

/** The copy and its receipt are on the disk before the place is written, so that no end of this process can lose them. */
async function replaceTarget(work: Work, target: Target): Promise<Reason | undefined> {
  const { context, plan, book } = work;
  const before = book.receipts;
  const older = receiptOf(before, target)?.backup;
  let there: string;
  let backup: Backup | null;
  try {
    there = await hashOfPlace(context, target);
    backup = await keepBackup(context, target);
  } catch (error) {
    return explainBackup(context, 'write', target, error);
  }
  book.noteWritten(target, plan.location.id, backup);
  await book.save();
  const isStill = async () => (await hashOfPlace(context, target).catch(() => '')) === there;
  const failure = (await isStill()) ? await put(work, target) : changing(context, target);
  const untouched = failure !== undefined && (await isStill());
  if (untouched) book.revert(before);
  const spent = untouched ? backup : older;
  if (spent && (untouched ? older : backup)?.file !== spent.file) await dropBackup(context, spent);
  return failure;
}

async function put({ context, plan, book }: Work, target: Target): Promise<Reason | undefined> {
  try {
    if (target.kind === 'key') await writeKey(context, target.place, target.text);
    else await writeFileTarget(context, target);
  } catch (error) {
    return explainFailure(context, 'write', target, error);
  }
  const written = await inspectTarget(context, plan.location.name, target, book.receipts);
  return written.state === 'ours' ? undefined : changing(context, target);
}

function changing(context: ManifestContext, target: Target): Reason {
  return { kind: 'manifest-changing', path: shownPath(context, target.place) };
}

async function writeFileTarget(context: ManifestContext, target: Target): Promise<void> {
  const files = context.files ?? nodeFiles;
  await files.makeFolder(dirname(target.place));
  await files.writeAtomic(target.place, target.text, 0o644, { tag: tagOf(context) });
}

/** What came of giving a place back. `spent` is the backup that nobody needs once the receipts say so. */
export interface Removal {
  readonly failure?: Reason;
  readonly note?: Reason;
  readonly spent?: Backup;
}

/** Removes our content, or puts the program's manifest back that was there; what is not ours any more is left. */
export async function removeTarget(work: Work, target: Target): Promise<Removal> {
  const { context, plan, book } = work;
  const { id, name } = plan.location;
  const backup = receiptOf(book.receipts, target)?.backup;
  if (otherBrowsers(book.receipts, target, id).length > 0) {
    book.noteRemoved(target, id);
    return {};
  }
  const seen = await inspectTarget(context, name, target, book.receipts);
  if (seen.state === 'unreadable') return { failure: seen.reason };
  try {
    const removal = seen.ours ? await giveBack(context, target, backup) : await leave(context, target, backup);
    book.noteRemoved(target, id);
    return removal;
  } catch (error) {
    const explain = error instanceof FilesError ? explainBackup : explainFailure;
    return { failure: await explain(context, 'remove', target, error) };
  }
}

async function giveBack(context: ManifestContext, target: Target, backup: Backup | undefined): Promise<Removal> {
  const original = backup && (await readBackup(context, backup));
  if (backup && original) {
    await putBack(context, target, original, backup);
    return { spent: backup };
  }
  if (target.kind === 'key') await deleteKey(context, target.place);
  else
    await (context.files ?? nodeFiles).remove(target.place).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
  return backup ? { note: { kind: 'manifest-lost', ...placeAndCopy(context, target, backup) } } : {};
}

async function leave(context: ManifestContext, target: Target, backup: Backup | undefined): Promise<Removal> {
  if (!backup) return {};
  if (await holdsOriginal(context, target, backup)) return { spent: backup };
  return { note: { kind: 'manifest-left', ...placeAndCopy(context, target, backup) } };
}

function placeAndCopy(context: ManifestContext, target: Target, backup: Backup): { path: string; copy: string } {
  return { path: shownPath(context, target.place), copy: shownPath(context, backupPath(context, backup)) };
}

/** The other browsers that were switched on and read this place. */
export function otherBrowsers(receipts: Receipts, target: Target, browserId: string): readonly string[] {
  return receiptOf(receipts, target)?.browsers.filter(id => id !== browserId) ?? [];
}
