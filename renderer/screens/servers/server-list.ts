// The list of servers: which are shown, and what they come to together.
import { isOffered } from '../../store/offered-tools.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';
import type { Server, ServerUsage } from '../../../contract/schemas/servers.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export type UsageById = Readonly<Record<string, ServerUsage>>;

/** Those whose name, command or state holds the text, by name. */
export function serversShown(servers: Snapshot['servers'], filter: string): Server[] {
  const wanted = filter.trim().toLowerCase();
  return Object.values(servers)
    .filter(({ name, commandLine, kind, state }) =>
      `${name}\n${commandLine}\n${kind}\n${state.kind}`.toLowerCase().includes(wanted),
    )
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

export interface ServerTotals {
  readonly all: number;
  readonly running: number;
  /** Tools that agents get: on, and not held back. */
  readonly tools: number;
  readonly toolBytes: number;
  /** Null while nothing is measured. */
  readonly rssBytes: number | null;
}

export function serverTotals({ servers, tools }: Pick<Snapshot, 'servers' | 'tools'>, usage: UsageById): ServerTotals {
  const all = Object.values(servers);
  const offered = Object.values(tools).filter(tool => tool.source.kind === 'server' && isOffered(tool));
  const measured = all.flatMap(({ id }) => usage[id] ?? []);
  return {
    all: all.length,
    running: all.filter(({ state }) => state.kind === 'running' || state.kind === 'degraded').length,
    tools: offered.length,
    toolBytes: offered.reduce((sum, { bytes }) => sum + bytes, 0),
    rssBytes: measured.length === 0 ? null : measured.reduce((sum, { rssBytes }) => sum + rssBytes, 0),
  };
}

export function toolsOfServer(tools: Snapshot['tools'], serverId: string): Tool[] {
  return Object.values(tools)
    .filter(({ source }) => source.kind === 'server' && source.serverId === serverId)
    .sort((a, b) => Number(b.held !== null) - Number(a.held !== null) || a.id.localeCompare(b.id));
}
