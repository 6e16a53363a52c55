// Opens what stands at a place, with the flags of WASI's `path_open`; a link that was put there meanwhile is refused by the kernel.
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { WasiError } from './errno.ts';
import type { Descriptor, FileAccess } from './descriptors.ts';
import type { Place } from './walk-path.ts';

const { O_APPEND, O_CREAT, O_DIRECTORY, O_DSYNC, O_EXCL, O_NOCTTY, O_NOFOLLOW, O_NONBLOCK } = constants;
const { O_RDONLY, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY } = constants;

/** WASI's `oflags`. */
const oflags = { create: 1, directory: 2, exclusive: 4, truncate: 8 };
/** WASI's `fdflags`: append 1, dsync 2, nonblock 4 (which regular files do not know), rsync 8, sync 16. */
const allFdflags = 31;

/** WASI's `rights`, as they tell how a file is opened: fd_read and fd_readdir; fd_datasync, fd_write, fd_allocate, fd_filestat_set_size. */
const readRights = (1n << 1n) | (1n << 14n);
const writeRights = (1n << 0n) | (1n << 6n) | (1n << 8n) | (1n << 22n);

export function accessOf(rights: bigint): FileAccess {
  const write = (rights & writeRights) !== 0n;
  return { read: (rights & readRights) !== 0n || !write, write };
}

/** Throws an Error with a code of WASI or of the system; ENOTSUP for what is neither a folder nor a regular file. */
export function openPlace(place: Place, how: number, access: FileAccess, flags: number): Descriptor {
  if (place.name === null || how & oflags.directory) return openFolder(place, how);
  if (place.isFolder && how & oflags.create) throw new WasiError('EISDIR');
  const made =
    (how & oflags.create ? O_CREAT : 0) | (how & oflags.exclusive ? O_EXCL : 0) | (how & oflags.truncate ? O_TRUNC : 0);
  const wanted = openFlags(access, flags) | made | (place.isFolder ? O_DIRECTORY : 0);
  const fd = openSync(place.folder.entry(place.name), wanted, 0o666);
  return described(place, fd, access, flags);
}

/** The same file with other flags. Its link in /proc leads to the file itself, wherever that is by now. */
export function reopened(fd: number, access: FileAccess, flags: number): number {
  return openSync(`/proc/self/fd/${fd}`, openFlags(access, flags) & ~O_NOFOLLOW);
}

function openFlags({ read, write }: FileAccess, flags: number): number {
  if (flags & ~allFdflags) throw new WasiError('EINVAL');
  const mode = write ? (read ? O_RDWR : O_WRONLY) : O_RDONLY;
  const synced = (flags & 24 ? O_SYNC : 0) | (flags & 2 ? O_DSYNC : 0);
  // Without waiting, or a named pipe would hold the module until somebody opens its other end.
  return mode | synced | (flags & 1 ? O_APPEND : 0) | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK;
}

function openFolder({ folder, name }: Place, how: number): Descriptor {
  if (how & oflags.exclusive && how & oflags.create) throw new WasiError(name === null ? 'EEXIST' : 'EINVAL');
  if (how & (oflags.create | oflags.truncate)) throw new WasiError(how & oflags.directory ? 'EINVAL' : 'EISDIR');
  return { kind: 'folder', pin: name === null ? folder.again() : folder.enter(name), as: null, listing: null };
}

function described({ folder, name }: Place, fd: number, access: FileAccess, flags: number): Descriptor {
  const stat = fstatSync(fd);
  if (stat.isFile()) return { kind: 'file', fd, position: 0, access, flags };
  closeSync(fd);
  if (!stat.isDirectory() || name === null) throw new WasiError('ENOTSUP');
  return { kind: 'folder', pin: folder.enter(name), as: null, listing: null };
}
