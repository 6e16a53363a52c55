// Which process listens on a TCP port of this machine, as far as the system lets us see.
import { readFile } from 'node:fs/promises';
import { socketOwner } from '../../../native-host/endpoints/socket-owner.ts';
import type { Reason } from '../../../contract/reasons.ts';

/** The process, or another one where it cannot be told which. Reads /proc, so it knows more on Linux only. */
export async function portHolder(port: number): Promise<Reason> {
  try {
    const inode = await listeningInode(port);
    const owner = inode ? await socketOwner(inode) : null;
    if (owner) return owner;
  } catch {
    // No /proc, or not readable: the port is taken all the same.
  }
  return { kind: 'another-process' };
}

async function listeningInode(port: number): Promise<string | null> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const listening = '0A';
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const lines = (await readFile(table, 'utf8')).split('\n').slice(1);
    const fields = lines
      .map(line => line.trim().split(/\s+/))
      .find(([, local, , state]) => local?.endsWith(wanted) && state === listening);
    if (fields?.[9]) return fields[9];
  }
  return null;
}
