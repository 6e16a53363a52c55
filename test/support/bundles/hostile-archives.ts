// Archives that mean harm, or that different programs read differently, each with the reason by which it is refused.
import { crc32 } from 'node:zlib';
import { smallManifest } from './official-tool.ts';
import { bytesOf, writeZip, type ZipFile } from './write-zip.ts';
import type { BundleReasons } from '../../../contract/bundle-reasons.ts';

export interface HostileArchive {
  readonly title: string;
  readonly refusedBy: keyof BundleReasons;
  readonly bytes: Buffer;
  /** Only its unpacking shows it. */
  readonly isSeenLate?: true;
}

const manifest: ZipFile = { name: 'manifest.json', content: JSON.stringify(smallManifest) };
const script: ZipFile = { name: 'server/index.js', content: 'process.exit(0);\n' };
const good = [manifest, script];
const link = 0o120777;
const mebibyte = 1024 * 1024;

function withFile(file: ZipFile): Buffer {
  return writeZip([...good, file]);
}

function named(name: string | Uint8Array): Buffer {
  return withFile({ name, content: 'x' });
}

function signature(content: Uint8Array, announced = content.length): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(announced);
  return bytesOf('MCPB_SIG_V1', length, content, 'MCPB_SIG_END');
}

/** What another program would find in a comment, were it looked for from the back. */
const hidden = writeZip([{ name: 'manifest.json', content: '{}' }]);

function unicodePath(name: string): Buffer {
  const data = Buffer.alloc(5);
  data.writeUInt8(1, 0);
  data.writeUInt32LE(crc32('plain.js'), 1);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(5 + name.length, 2);
  return bytesOf(head, data, name);
}

/** Two entries whose data is the same bytes, by which a small file becomes a large one many times over. */
function overlapping(): Buffer {
  return writeZip([...good, { name: 'again.js', content: 'x', says: { at: 0 }, local: {} }]);
}

const long = 'a'.repeat(300);

