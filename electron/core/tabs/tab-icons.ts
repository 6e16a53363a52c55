// The icons of tabs: small PNGs that an extension sent, checked, kept once each under the digest of their bytes.
import { createHash } from 'node:crypto';
import { maxIconBytes, maxIconSide } from '../../../contract/companion.ts';

/** Beyond this many the ones that were sent and asked for longest ago go. */
const kept = 500;
/** The signature, IHDR, and an IEND without anything between them. */
const leastBytes = 8 + 25 + 12;
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** What a still picture consists of. Text, profiles and the frames of an animation have no place in an icon. */
const chunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'sRGB', 'gAMA', 'cHRM', 'sBIT', 'bKGD', 'pHYs']);

export class TabIcons {
  readonly #icons = new Map<string, string>();

  /** Returns the icon's id; null for what is no small PNG. `data` is base64. */
  keep(data: string): string | null {
    const bytes = Buffer.from(data, 'base64');
    if (!isSmallPng(bytes)) return null;
    const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    this.#keepNewest(id, bytes.toString('base64'));
    for (const oldest of [...this.#icons.keys()].slice(0, Math.max(0, this.#icons.size - kept)))
      this.#icons.delete(oldest);
    return id;
  }

  /** Those of these ids that are kept, in base64. */
  of(ids: readonly string[]): { id: string; data: string }[] {
    return ids.flatMap(id => {
      const data = this.#icons.get(id);
      if (data === undefined) return [];
      this.#keepNewest(id, data);
      return [{ id, data }];
    });
  }

  #keepNewest(id: string, data: string): void {
    this.#icons.delete(id);
    this.#icons.set(id, data);
  }
}

/** PNG specification, 5.2 to 5.6 and 11.2: the signature, then chunks from IHDR to IEND, and nothing behind them. */
function isSmallPng(bytes: Buffer): boolean {
  if (bytes.length < leastBytes || bytes.length > maxIconBytes) return false;
  if (!bytes.subarray(0, 8).equals(signature)) return false;
  let at = 8;
  while (at + 12 <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!chunks.has(type) || (type === 'IHDR') !== (at === 8)) return false;
    if (type === 'IHDR' && !isSmall(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12))) return false;
    at += 12 + bytes.readUInt32BE(at);
    if (type === 'IEND') return at === bytes.length;
  }
  return false;
}

function isSmall(width: number, height: number): boolean {
  return width > 0 && height > 0 && width <= maxIconSide && height <= maxIconSide;
}
