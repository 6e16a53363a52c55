// A server is to run: at once where it does already, else after the gates have decided on its start.

import { isConnected } from './server-words.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { Asked } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';

/** Resolves when it can be called. Rejects with HubError, which says why it cannot. */
export async function connect(
  { servers }: Pick<HarborAServices, 'servers'>,
  hub: HubServers,
  asked: Asked,
  server: Server,
): Promise<void> {
  if (isConnected(server.state)) return;
  // It is on its way already, because its user approved or started it.
  if (server.state.kind === 'starting' || server.state.kind === 'waiting') return servers.start(server.id);
  await hub.manage(asked, server, 'start', () => servers.start(server.id));
}
