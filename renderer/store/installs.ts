// Installs as screens count them: which are under way, which wait for the user, which have come to an end.
import type { Install, InstallPhase } from '../../contract/schemas/installs.ts';
import type { Server } from '../../contract/schemas/servers.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

const working: ReadonlySet<InstallPhase['kind']> = new Set(['waiting', 'fetching', 'unpacking', 'building', 'trying']);

/** Whether something is done for it right now. */
export function isUnderWay({ phase }: Pick<Install, 'phase'>): boolean {
  return working.has(phase.kind);
}

/** Whether its server was approved as it is, so that it is no install any more but a server. */
export function isAdded(install: Install, server: Server | undefined): boolean {
  if (install.phase.kind !== 'ready' || server === undefined) return false;
  // That of its server comes a moment later.
  return server.state.kind !== 'blocked' && server.state.kind !== 'installing';
}

/** Whether it was approved as something else before: it has been a server, and its update or its new values wait for the user. */
export function wasAdded({ previous }: Pick<Install, 'previous'>, server: Server | undefined): boolean {
  if (previous !== null) return true;
  if (server?.state.kind !== 'blocked') return false;
  return server.state.by !== 'approval' || server.state.reason.kind !== 'not-approved';
}

export interface InstallTotals {
  readonly underWay: number;
  /** Stopped, failed, or to be approved. */
  readonly asking: number;
  readonly all: number;
}

export function installTotals(installs: Snapshot['installs'], servers: Snapshot['servers'] = {}): InstallTotals {
  const all = Object.values(installs);
  const underWay = all.filter(isUnderWay).length;
  const added = all.filter(install => isAdded(install, servers[install.serverId])).length;
  return { underWay, asking: all.length - underWay - added, all: all.length };
}

/** What is under way first, then what asks for the user, then what was added; by name within each. */
export function installsShown({ installs, servers }: Pick<Snapshot, 'installs' | 'servers'>): Install[] {
  const rank = (install: Install) => (isUnderWay(install) ? 0 : isAdded(install, servers[install.serverId]) ? 2 : 1);
  const name = ({ serverId }: Install) => servers[serverId]?.name ?? serverId;
  return Object.values(installs).sort((a, b) => rank(a) - rank(b) || name(a).localeCompare(name(b)));
}

/** How far it is, from 0 to 1; null where nobody knows. */
export function shareOf(phase: InstallPhase): number | null {
  if (phase.kind !== 'fetching' && phase.kind !== 'unpacking') return phase.kind === 'ready' ? 1 : null;
  if (phase.total === null || phase.total <= 0) return null;
  return Math.min(1, phase.done / phase.total);
}
