// Writes the Firefox companion as the one file that Mozilla signs: a zip whose bytes depend on its content alone.
import fs from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** 1980-01-01, the first day that a zip can name. */
const date = 0x21;

/** Packs the files of `folder`, in the order of their names. */
export function writeXpi(folder, file) {
  const names = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
  const locals = [];
  const directory = [];
  let offset = 0;
  for (const name of names) {
    const entry = packEntry(name, fs.readFileSync(path.join(folder, name)));
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), entry.header, entry.name, entry.body]);
    directory.push(directoryEntry(entry, offset));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  fs.writeFileSync(file, Buffer.concat([...locals, list, endOf(names.length, list.length, offset)]));
  return names;
}

/** What stands before each file, and again in the list at the end (PKWARE APPNOTE 4.3.7). */
function packEntry(name, content) {
  const body = deflateRawSync(content, { level: 9 });
  const bytes = Buffer.from(name);
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x800, 2);
  header.writeUInt16LE(8, 4);
  header.writeUInt16LE(date, 8);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(body.length, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(bytes.length, 22);
  return { header, name: bytes, body };
}

function directoryEntry({ header, name }, offset) {
  const head = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), header, Buffer.alloc(14)]);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

function endOf(count, size, offset) {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
