// The receipts: which places were written for which browsers, so that uninstalling finds them all again.
import { join } from 'node:path';
import { HubError } from '../../electron/contract/errors.ts';
import { ManifestReceiptsSchema } from '../../electron/contract/manifests.ts';
import { sha256 } from './content.ts';
import { shownPath } from './context.ts';
import { codeOf, nodeFiles } from './files.ts';
import type { ManifestReceipt } from '../../electron/contract/manifests.ts';
import type { ManifestContext } from './context.ts';
import type { Target } from './plan.ts';

export type Receipts = readonly ManifestReceipt[];

export function receiptsPath({ dataHome }: ManifestContext): string {
  return join(dataHome, 'manifests.json');
}

/** Reads the receipts, none when the file is missing. Throws a sentence when it is damaged or cannot be read. */
export async function readReceipts(context: ManifestContext): Promise<Receipts> {
  const files = context.files ?? nodeFiles;
  try {
    const text = (await files.read(receiptsPath(context))).toString('utf8');
    return ManifestReceiptsSchema.parse(JSON.parse(text)).receipts;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    const why = codeOf(error) || 'it is not what Pilothouse wrote';
    const path = shownPath(context, receiptsPath(context));
    throw new HubError(
      'ERR_INTERNAL',
      `Could not read the receipts in ${path}: ${why}. Move the file away, then try again.`,
    );
  }
}

/** Writes the receipts (0600, atomic) when they differ from `before`. */
export async function writeReceipts(context: ManifestContext, before: Receipts, after: Receipts): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const files = context.files ?? nodeFiles;
  await files.makeFolder(context.dataHome);
  const text = `${JSON.stringify({ v: 1, receipts: after }, null, 2)}\n`;
  await files.writeAtomic(receiptsPath(context), text, 0o600);
}

export function receiptOf(receipts: Receipts, target: Target): ManifestReceipt | undefined {
  return receipts.find(receipt => receipt.kind === target.kind && receipt.place === target.place);
}

/** Notes that `browserId` uses this place with this content; unchanged receipts keep their position. */
export function noteWritten(receipts: Receipts, target: Target, browserId: string): Receipts {
  const old = receiptOf(receipts, target);
  const browsers = old?.browsers.includes(browserId) ? old.browsers : [...(old?.browsers ?? []), browserId];
  const next = { kind: target.kind, place: target.place, sha256: sha256(target.text), browsers };
  return old ? receipts.map(receipt => (receipt === old ? next : receipt)) : [...receipts, next];
}

/** Forgets that `browserId` uses this place, and the place when no browser is left. */
export function noteRemoved(receipts: Receipts, target: Target, browserId: string): Receipts {
  const old = receiptOf(receipts, target);
  return receipts.flatMap(receipt => {
    if (receipt !== old) return [receipt];
    const browsers = receipt.browsers.filter(id => id !== browserId);
    return browsers.length > 0 ? [{ ...receipt, browsers }] : [];
  });
}
