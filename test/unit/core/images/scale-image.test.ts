// Making pictures small: their size is read before anything is decoded, and what comes out fits.
import photon from '@silvia-odwyer/photon-node';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { imageSize } from '../../../../electron/core/images/image-size.ts';
import { scaleImage } from '../../../../electron/core/images/scale-image.ts';
import { noise, pngHead } from '../../../support/pictures.ts';

const pictures = noise(300, 200);
const kinds = ['png', 'jpeg', 'webp'] as const;

describe('The size of a picture', () => {
  test.each(kinds)('A %s says it in its first bytes.', kind => {
    expect(imageSize(pictures[kind])).toEqual({ width: 300, height: 200 });
  });

  test('Lossless and extended WebP say it in their own ways.', () => {
    const riff = (form: string, rest: string) => Buffer.from(`RIFF\0\0\0\0WEBP${form}\0\0\0\0${rest}`, 'latin1');
    // 300 and 200, each less one, as 14 bits after the signature; then as 24 bits each.
    expect(imageSize(riff('VP8L', '\x2f\x2b\xc1\x31\x00'))).toEqual({ width: 300, height: 200 });
    expect(imageSize(riff('VP8X', '\0\0\0\0\x2b\x01\0\xc7\0\0'))).toEqual({ width: 300, height: 200 });
  });

  test('Whatever the bytes are, it neither throws nor hangs.', () => {
    const cut = fc.tuple(fc.constantFrom(...kinds), fc.nat(400)).map(([kind, end]) => pictures[kind].subarray(0, end));
    const bytes = fc.uint8Array({ maxLength: 300 }).map(array => Buffer.from(array));
    const started = bytes.map(rest => Buffer.concat([Buffer.from('ffd8', 'hex'), rest]));
    fc.assert(
      fc.property(fc.oneof(cut, bytes, started), given => {
        const size = imageSize(given);
        expect(size === null || (size.width > 0 && size.height > 0)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('Scaling', () => {
  test.each(kinds)('A %s becomes a JPEG that fits, in the same proportions.', kind => {
    const scaled = scaleImage(pictures[kind], 8_000);
    expect(scaled?.bytes.length).toBeLessThanOrEqual(8_000);
    expect(imageSize(Buffer.from(scaled?.bytes ?? []))).toEqual(scaled?.to);
    expect((scaled?.to.width ?? 0) / (scaled?.to.height ?? 1)).toBeCloseTo(1.5, 1);
    expect(scaled?.from).toEqual({ width: 300, height: 200 });
  });

  test('What fits when it is only compressed again keeps its size.', () => {
    expect(scaleImage(pictures.png, pictures.png.length / 2)).toMatchObject({ to: { width: 300, height: 200 } });
  });

  test('What shines through becomes white.', () => {
    const scaled = scaleImage(noise(64, 64, 0).png, 100_000);
    const pixels = photon.PhotonImage.new_from_byteslice(scaled?.bytes ?? new Uint8Array()).get_raw_pixels();
    expect(pixels.every(value => value >= 250)).toBe(true);
  });

  test('What would have to become smaller than a thumbnail is left alone.', () => {
    expect(scaleImage(pictures.png, 300)).toBeNull();
  });

  test.each([
    ['more than 50 megapixels', pngHead(10_000, 5_001)],
    ['no width', pngHead(0, 10)],
    ['a form that is not known', Buffer.from('GIF89a')],
    ['nothing', Buffer.alloc(0)],
  ])('A picture with %s is not decoded.', (_what, bytes) => {
    expect(scaleImage(bytes, 1_000)).toBeNull();
  });
});
