// Which process is at the other end of a connection, on Linux: `ss` and /proc/net tell the other end's inode, and /proc who holds it.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SocketEnds } from './socket-ends.ts';
import { pidOfInode } from './socket-owner.ts';
import { systemProgram } from './system-program.ts';
import type { Socket } from 'node:net';

/** A process as it cannot come back under the same number: with the moment of its start, in ticks since the machine's. */
export interface ProcessMark {
  readonly pid: number;
  readonly startedAt: string;
}

let ends: SocketEnds | null = null;
/** One list serves all who ask before it is begun. */
let next: Promise<ReadonlyMap<string, string>> | null = null;
let running: Promise<unknown> = Promise.resolve();

/** The inode of the socket at the other end; null where this system does not tell. */
export async function peerInode(socket: Socket): Promise<string | null> {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { readonly fd?: number } | null };
  return otherEnd(handle?.fd ?? null);
}

/** The process that connected to the Unix socket with this descriptor of ours; null where it cannot be told. */
export async function unixPeer(descriptor: number | null): Promise<number | null> {
  const inode = await otherEnd(descriptor);
  return inode === null ? null : ownerOf(inode);
}

/** The process that connected from `peerPort` of loopback to `ownPort`; null where it cannot be told. */
export async function tcpPeer(ownPort: number, peerPort: number): Promise<number | null> {
  const inode = (await tcpRow(ownPort, peerPort))?.inode;
  return inode === undefined ? null : ownerOf(inode);
}

/** The account that connected from `peerPort` of loopback to `ownPort`; null where it cannot be told. */
export async function tcpPeerAccount(ownPort: number, peerPort: number): Promise<number | null> {
  return (await tcpRow(ownPort, peerPort))?.account ?? null;
}

/** The row of the other end in the table of connections (proc(5), `/proc/net/tcp`), unless nobody holds that end any more. */
async function tcpRow(ownPort: number, peerPort: number): Promise<{ inode: string; account: number } | null> {
  if (process.platform !== 'linux') return null;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const lines = (await readFile(table, 'utf8').catch(() => '')).split('\n').slice(1);
    const fields = lines
      .map(line => line.trim().split(/\s+/))
      .find(([, local, remote]) => portOf(local) === peerPort && portOf(remote) === ownPort);
    const [account, inode = '0'] = [fields?.[7], fields?.[9]];
    if (account !== undefined && inode !== '0') return { inode, account: Number(account) };
  }
  return null;
}

/** Whether the process holds the socket of that inode, of which another process may hold a copy. */
export function holdsSocket(pid: number, inode: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return entriesOf(folder).some(descriptor => linkOf(`${folder}/${descriptor}`) === `socket:[${inode}]`);
}

/** The process that holds the socket, looked for in `likely` first; null where none is seen to. */
export function socketHolder(inode: string, likely: number | null): ProcessMark | null {
  if (likely !== null && holdsSocket(likely, inode)) return processMark(likely);
  const pid = entriesOf('/proc').find(name => /^\d+$/.test(name) && holdsSocket(Number(name), inode));
  return pid === undefined ? null : processMark(Number(pid));
}

/** The process that started this one; null where it cannot be told, and where that one has ended. */
export function processParent(pid: number): number | null {
  const parent = Number(statOf(pid)?.[1]);
  // What has lost its parent is the first process's, which started nothing of it.
  return Number.isInteger(parent) && parent > 1 ? parent : null;
}

/** Null for a process that has ended, also for one that only its parent still knows (proc(5), `stat`). */
export function processMark(pid: number): ProcessMark | null {
  const [state = '', ...rest] = statOf(pid) ?? [];
  const startedAt = rest[18];
  return startedAt === undefined || /^[ZX]$/.test(state) ? null : { pid, startedAt };
}

/** What proc(5) tells in `stat` behind the program's name: state, parent and so on; null for a process that is not there. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

async function otherEnd(descriptor: number | null): Promise<string | null> {
  if (process.platform !== 'linux' || descriptor === null || descriptor < 0) return null;
  const own = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/self/fd/${descriptor}`))?.[1];
  const other = own === undefined ? undefined : (await listEnds()).get(own);
  return other === undefined || other === '0' ? null : other;
}

async function ownerOf(inode: string): Promise<number | null> {
  const pid = await pidOfInode(inode).catch(() => null);
  return pid === null ? null : Number(pid);
}

function portOf(address: string | undefined): number {
  return Number.parseInt(address?.split(':')[1] ?? '', 16);
}

function listEnds(): Promise<ReadonlyMap<string, string>> {
  if (!next) {
    const list = running.then(() => {
      next = null;
      return readEnds();
    });
    next = list;
    running = list;
  }
  return next;
}

/** Node has no SO_PEERCRED, and /proc/net/unix does not tell of the other end. Empty where there is no `ss`. */
function readEnds(): Promise<ReadonlyMap<string, string>> {
  ends ??= socketEnds();
  return ends?.list() ?? Promise.resolve(new Map());
}

function socketEnds(): SocketEnds | null {
  const [ss, sh] = ['ss', 'sh'].map(name => systemProgram(name, { os: 'linux', env: {} }));
  return ss && sh ? new SocketEnds({ ss, sh }) : null;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
