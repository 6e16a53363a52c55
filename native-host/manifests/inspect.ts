// Looks at one place that the plan names and says whose it is and in which state.
import { compareManifest, sha256 } from './content.ts';
import { shownPath } from './context.ts';
import { codeOf, nodeFiles } from './files.ts';
import { hostOf } from './manifest-hosts.ts';
import { belongsReason, brokenReason, explainFailure, foreignReason, overwrittenReason } from './reasons.ts';
import { receiptOf } from './receipts.ts';
import { readKey } from './windows-registry.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { ManifestRow } from '../../contract/schemas/manifests.ts';
import type { ManifestContext } from './context.ts';
import type { Target } from './plan.ts';
import type { Receipts } from './receipts.ts';

export interface Inspection {
  readonly target: Target;
  readonly state: ManifestRow['state'];
  readonly reason: Reason;
  /** The content is ours, so that it may be removed. A link is never ours, though it may be replaced. */
  readonly ours: boolean;
  /** Another program's: it may be taken the place of when the user says so. */
  readonly replaceable: boolean;
  /** What the browser would start, where it is not ours and can be told. */
  readonly program?: string;
  /** Exactly what would be written is already there. */
  readonly identical: boolean;
}

/** Whether we wrote it, by the receipts: what is there now may be something else. */
type Written = 'unchanged' | 'changed' | undefined;

type Seen =
  | { readonly kind: 'absent' | 'link' | 'other' }
  | { readonly kind: 'text'; readonly text: string; readonly hash: string };

/** Reads one place. Never throws: what cannot be read is the state `unreadable`. */
export async function inspectTarget(
  context: ManifestContext,
  name: string,
  target: Target,
  receipts: Receipts,
): Promise<Inspection> {
  const plain = { target, ours: false, identical: false, replaceable: false };
  const isForeignHost = hostOf(context).id !== 'pilothouse';
  try {
    const seen = await see(context, target);
    switch (seen.kind) {
      case 'absent':
        return {
          ...plain,
          state: 'absent',
          reason: { kind: 'manifest-missing', path: shownPath(context, target.place) },
        };
      case 'link':
        if (isForeignHost)
          return {
            ...plain,
            state: 'foreign',
            reason: { kind: 'manifest-foreign-link', path: shownPath(context, target.place) },
          };
        return { ...plain, state: 'drift', reason: { kind: 'manifest-link', path: shownPath(context, target.place) } };
      case 'other':
        return { ...plain, state: 'foreign', reason: foreignReason(context, name, target, undefined) };
      case 'text': {
        const receipt = receiptOf(receipts, target);
        const written = receipt && (receipt.sha256 === seen.hash ? 'unchanged' : 'changed');
        return target.kind === 'key'
          ? await judgeKey(context, name, target, seen.text, written)
          : await judgeFile(context, name, target, seen.text, written);
      }
    }
  } catch (error) {
    return { ...plain, state: 'unreadable', reason: await explainFailure(context, 'read', target, error) };
  }
}

async function see(context: ManifestContext, target: Target): Promise<Seen> {
  if (target.kind === 'key') {
    const value = await readKey(context, target.place);
    return value.kind === 'text' ? { ...value, hash: sha256(value.text) } : value;
  }
  const files = context.files ?? nodeFiles;
  try {
    if (await files.isLink(target.place)) return { kind: 'link' };
    const bytes = await files.read(target.place);
    return { kind: 'text', text: bytes.toString('utf8'), hash: sha256(bytes) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'absent' };
    throw error;
  }
}

async function judgeFile(
  context: ManifestContext,
  name: string,
  target: Target,
  text: string,
  written: Written,
): Promise<Inspection> {
  const files = context.files ?? nodeFiles;
  const { ours, identical, hasMark, path, differing } = compareManifest(target.text, text);
  if (!ours && written !== 'unchanged') return foreign(context, name, target, path, written);
  const starts = ours ? context.launcherPath : (path ?? '');
  const common = { target, ours: true, identical, replaceable: false };
  if (!(await files.isExecutable(starts))) return { ...common, state: 'broken', reason: brokenReason(context, starts) };
  if (hasMark)
    return { ...common, state: 'drift', reason: { kind: 'manifest-bom', path: shownPath(context, target.place) } };
  if (!identical)
    return {
      ...common,
      state: 'drift',
      reason: { kind: 'manifest-drift', path: shownPath(context, target.place), differing },
    };
  return { ...common, state: 'ours', reason: oursReason(context, name) };
}

async function judgeKey(
  context: ManifestContext,
  name: string,
  target: Target,
  value: string,
  written: Written,
): Promise<Inspection> {
  const files = context.files ?? nodeFiles;
  // Windows compares paths without regard to case.
  const identical = value.toLowerCase() === target.text.toLowerCase();
  const common = { target, ours: true, identical, replaceable: false };
  if (identical) return { ...common, state: 'ours', reason: oursReason(context, name) };
  if (written !== 'unchanged') return foreign(context, name, target, await programOf(context, value), written);
  return (await files.exists(value))
    ? { ...common, state: 'drift', reason: { kind: 'key-drift', path: shownPath(context, target.place) } }
    : { ...common, state: 'broken', reason: brokenReason(context, value) };
}

async function foreign(
  context: ManifestContext,
  name: string,
  target: Target,
  program: string | undefined,
  written: Written,
): Promise<Inspection> {
  const isOwnName = hostOf(context).id === 'pilothouse';
  const reason = isOwnName ? foreignReason(context, name, target, program) : belongsReason(context, target, program);
  return {
    target,
    ours: false,
    identical: false,
    state: 'foreign',
    replaceable: true,
    ...(program === undefined ? {} : { program }),
    reason: written === undefined ? reason : await overwrittenReason(context, target, program),
  };
}

function oursReason(context: ManifestContext, browser: string): Reason {
  return { kind: 'manifest-ours', browser, launcher: shownPath(context, context.launcherPath) };
}

/** A key leads to a manifest, and that one to the program; a manifest that cannot be read stands for itself. */
async function programOf(context: ManifestContext, manifest: string): Promise<string> {
  const text = await (context.files ?? nodeFiles).read(manifest).catch(() => undefined);
  return (text && compareManifest('{}', text.toString('utf8')).path) ?? manifest;
}
