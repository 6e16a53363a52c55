// The icon of a bundle: a PNG out of its archive, small enough to be shown. Nothing is fetched for it.
import { imageSize } from '../../images/image-size.ts';
import { MiB, shownName } from './archive/archive-bounds.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { BundleManifest } from '../../../../contract/schemas/bundle-manifest.ts';
import type { Archive } from './archive/archive.ts';

const maxSide = 512;
const maxBytes = MiB;
/** The size that suits a list best. */
const wishedSide = 128;
const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** In base64, or why there is none; both null where it names none. */
export async function iconOf(
  manifest: BundleManifest,
  archive: Archive,
): Promise<{ readonly icon: string | null; readonly warning: Reason | null }> {
  const path = iconPath(manifest);
  if (path === null) return { icon: null, warning: null };
  const none = (warning: Reason) => ({ icon: null, warning });
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return none({ kind: 'bundle-icon-elsewhere' });
  const entry = archive.entry(path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, ''));
  const bytes = entry && (await archive.read(entry, maxBytes));
  const size = bytes?.subarray(0, pngMark.length).equals(pngMark) ? imageSize(bytes) : null;
  if (!bytes || !size) return none({ kind: 'bundle-icon-unreadable', path: shownName(path) });
  if (size.width > maxSide || size.height > maxSide)
    return none({ kind: 'bundle-icon-size', path: shownName(path), most: maxSide });
  return { icon: bytes.toString('base64'), warning: null };
}

/** Of several the one nearest to what is wished for, the light one or one for all themes first. */
function iconPath({ icon, icons = [] }: BundleManifest): string | null {
  const sized = icons
    .map(({ src, size, theme }) => ({
      src,
      side: Number.parseInt(size, 10),
      isForDark: theme !== undefined && theme !== 'light',
    }))
    .filter(({ side }) => side > 0 && side <= maxSide)
    .toSorted((a, b) => Number(a.isForDark) - Number(b.isForDark) || distance(a.side) - distance(b.side));
  return sized[0]?.src ?? icon ?? null;
}

function distance(side: number): number {
  return Math.abs(side - wishedSide);
}
