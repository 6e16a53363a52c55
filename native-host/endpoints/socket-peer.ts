// Which process is at the other end of a connection, by the system's own tables: Node does not tell SO_PEERCRED. Linux only.
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { pidOfInode } from './socket-owner.ts';

/** Absolute, so that no PATH leads to another program. It is part of iproute2 and asks the kernel by sock_diag(7). */
const listers = ['/usr/bin/ss', '/usr/sbin/ss', '/bin/ss', '/sbin/ss'];
const timeoutMs = 5_000;
const maxBytes = 64 * 1024 * 1024;

/** The process that connected to the Unix socket with this descriptor of ours; null where it cannot be told. */
export async function unixPeer(descriptor: number | null): Promise<number | null> {
  if (process.platform !== 'linux' || descriptor === null) return null;
  try {
    const [, own] = /^socket:\[(\d+)\]$/.exec(await readlink(`/proc/self/fd/${descriptor}`)) ?? [];
    const peer = own === undefined ? null : peerInode(await listUnixSockets(), own);
    return peer === null ? null : await ownerOf(peer);
  } catch {
    return null;
  }
}

/** The process that connected from `peerPort` of loopback to `ownPort`; null where it cannot be told. */
export async function tcpPeer(ownPort: number, peerPort: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const lines = (await readFile(table, 'utf8').catch(() => '')).split('\n').slice(1);
    const fields = lines
      .map(line => line.trim().split(/\s+/))
      .find(([, local, remote]) => portOf(local) === peerPort && portOf(remote) === ownPort);
    if (fields?.[9] !== undefined && fields[9] !== '0') return ownerOf(fields[9]).catch(() => null);
  }
  return null;
}

/** From the lines of `ss -xnH`, which end in: own path, own inode, peer's path, peer's inode. */
export function peerInode(lines: string, own: string): string | null {
  for (const line of lines.split('\n')) {
    const [, here, there] = /(\d+)\s+\S+\s+(\d+)\s*$/.exec(line) ?? [];
    if (here === own && there !== undefined && there !== '0') return there;
  }
  return null;
}

async function ownerOf(inode: string): Promise<number | null> {
  const pid = await pidOfInode(inode);
  return pid === null ? null : Number(pid);
}

function portOf(address: string | undefined): number {
  return Number.parseInt(address?.split(':')[1] ?? '', 16);
}

async function listUnixSockets(): Promise<string> {
  for (const lister of listers) {
    const lines = await run(lister).catch(() => null);
    if (lines !== null) return lines;
  }
  return '';
}

function run(program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: timeoutMs, maxBuffer: maxBytes, env: { LC_ALL: 'C' } };
    execFile(program, ['-xnH'], options, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
}
