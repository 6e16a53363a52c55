// Servers of the hub in the words of the wire: the states of its two lists, and what it shows of an installed one.
import { inEnglish } from '../../../../words/english.ts';
import type { HarborServerFact } from '../../../../contract/schemas/harbor-a.ts';
import type { Server, ServerState } from '../../../../contract/schemas/servers.ts';
import type { Answer } from './asked.ts';

/** Whether it can be called: one that sleeps wakes for a call. */
export function isConnected({ kind }: ServerState): boolean {
  return kind === 'running' || kind === 'degraded' || kind === 'asleep';
}

/** Of a server in the list of addresses. */
export function storeStatus({ kind }: ServerState): 'connected' | 'connecting' | 'disconnected' | 'error' {
  switch (kind) {
    case 'running':
    case 'degraded':
    case 'asleep':
      return 'connected';
    case 'installing':
    case 'starting':
    case 'waiting':
      return 'connecting';
    case 'crashed':
    case 'failed':
    case 'unauthorized':
      return 'error';
    default:
      return 'disconnected';
  }
}

/** The process of an installed server; null of one that nobody has started. */
export function processOf({ state }: Pick<Server, 'state'>): { readonly state: string; readonly pid?: number } | null {
  const pid = 'pid' in state && state.pid !== null ? { pid: state.pid } : {};
  switch (state.kind) {
    case 'running':
    case 'degraded':
    case 'asleep':
      return { state: 'running', ...pid };
    case 'starting':
    case 'waiting':
      return { state: 'starting', ...pid };
    case 'stopping':
      return { state: 'stopping', ...pid };
    case 'crashed':
      return { state: 'crashed' };
    case 'failed':
    case 'unauthorized':
      return { state: 'error' };
    default:
      return null;
  }
}

/** Why it is not there, in one sentence; null where there is nothing to say. */
export function reasonFor(state: ServerState): string | null {
  return 'reason' in state && state.reason ? inEnglish(state.reason) : null;
}

/** Whether its user has yet to approve what it is now. */
export function needsApproval({ kind, ...state }: ServerState): boolean {
  return kind === 'blocked' && 'by' in state && state.by === 'approval';
}

/** A row of `list_servers`. */
export function storeRow(server: Server, wireId: string, fact: HarborServerFact | null): Answer {
  const { state } = server;
  return {
    id: wireId,
    label: server.name,
    baseUrl: server.commandLine,
    status: storeStatus(state),
    lastError: reasonFor(state),
    addedAt: fact?.addedAt ?? 0,
    lastConnectedAt: isConnected(state) ? state.since : null,
  };
}

const packageTypes = { npx: 'npm', uvx: 'pypi', docker: 'oci' } as const;

function packageOf({ kind, package: named, program, commandLine }: Server): { type: string; id: string } {
  if (kind === 'http' || kind === 'sse') return { type: kind, id: commandLine };
  if (named) return { type: packageTypes[named.runner], id: named.name };
  return { type: kind === 'stdio' ? 'binary' : kind, id: program };
}

/** A server as `list_installed` and those who install one show it. */
export function installedRow(
  server: Server,
  wireId: string,
  fact: HarborServerFact | null,
  args: readonly string[],
): Answer {
  const { type, id } = packageOf(server);
  return {
    id: wireId,
    name: server.name,
    packageType: fact?.packageType ?? type,
    packageId: fact?.packageId ?? id,
    autoStart: server.options.start === 'always',
    args: [...args],
    requiredEnvVars: fact?.variables ?? [],
    installedAt: fact?.addedAt ?? 0,
    catalogSource: fact?.catalogSource ?? null,
    homepageUrl: fact?.homepageUrl ?? null,
    description: fact?.description ?? null,
    ...((type === 'http' || type === 'sse') && { remoteUrl: server.commandLine }),
    ...(type === 'oci' && { useDocker: true }),
  };
}
