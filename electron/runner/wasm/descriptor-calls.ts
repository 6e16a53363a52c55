// WASI's calls on what is open: regular files, and folders with what is in them.
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  futimesSync,
  lutimesSync,
  openSync,
  readdirSync,
  readvSync,
  writevSync,
} from 'node:fs';
import { fdOf } from './descriptors.ts';
import { WasiError } from './errno.ts';
import { filetypeOf, setFilestat } from './filestat.ts';
import { fillListing } from './list-folder.ts';
import { newTimes } from './new-times.ts';
import { reopened } from './open-place.ts';
import type { Descriptors, ListedEntry, OpenFile } from './descriptors.ts';
import type { GuestMemory } from './guest-memory.ts';

export interface Layer {
  readonly open: Descriptors;
  readonly memory: GuestMemory;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Every right of WASI preview 1: what a folder allows, it allows for all in it. */
const allRights = (1n << 30n) - 1n;
const [readRight, writeRight] = [1n << 1n, 1n << 6n];
const appends = 1;

export function descriptorCalls(layer: Layer) {
  const { open } = layer;
  return {
    ...transfers(layer),
    ...attributes(layer),
    ...listings(layer),
    fd_close: (fd: number) => open.close(fd),
    fd_sync(fd: number) {
      const found = open.get(fd);
      if (found.kind === 'file') fsyncSync(found.fd);
      else syncFolder(found.pin.self);
    },
    fd_datasync: (fd: number) => fdatasyncSync(open.file(fd).fd),
    fd_advise: (fd: number) => void open.file(fd),
    fd_allocate(fd: number, offset: bigint, length: bigint) {
      const file = open.file(fd).fd;
      const end = safe(offset + length);
      if (end > fstatSync(file).size) ftruncateSync(file, end);
    },
  };
}

/** What carries bytes, or says where in the file the next ones are. */
function transfers({ open, memory }: Layer) {
  return {
    fd_read(fd: number, list: number, count: number, done: number) {
      const file = open.file(fd);
      const read = readvSync(file.fd, memory.buffers(list, count), file.position);
      file.position += read;
      memory.setU32(done, read);
    },
    fd_pread(fd: number, list: number, count: number, offset: bigint, done: number) {
      memory.setU32(done, readvSync(open.file(fd).fd, memory.buffers(list, count), safe(offset)));
    },
    fd_write(fd: number, list: number, count: number, done: number) {
      const file = open.file(fd);
      const buffers = memory.buffers(list, count);
      // At its end, wherever that is when the kernel writes.
      const isAtEnd = (file.flags & appends) !== 0;
      const written = isAtEnd ? writevSync(file.fd, buffers) : writevSync(file.fd, buffers, file.position);
      file.position = isAtEnd ? fstatSync(file.fd).size : file.position + written;
      memory.setU32(done, written);
    },
    fd_pwrite(fd: number, list: number, count: number, offset: bigint, done: number) {
      memory.setU32(done, writevSync(open.file(fd).fd, memory.buffers(list, count), safe(offset)));
    },
    fd_seek(fd: number, offset: bigint, whence: number, to: number) {
      const file = open.file(fd);
      const froms = [0, file.position, fstatSync(file.fd).size];
      const from = froms[whence];
      if (from === undefined) throw new WasiError('EINVAL');
      file.position = safe(BigInt(from) + offset);
      memory.setU64(to, BigInt(file.position));
    },
    fd_tell(fd: number, to: number) {
      memory.setU64(to, BigInt(open.file(fd).position));
    },
  };
}

/** What is told of a file or folder, and changed about it. */
function attributes({ open, memory, now }: Layer) {
  return {
    fd_filestat_set_size(fd: number, size: bigint) {
      ftruncateSync(open.file(fd).fd, safe(size));
    },
    fd_fdstat_get(fd: number, to: number) {
      const found = open.get(fd);
      const view = memory.view(to, 24);
      const isFile = found.kind === 'file';
      view.setUint16(0, isFile ? 4 : 3, true);
      view.setUint16(2, isFile ? found.flags : 0, true);
      view.setBigUint64(8, isFile ? rightsOf(found) : allRights, true);
      view.setBigUint64(16, isFile ? 0n : allRights, true);
    },
    fd_fdstat_set_flags(fd: number, flags: number) {
      const file = open.file(fd);
      const other = reopened(file.fd, file.access, flags);
      closeSync(file.fd);
      Object.assign(file, { fd: other, flags });
    },
    /** As other runtimes have it by now: rights are what was opened, not a list to be shortened. */
    fd_fdstat_set_rights(fd: number) {
      open.get(fd);
      throw new WasiError('ENOTSUP');
    },
    fd_filestat_get(fd: number, to: number) {
      setFilestat(memory, to, fstatSync(fdOf(open.get(fd)), { bigint: true }));
    },
    fd_filestat_set_times(fd: number, accessed: bigint, modified: bigint, which: number) {
      const found = open.get(fd);
      const stat = fstatSync(fdOf(found), { bigint: true });
      const times = newTimes(stat, { accessed, modified, which, now: now() });
      if (found.kind === 'file') futimesSync(found.fd, ...times);
      else lutimesSync(found.pin.self, ...times);
    },
  };
}

/** The folders that were given, and what is in a folder. */
function listings({ open, memory }: Layer) {
  return {
    fd_prestat_get(fd: number, to: number) {
      const name = givenName(open, fd);
      memory.view(to, 8).setBigUint64(0, 0n, true);
      memory.setU32(to + 4, name.length);
    },
    fd_prestat_dir_name(fd: number, to: number, length: number) {
      const name = givenName(open, fd);
      if (length >>> 0 < name.length) throw new WasiError('ENAMETOOLONG');
      memory.bytes(to, name.length).set(name);
    },
    fd_readdir(fd: number, to: number, size: number, cookie: bigint, used: number) {
      const folder = open.folder(fd);
      const isAgain = cookie === 0n || folder.listing === null;
      const listing = isAgain ? entriesOf(folder.pin.self) : folder.listing;
      Object.assign(folder, { listing });
      memory.setU32(used, fillListing(memory.bytes(to, size), listing ?? [], BigInt.asUintN(64, cookie), folder.pin));
    },
  };
}

function rightsOf({ access: { read, write } }: OpenFile): bigint {
  const kept = allRights & ~readRight & ~writeRight;
  return kept | (read ? readRight : 0n) | (write ? writeRight : 0n);
}

/** What is pinned was opened without the right to read it, which this needs. */
function syncFolder(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function entriesOf(path: string): ListedEntry[] {
  return readdirSync(path, { withFileTypes: true }).map(entry => ({ name: entry.name, filetype: filetypeOf(entry) }));
}

/** Throws EBADF for what was not given: modules count up until then. */
function givenName(open: Descriptors, fd: number): Buffer {
  const found = open.get(fd);
  if (found.kind !== 'folder' || found.as === null) throw new WasiError('EBADF');
  return Buffer.from(found.as);
}

/** An offset or size that Node can take exactly. Throws EINVAL for others. */
function safe(value: bigint): number {
  if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) throw new WasiError('EINVAL');
  return Number(value);
}
