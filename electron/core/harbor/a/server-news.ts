// What the extension hears of servers by itself: how a start comes on, and that a server is in another state than before.
import { inEnglish } from '../../../../words/english.ts';
import { processOf } from './server-words.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { Asked } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';

/** Returns the function that ends it. */
export function followServers(
  { state, servers, facts, platform }: Pick<HarborAServices, 'state' | 'servers' | 'facts' | 'platform'>,
  tell: Asked['tell'],
): () => void {
  const known = new Map<string, string>();
  return state.subscribe(({ changes }) => {
    for (const change of changes) {
      const server = change.collection === 'servers' ? servers.get(change.id) : null;
      if (!server) continue;
      const progress = progressOf(server);
      const said = `${server.state.kind} ${progress ?? ''}`;
      if (known.get(server.id) === said) continue;
      known.set(server.id, said);
      const serverId = facts.wireId(server.id);
      const timestamp = platform.now();
      if (progress !== null) tell('server_progress', { server_id: serverId, message: progress, timestamp });
      const status = processOf(server)?.state ?? 'stopped';
      tell('status_update', { category: 'server', status, timestamp, serverId, state: server.state.kind });
    }
  });
}

/** What a start waits for: its turn, its package, the end of a pause after a crash. */
function progressOf({ state, name }: Server): string | null {
  if (state.kind === 'starting') return state.reason ? inEnglish(state.reason) : `Starting ${name}...`;
  if (state.kind === 'waiting') return inEnglish(state.reason);
  return null;
}
