// A server as a bundle, piece by piece from the hub, and then a file of the user's.
import { t } from '../../words/language.ts';
import { saveFile } from '../save-file.ts';
import { bytesOf } from './send-bundle.ts';
import type { Link } from '../../link/link.ts';

/** Resolves with the name of the file; rejects with a `PanelError`. */
export async function exportBundle(link: Link, serverId: string): Promise<string> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let come = 0;
  for (;;) {
    const { file, bytes, data } = await link.request('bundles:export', { serverId, offset: come });
    const piece = bytesOf(data);
    pieces.push(piece);
    come += piece.length;
    if (come < bytes && piece.length > 0) continue;
    if (come !== bytes) throw new Error(t('{file} did not come whole; export it once more.', { file }));
    saveFile(new Blob(pieces, { type: 'application/octet-stream' }), file);
    return file;
  }
}
