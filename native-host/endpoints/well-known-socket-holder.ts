// Which process answers at a socket's path, as far as the system lets us see.
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { socketOwner } from './socket-owner.ts';
import type { Reason } from '../../contract/reasons.ts';

/** The name under which a socket is bound before it is put at `path`; it tells where it went, also in /proc. */
export function boundName(path: string, random: string): string {
  return join(dirname(path), `.${basename(path)}.${random}`);
}

/** The process, or another one where it cannot be told which. Reads /proc, so it knows more on Linux only. `own` is the name of a socket that looks alike and is the asker's. */
export async function socketHolder(path: string, own?: string): Promise<Reason> {
  try {
    for (const inode of await inodesAt(path, own)) {
      const owner = await socketOwner(inode);
      if (owner) return owner;
    }
  } catch {
    // No /proc, or not readable: the place is taken all the same.
  }
  return { kind: 'another-process' };
}

async function inodesAt(path: string, own: string | undefined): Promise<string[]> {
  const listening = '00010000';
  const lines = (await readFile('/proc/net/unix', 'utf8')).split('\n').slice(1);
  return lines.flatMap(line => {
    const [, , , flags, , , inode, bound] = line.trim().split(/\s+/);
    const isHere = bound !== own && (bound === path || bound?.startsWith(boundName(path, '')));
    return isHere && flags === listening && inode ? [inode] : [];
  });
}
