// Which process holds a socket, by the socket's inode. Reads /proc, so it knows more on Linux only.
import { readdir, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Reason } from '../../contract/reasons.ts';

/** Null where it cannot be told. */
export async function socketOwner(inode: string): Promise<Reason | null> {
  const pid = await pidOfInode(inode);
  // Not `comm`: current versions of Node call their first thread MainThread.
  return pid === null ? null : { kind: 'process', pid, program: basename(await readlink(`/proc/${pid}/exe`)) };
}

/** The process that has a socket open, by the inode of it. */
export async function pidOfInode(inode: string): Promise<string | null> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  for (const pid of pids) {
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const descriptor of descriptors) {
      if ((await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')) === `socket:[${inode}]`) return pid;
    }
  }
  return null;
}
