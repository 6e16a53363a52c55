// With what quality a JPEG was written, by its table for brightness: libjpeg, which both browsers write with, makes that of the quality alone.

/** ITU T.81, table K.1, in the order of the file (zigzag). */
const standard = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61,
  60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121,
  112, 100, 120, 92, 101, 103, 99,
];
const tableMarker = Buffer.from([0xff, 0xdb]);

/** From 1 to 100; throws for what libjpeg has not written. */
export function jpegQuality(jpeg: Buffer): number {
  const at = jpeg.indexOf(tableMarker);
  if (at < 0) throw new Error('This is no JPEG: it has no quantisation table.');
  // The marker, the length and the number of the table come before it.
  const table = jpeg.subarray(at + 5, at + 5 + standard.length);
  for (let quality = 1; quality <= 100; quality += 1) if (table.equals(tableOf(quality))) return quality;
  throw new Error(`libjpeg writes no such table: ${[...table].join(' ')}`);
}

function tableOf(quality: number): Buffer {
  const scale = quality < 50 ? Math.floor(5000 / quality) : 200 - quality * 2;
  return Buffer.from(standard.map(value => Math.min(255, Math.max(1, Math.floor((value * scale + 50) / 100)))));
}
