// Writes .zip files that say what nobody's packer would say: each field of a header can be another than it should be.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  /** Of Unix, with the kind of file. */
  readonly mode?: number;
  readonly flags?: number;
  readonly method?: number;
  /** The content is put there as it is, whatever the method says. */
  readonly isRaw?: true;
  /** What the directory says in place of what is so. */
  readonly says?: {
    readonly size?: number;
    readonly packed?: number;
    readonly checksum?: number;
    readonly at?: number;
  };
  /** What the header in front of the data says in place of what the directory says. */
  readonly local?: {
    readonly name?: string;
    readonly size?: number;
    readonly packed?: number;
    readonly checksum?: number;
    readonly method?: number;
    readonly flags?: number;
  };
  readonly extra?: Uint8Array;
  /** Stands between this file and the next. */
  readonly after?: Uint8Array;
}

export interface ZipEnd {
  readonly before?: Uint8Array;
  readonly comment?: Uint8Array;
  readonly count?: number;
  readonly directoryBytes?: number;
  readonly disk?: number;
  /** Between the directory and the end record. */
  readonly locator?: Uint8Array;
}

export function bytesOf(...parts: (string | Uint8Array)[]): Buffer {
  return Buffer.concat(parts.map(part => Buffer.from(part as Uint8Array)));
}

export function writeZip(files: readonly ZipFile[], end: ZipEnd = {}): Buffer {
  const parts: Buffer[] = [Buffer.from(end.before ?? [])];
  const records: Buffer[] = [];
  let at = parts[0]?.length ?? 0;
  for (const file of files) {
    const entry = described(file, at);
    parts.push(entry.local, entry.data, Buffer.from(file.after ?? []));
    at += entry.local.length + entry.data.length + (file.after?.length ?? 0);
    records.push(entry.record);
  }
  const directory = Buffer.concat(records);
  return Buffer.concat([
    ...parts,
    directory,
    Buffer.from(end.locator ?? []),
    endRecord(files.length, directory, at, end),
  ]);
}

function described(file: ZipFile, at: number) {
  const { name, content = '', mode = 0, flags = 0, says = {}, local = {}, extra = new Uint8Array() } = file;
  const bytes = Buffer.from(content as Uint8Array);
  const method = file.method ?? 8;
  const data = method === 8 && !file.isRaw ? deflateRawSync(bytes) : bytes;
  const told = {
    flags,
    method,
    checksum: says.checksum ?? crc32(bytes),
    packed: says.packed ?? data.length,
    size: says.size ?? bytes.length,
  };
  const rawName = Buffer.from(name as Uint8Array);
  const rawLocalName = local.name === undefined ? rawName : Buffer.from(local.name);
  const fields = ({ flags, method, checksum, packed, size }: typeof told, nameLength: number) => {
    const buffer = Buffer.alloc(26);
    buffer.writeUInt16LE(20, 0);
    buffer.writeUInt16LE(flags, 2);
    buffer.writeUInt16LE(method, 4);
    buffer.writeUInt32LE(0x00210000, 6);
    buffer.writeUInt32LE(checksum, 10);
    buffer.writeUInt32LE(packed, 14);
    buffer.writeUInt32LE(size, 18);
    buffer.writeUInt16LE(nameLength, 22);
    buffer.writeUInt16LE(extra.length, 24);
    return buffer;
  };
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE((mode << 16) >>> 0, 6);
  tail.writeUInt32LE(says.at ?? at, 10);
  const { name: _name, ...otherwise } = local;
  return {
    data,
    local: bytesOf('PK\x03\x04', fields({ ...told, ...otherwise }, rawLocalName.length), rawLocalName, extra),
    // Made by Unix, so that the mode counts.
    record: bytesOf('PK\x01\x02', Buffer.from([20, 3]), fields(told, rawName.length), tail, rawName, extra),
  };
}

function endRecord(files: number, directory: Buffer, at: number, end: ZipEnd): Buffer {
  const { comment = new Uint8Array(), count = files, directoryBytes = directory.length, disk = 0 } = end;
  const record = Buffer.alloc(22);
  record.write('PK\x05\x06', 0, 'latin1');
  record.writeUInt16LE(disk, 4);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(directoryBytes, 12);
  record.writeUInt32LE(at, 16);
  record.writeUInt16LE(comment.length, 20);
  return bytesOf(record, comment);
}
