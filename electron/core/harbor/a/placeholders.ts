// What a server's config leaves open, as the wire asks for it: names of variables.
import type { Placeholder } from '../../../../contract/schemas/adding.ts';
import type { ServerSupervisor } from '../../servers/lifecycle/server-supervisor.ts';

/** Places without a value, of a server that is known. */
export function placesOf(servers: Pick<ServerSupervisor, 'configs'>, serverId: string): readonly Placeholder[] {
  return servers.configs.shapes(serverId).placeholders;
}
