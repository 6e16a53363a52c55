// What the panel asks about bundles: opening one at a path or in pieces, letting it go, and making one of a server.
import { refusedBundle } from '../servers/bundles/archive/archive-bounds.ts';
import { done } from './done.ts';
import type { bundleRequests } from '../../../contract/schemas/bundle-requests.ts';
import type { PanelAsker, PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { ExportedBundle } from '../servers/bundles/export/export-bundle.ts';
import type { OpenedBundles } from '../servers/bundles/opened-bundles.ts';

export interface BundleServices {
  readonly bundles: Pick<OpenedBundles, 'open' | 'bundleOf' | 'receive' | 'piece' | 'received' | 'drop'>;
  /** A server as a bundle, whole. */
  exportBundle(serverId: string): Promise<ExportedBundle>;
}

/** Of a size that the largest message carries. */
const pieceBytes = 1024 * 1024;
const idleMs = 60_000;

interface Exported {
  readonly serverId: string;
  readonly bundle: ExportedBundle;
  readonly idle: NodeJS.Timeout;
}

export function createBundleHandlers({
  bundles,
  exportBundle,
}: BundleServices): Pick<PanelHandlers, keyof typeof bundleRequests> {
  /** What each panel is given in pieces, so that all are of the same bundle. */
  const exported = new Map<PanelAsker, Exported>();
  const forget = (asker: PanelAsker) => {
    clearTimeout(exported.get(asker)?.idle);
    exported.delete(asker);
  };
  return {
    'bundles:open': async ({ path }) => ({ bundle: await bundles.open(path) }),
    'bundles:get': ({ bundleId }) => ({ bundle: bundles.bundleOf(bundleId).bundle }),
    'bundles:receive': async ({ file, bytes }, { gone }) => ({ uploadId: await bundles.receive(file, bytes, gone) }),
    'bundles:piece': async ({ uploadId, data }) => done(await bundles.piece(uploadId, data)),
    'bundles:received': async ({ uploadId }) => ({ bundle: await bundles.received(uploadId) }),
    'bundles:drop': async ({ bundleId }) => done(await bundles.drop(bundleId)),
    'bundles:export': async ({ serverId, offset }, asker) => {
      const known = offset > 0 ? exported.get(asker) : undefined;
      const bundle = known?.serverId === serverId ? known.bundle : await exportBundle(serverId);
      const piece = exportPiece(bundle, offset);
      forget(asker);
      const isLast = offset + pieceBytes >= bundle.bytes.length;
      // Whoever asks for no more has it, or has gone.
      if (!isLast) exported.set(asker, { serverId, bundle, idle: setTimeout(() => forget(asker), idleMs).unref() });
      return piece;
    },
  };
}

function exportPiece({ file, bytes }: ExportedBundle, offset: number) {
  if (offset > bytes.length) throw refusedBundle({ kind: 'export-offset', offset, bytes: bytes.length });
  const data = Buffer.from(bytes.subarray(offset, offset + pieceBytes)).toString('base64');
  return { file, bytes: bytes.length, data };
}