export const hostileArchives: readonly HostileArchive[] = [
  { title: 'a path of the system', refusedBy: 'bundle-name-absolute', bytes: named('/etc/cron.d/job') },
  { title: 'a path that leads up', refusedBy: 'bundle-name-leads-out', bytes: named('server/../../.bashrc') },
  {
    title: 'a path that begins with its own folder',
    refusedBy: 'bundle-name-leads-out',
    bytes: named('./server/x.js'),
  },
  { title: 'a path with an empty part', refusedBy: 'bundle-name-empty-part', bytes: named('server//x.js') },
  { title: 'a path with backslashes', refusedBy: 'bundle-name-backslash', bytes: named('..\\..\\x.js') },
  { title: 'a drive of Windows', refusedBy: 'bundle-name-sign', bytes: named('C:/Windows/x.js') },
  { title: 'a second stream of a file', refusedBy: 'bundle-name-sign', bytes: named('server/index.js:hidden') },
  { title: 'a device of Windows', refusedBy: 'bundle-name-reserved', bytes: named('server/NUL.txt') },
  { title: 'a device of Windows with a superscript digit', refusedBy: 'bundle-name-reserved', bytes: named('com¹') },
  { title: 'a name with a NUL', refusedBy: 'bundle-name-control', bytes: named('server/x.js\0.png') },
  { title: 'a name with a line break', refusedBy: 'bundle-name-control', bytes: named('server/x\n.js') },
  { title: 'a name that ends with a dot', refusedBy: 'bundle-name-ending', bytes: named('server/index.js.') },
  { title: 'a name that ends with a space', refusedBy: 'bundle-name-ending', bytes: named('server /x.js') },
  {
    title: 'a name in no known encoding',
    refusedBy: 'bundle-name-encoding',
    bytes: named(Buffer.from([0x61, 0xff, 0xfe])),
  },
  { title: 'a name that is too long', refusedBy: 'bundle-name-long', bytes: named(long) },
  { title: 'a path that is too deep', refusedBy: 'bundle-name-deep', bytes: named(`${'a/'.repeat(60)}x`) },
  {
    title: 'a second name in an extra field',
    refusedBy: 'bundle-name-two',
    bytes: withFile({ name: 'plain.js', content: 'x', extra: unicodePath('../out.js') }),
  },
  { title: 'the same file twice', refusedBy: 'bundle-twice', bytes: writeZip([...good, script]) },
  {
    title: 'the same file in other letters',
    refusedBy: 'bundle-twice',
    bytes: writeZip([...good, { name: 'SERVER/Index.js', content: 'x' }]),
  },
  {
    title: 'the same file in composed letters',
    refusedBy: 'bundle-twice',
    bytes: writeZip([...good, { name: 'caf\u00e9.js' }, { name: 'cafe\u0301.js' }]),
  },
  {
    title: 'a file that is a folder as well',
    refusedBy: 'bundle-file-and-folder',
    bytes: writeZip([...good, { name: 'server/index.js/more.js' }]),
  },
  {
    title: 'a link',
    refusedBy: 'bundle-link',
    bytes: withFile({ name: 'server/link', content: '/etc/passwd', mode: link }),
  },
  {
    title: 'a link that is called a folder',
    refusedBy: 'bundle-link',
    bytes: withFile({ name: 'server/data/', content: '', mode: link }),
  },
  { title: 'a pipe', refusedBy: 'bundle-special', bytes: withFile({ name: 'pipe', mode: 0o010666 }) },
  { title: 'a device', refusedBy: 'bundle-special', bytes: withFile({ name: 'disk', mode: 0o060666 }) },
  { title: 'a folder with a content', refusedBy: 'bundle-folder-content', bytes: named('server/data/') },
  { title: 'an encrypted file', refusedBy: 'bundle-encrypted', bytes: withFile({ name: 'x', content: 'x', flags: 1 }) },
  {
    title: 'a compression that nobody unpacks here',
    refusedBy: 'bundle-compression',
    bytes: withFile({ name: 'x', content: 'x', method: 12 }),
  },
  {
    title: 'a header with another name than the directory',
    refusedBy: 'bundle-local-header',
    bytes: withFile({ name: 'harmless.js', content: 'x', local: { name: '../../evil.js' } }),
  },
  {
    title: 'a header with another size than the directory',
    refusedBy: 'bundle-local-header',
    bytes: withFile({ name: 'x.js', content: 'x', local: { size: 100 } }),
  },
  {
    title: 'a header with another compression than the directory',
    refusedBy: 'bundle-local-header',
    bytes: withFile({ name: 'x.js', content: 'x', local: { method: 0 } }),
  },
  { title: 'two files in the same bytes', refusedBy: 'bundle-local-header', bytes: overlapping() },
  {
    title: 'a file that reaches into the next',
    refusedBy: 'bundle-overlap',
    bytes: writeZip([
      ...good,
      {
        name: 'x.js',
        content: 'xxxx',
        method: 0,
        says: { size: 30, packed: 30 },
        local: { size: 30, packed: 30 },
      },
      { name: 'y.js', content: 'y'.repeat(50), method: 0 },
    ]),
  },
  {
    title: 'a file that says two sizes',
    refusedBy: 'bundle-stored-size',
    bytes: withFile({ name: 'x', content: 'xxxx', method: 0, says: { size: 8 }, local: { size: 8 } }),
  },
  {
    title: 'a file that grows a thousand times',
    refusedBy: 'bundle-ratio',
    bytes: withFile({ name: 'bomb', content: Buffer.alloc(4 * mebibyte) }),
  },
  {
    title: 'a file that says it is larger than any may be',
    refusedBy: 'bundle-entry-too-large',
    bytes: withFile({ name: 'x', content: 'x', says: { size: 600 * mebibyte } }),
  },
  {
    title: 'files that say they fill a disk together',
    refusedBy: 'bundle-total-too-large',
    bytes: writeZip([
      ...good,
      ...[1, 2, 3].map(n => ({
        name: `f${n}`,
        content: Buffer.alloc(3 * mebibyte, Buffer.from(`${n}abc`)),
        method: 0,
        says: { size: 400 * mebibyte, packed: 400 * mebibyte },
        local: { size: 400 * mebibyte, packed: 400 * mebibyte },
      })),
    ]),
  },
  {
    title: 'more files than any may have',
    refusedBy: 'bundle-too-many',
    bytes: writeZip(Array.from({ length: 10_001 }, (_, n) => ({ name: `f${n}`, method: 0 }))),
  },
  {
    title: 'a file that is longer than it says',
    refusedBy: 'bundle-entry-length',
    isSeenLate: true,
    bytes: withFile({ name: 'x', content: 'x'.repeat(5000), says: { size: 10 }, local: { size: 10 } }),
  },
  {
    title: 'a file that is shorter than it says',
    refusedBy: 'bundle-entry-length',
    isSeenLate: true,
    bytes: withFile({ name: 'x', content: 'x', says: { size: 10 }, local: { size: 10 } }),
  },
  {
    title: 'a file with another checksum',
    refusedBy: 'bundle-entry-checksum',
    isSeenLate: true,
    bytes: withFile({ name: 'x', content: 'x', says: { checksum: 7 }, local: { checksum: 7 } }),
  },
  {
    title: 'data that is not compressed as it says',
    refusedBy: 'bundle-entry-data',
    isSeenLate: true,
    bytes: withFile({ name: 'x', content: Buffer.from([7, 0xff, 0xff, 0xff]), isRaw: true }),
  },
  {
    title: 'sizes in the form of larger archives',
    refusedBy: 'bundle-zip64',
    bytes: withFile({ name: 'x', content: 'x', says: { size: 0xffffffff }, local: { size: 0xffffffff } }),
  },
  {
    title: 'a second directory for larger archives',
    refusedBy: 'bundle-zip64',
    bytes: writeZip(good, { locator: bytesOf('PK\x06\x07', Buffer.alloc(16)) }),
  },
  {
    title: 'a directory that is longer than it says',
    refusedBy: 'bundle-directory',
    bytes: writeZip(good, { directoryBytes: 60 }),
  },
  {
    title: 'a directory with fewer files than it says',
    refusedBy: 'bundle-directory',
    bytes: writeZip(good, { count: 1 }),
  },
  { title: 'one part of several', refusedBy: 'bundle-split', bytes: writeZip(good, { disk: 1 }) },
  {
    title: 'a program in front of the archive',
    refusedBy: 'bundle-stray-bytes',
    bytes: writeZip(good, { before: bytesOf('#!/bin/sh\nexit 0\n') }),
  },
  {
    title: 'bytes between two files',
    refusedBy: 'bundle-stray-bytes',
    bytes: writeZip([{ ...manifest, after: bytesOf('hidden') }, script]),
  },
  { title: 'a comment', refusedBy: 'bundle-comment', bytes: writeZip(good, { comment: bytesOf('hello') }) },
  { title: 'an archive in the comment', refusedBy: 'bundle-comment', bytes: hiddenInComment() },
  { title: 'bytes after the archive', refusedBy: 'bundle-bytes-after', bytes: bytesOf(writeZip(good), 'more') },
  {
    title: 'bytes between the archive and its signature',
    refusedBy: 'bundle-bytes-after',
    bytes: bytesOf(writeZip(good), 'more', signature(bytesOf('x'))),
  },
  {
    title: 'bytes after the signature',
    refusedBy: 'bundle-bytes-after',
    bytes: bytesOf(writeZip(good), signature(bytesOf('x')), 'more'),
  },
  {
    title: 'a signature of another length than it says',
    refusedBy: 'bundle-signature-block',
    bytes: bytesOf(writeZip(good), signature(bytesOf('x'), 99)),
  },
  {
    title: 'an archive in the signature',
    refusedBy: 'bundle-signature-block',
    bytes: bytesOf(writeZip(good), signature(hidden)),
  },
  { title: 'no archive at all', refusedBy: 'bundle-no-zip', bytes: bytesOf('MCPB') },
  { title: 'nothing at all', refusedBy: 'bundle-no-zip', bytes: Buffer.alloc(0) },
  { title: 'an archive without a manifest', refusedBy: 'bundle-no-manifest', bytes: writeZip([script]) },
];

/** Its own end record lies last, so that whoever looks from the back finds the other archive. */
function hiddenInComment(): Buffer {
  return writeZip(good, { comment: bytesOf(hidden.subarray(0, hidden.length - 2), Buffer.from([0, 0]), 'x') });
}
