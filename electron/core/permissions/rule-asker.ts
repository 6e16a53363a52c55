// Who asks for a change of the rules: the process behind a connection with those it was started by, and the same in words.
import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { tcpPeer, unixPeer } from '../../../native-host/endpoints/socket-peer.ts';
import { listProcesses } from '../servers/process/process-table.ts';
import type { PanelFrom, RuleAsker } from '../../../contract/schemas/rule-changes.ts';

const maxProcesses = 40;
/** How many of them a line names. */
const maxNamed = 6;

/** `descriptor` is the hub's own end of the connection. */
export async function commandLineAsker(descriptor: number | null, os: NodeJS.Platform): Promise<RuleAsker> {
  return { via: 'cli', processes: await lineage(await unixPeer(descriptor), os) };
}

export async function panelAsker(from: PanelFrom, os: NodeJS.Platform): Promise<RuleAsker> {
  if (from.kind === 'tray') return { via: 'tray', processes: [] };
  if (from.kind === 'window') return { via: 'panel', processes: [] };
  const [first] = await lineage(await tcpPeer(from.port, from.peerPort), os);
  return { via: 'panel', processes: first ? [first] : [] };
}

/** `the command line: node (process 4130), started by bash (process 4120)`. */
export function askerWords({ via, processes }: RuleAsker): string {
  const where = {
    panel: 'the panel',
    tray: 'the tray',
    start: 'its start',
    file: 'a file',
    cli: 'the command line',
  };
  const [first, ...others] = processes
    .slice(0, maxNamed)
    .map(({ pid, program }) => `${program === null ? 'a program' : basename(program)} (process ${pid})`);
  if (first === undefined) return via === 'cli' ? `${where[via]}: unknown program` : where[via];
  return `${where[via]}: ${first}${others.length > 0 ? `, started by ${others.join(', ')}` : ''}`;
}

async function lineage(pid: number | null, os: NodeJS.Platform): Promise<RuleAsker['processes']> {
  const found: RuleAsker['processes'] = [];
  // The first process of a system started everything.
  for (let next = pid; next !== null && next > 1 && found.length < maxProcesses; ) {
    const current: number = next;
    const [row] = await listProcesses(os, current).catch(() => []);
    if (!row) break;
    found.push({ pid: current, program: await readlink(`/proc/${current}/exe`).catch(() => null) });
    next = row.parent;
  }
  return found;
}
