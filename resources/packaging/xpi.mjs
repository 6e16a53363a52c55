// Writes the Firefox companion as the one file that Mozilla signs: a zip whose bytes depend on its content alone.
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** 1980-01-01, the first day that a zip can name, in whatever time zone this runs; what else a file has of its own is left out. */
const always = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true, compressionLevel: 9 };

/** Packs the files of `folder`, in the order of their names. */
export async function writeXpi(folder, file) {
  const names = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
  const zip = new ZipFile();
  for (const name of names) zip.addBuffer(fs.readFileSync(path.join(folder, name)), name, always);
  zip.end();
  await pipeline(zip.outputStream, fs.createWriteStream(file));
  return names;
}
