// Who asks for a change of the rules: the process behind a connection with those it was started by.
import { readlink } from 'node:fs/promises';
import { tcpPeer, unixPeer } from '../../../native-host/endpoints/socket-peer.ts';
import { listProcesses } from '../servers/process/process-table.ts';
import type { PanelFrom, RuleAsker } from '../../../contract/schemas/rule-changes.ts';

const maxProcesses = 40;

/** `descriptor` is the hub's own end of the connection. */
export async function commandLineAsker(descriptor: number | null, os: NodeJS.Platform): Promise<RuleAsker> {
  return { via: 'cli', processes: await lineage(await unixPeer(descriptor), os) };
}

export async function panelAsker(from: PanelFrom, os: NodeJS.Platform): Promise<RuleAsker> {
  if (from.kind === 'tray') return { via: 'tray', processes: [] };
  if (from.kind === 'companion') return { via: 'companion', browser: from.browser, processes: [] };
  if (from.kind === 'hub') return { via: 'hub', hub: from.hub, processes: [] };
  if (from.kind === 'setup') return { via: 'setup', file: from.file, processes: [] };
  if (from.kind === 'window') return { via: 'panel', processes: [] };
  const [first] = await lineage(await tcpPeer(from.port, from.peerPort), os);
  return { via: 'panel', processes: first ? [first] : [] };
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
