// Switching a browser on for the whole machine: as root, or with the command that an administrator runs. Nothing here asks for rights.
import { dirname, join } from 'node:path';
import { hubError } from '../../words/hub-error.ts';
import { foldersOf } from './browser-locations.ts';
import { manifestText } from './content.ts';
import { tagOf } from './context.ts';
import { nodeFiles } from './files.ts';
import { inOrder, refuseForeignHome } from './installer.ts';
import { locationOf, lookAt } from './machine-plans.ts';
import { hostOf } from './manifest-hosts.ts';
import { resolveAll } from './plan.ts';
import { quoteForSh } from './quoting.ts';
import { ReceiptBook } from './receipts.ts';
import { rowOf } from './rows.ts';
import { writeTarget } from './targets.ts';
import type { ManifestRow } from '../../contract/schemas/manifests.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserLocation } from './locations/location.ts';
import type { Target } from './plan.ts';

/** Throws a `HubError`; for whoever is not root it names the command to run, whose file is written by then. */
export function installForMachine(context: ManifestContext, browserId: string, replace: boolean): Promise<ManifestRow> {
  return inOrder(async () => {
    const location = locationOf(context, browserId);
    const place = systemPlace(context, location);
    if (place === null) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-system-place', browser: location.name });
    if (context.platform === 'win32' || context.uid !== 0) {
      const command = await commandFor(context, location, place);
      throw hubError('ERR_PERMISSION_DENIED', { kind: 'needs-administrator', browser: location.name, command });
    }
    await refuseForeignHome(context);
    const plan = await lookAt(context, location);
    const book = await ReceiptBook.open(context);
    const target: Target = { kind: 'file', place, text: manifestText(context, location.family), entry: true };
    const failure = await writeTarget({ context, plan, book }, target, replace);
    await book.save();
    if (failure) throw hubError('ERR_INTERNAL', failure);
    return rowOf(context, plan, book.receipts);
  });
}

/** The first of them is the one that all of its versions read, or the newest do. */
function systemPlace(context: ManifestContext, location: BrowserLocation): string | null {
  const { name } = hostOf(context);
  const [key] = location.win32.keys;
  if (context.platform === 'win32') return key === undefined ? null : `HKLM\\Software\\${key}\\${name}`;
  const [folder] = resolveAll(context, foldersOf(context, location).system);
  return folder === undefined ? null : join(folder, `${name}.json`);
}

async function commandFor(context: ManifestContext, { family }: BrowserLocation, place: string): Promise<string> {
  const files = context.files ?? nodeFiles;
  const file = join(context.dataHome, 'manifests', family, `${hostOf(context).name}.json`);
  await files.makeFolder(dirname(file));
  await files.writeAtomic(file, manifestText(context, family), 0o644, { tag: tagOf(context) });
  if (context.platform === 'win32') return `reg add "${place}" /ve /t REG_SZ /d "${file}" /f`;
  const [from, to, folder] = [file, place, dirname(place)].map(quoteForSh);
  return `sudo mkdir -p ${folder} && sudo install -m 644 ${from} ${to}`;
}
