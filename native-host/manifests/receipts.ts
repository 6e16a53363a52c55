// The receipts: which places were written for which browsers, so that uninstalling finds them all again.
import { join } from 'node:path';
import { ManifestReceiptsSchema } from '../../contract/schemas/manifests.ts';
import { hubError } from '../../words/hub-error.ts';
import { sha256 } from './content.ts';
import { shownPath, tagOf } from './context.ts';
import { codeOf, nodeFiles } from './files.ts';
import { explainFailure } from './reasons.ts';
import type { ManifestReceipt } from '../../contract/schemas/manifests.ts';
import type { ManifestContext } from './context.ts';
import type { Target } from './plan.ts';

export type Receipts = readonly ManifestReceipt[];
export type Backup = NonNullable<ManifestReceipt['backup']>;

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
    const path = shownPath(context, receiptsPath(context));
    throw hubError('ERR_INTERNAL', { kind: 'receipts-not-read', path, code: codeOf(error) || null });
  }
}

export function receiptOf(receipts: Receipts, target: Target): ManifestReceipt | undefined {
  return receipts.find(receipt => receipt.kind === target.kind && receipt.place === target.place);
}

/** The receipts while one switch is turned: changed here, and written when `save` is called. */
export class ReceiptBook {
  readonly #context: ManifestContext;
  #receipts: Receipts;
  #saved: string;

  private constructor(context: ManifestContext, receipts: Receipts) {
    this.#context = context;
    this.#receipts = receipts;
    this.#saved = JSON.stringify(receipts);
  }

  static async open(context: ManifestContext): Promise<ReceiptBook> {
    return new ReceiptBook(context, await readReceipts(context));
  }

  get receipts(): Receipts {
    return this.#receipts;
  }

  /**
   * Notes that `browserId` uses this place with this content. A backup stays noted until another takes its place; null says that
   * nobody else had anything there.
   */
  noteWritten(target: Target, browserId: string, backup?: Backup | null): void {
    const old = receiptOf(this.#receipts, target);
    const browsers = old?.browsers.includes(browserId) ? old.browsers : [...(old?.browsers ?? []), browserId];
    const kept = backup === undefined ? old?.backup : backup;
    const next: ManifestReceipt = {
      kind: target.kind,
      place: target.place,
      sha256: sha256(target.text),
      browsers,
      host: this.#context.host ?? 'pilothouse',
      ...(kept ? { backup: kept } : {}),
    };
    this.#receipts = old
      ? this.#receipts.map(receipt => (receipt === old ? next : receipt))
      : [...this.#receipts, next];
  }

  /** Forgets that `browserId` uses this place, and the place when no browser is left. */
  noteRemoved(target: Target, browserId: string): void {
    const old = receiptOf(this.#receipts, target);
    this.#receipts = this.#receipts.flatMap(receipt => {
      if (receipt !== old) return [receipt];
      const browsers = receipt.browsers.filter(id => id !== browserId);
      return browsers.length > 0 ? [{ ...receipt, browsers }] : [];
    });
  }

  /** Back to what `receipts` was before. */
  revert(receipts: Receipts): void {
    this.#receipts = receipts;
  }

  /** Writes the receipts (0600, atomic) when they differ from what the file holds. Throws a sentence. */
  async save(): Promise<void> {
    const now = JSON.stringify(this.#receipts);
    if (now === this.#saved) return;
    const files = this.#context.files ?? nodeFiles;
    const place = receiptsPath(this.#context);
    try {
      await files.makeFolder(this.#context.dataHome);
      const text = `${JSON.stringify({ v: 1, receipts: this.#receipts }, null, 2)}\n`;
      await files.writeAtomic(place, text, 0o600, { tag: tagOf(this.#context) });
      this.#saved = now;
    } catch (error) {
      throw hubError('ERR_INTERNAL', await explainFailure(this.#context, 'write', { place }, error));
    }
  }
}
