// Wraps the app's picture for macOS and Windows, whose icon files may hold a PNG as it is.
import fs from 'node:fs';

/** `icns` with one picture of 512 × 512. */
export function writeIcns(png, file) {
  const picture = fs.readFileSync(png);
  const header = (name, length) => Buffer.concat([Buffer.from(name, 'latin1'), uint32(length)]);
  const entry = Buffer.concat([header('ic09', picture.length + 8), picture]);
  fs.writeFileSync(file, Buffer.concat([header('icns', entry.length + 8), entry]));
}

/** `ico` with one picture of 256 × 256, whose size an ico writes as 0. */
export function writeIco(png, file) {
  const picture = fs.readFileSync(png);
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  fs.writeFileSync(file, Buffer.concat([head, picture]));
}

function uint32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
