// Tools as the wire names them: `server/tool` with the extension's own id of the server, and every other form that its pages may send.
import { isReachable } from '../../servers/lifecycle/server-state.ts';
import { listName, serverIdIn, toolId } from '../../tools/tool-names.ts';
import type { Callable, OfferedCallable } from '../../tools/callable.ts';
import type { HarborAServices } from './harbor-a-services.ts';

type Known = Pick<HarborAServices, 'facts' | 'agentServices'>;

export function toolIdOnWire({ facts }: Pick<Known, 'facts'>, id: string): string {
  const [serverId = '', ...rest] = id.split('/');
  return rest.length === 0 || id.includes('::') ? id : toolId(facts.wireId(serverId), rest.join('/'));
}

/** The hub's id of a tool: of `server/tool`, `server__tool`, `plugin::tool`, or of a bare name, which is the first server's that has it. */
export function toolOfWire(services: Known, name: string): string {
  return find(services, name)?.id ?? withHubServer(services, name);
}

/** The tool that a page of that name means; null where there is none. Tools of the browser are not a page's. */
export function find(services: Known, name: string): OfferedCallable | null {
  const { catalogue } = services.agentServices;
  const direct = catalogue.lookUp(withHubServer(services, name));
  if (direct && isOffered(direct)) return direct;
  return /\/|__|::/.test(name) ? null : bare(services, name);
}

/** The tool of a server that is away, of which nobody knows whether it has it: it is refused as every other call of that server is. */
export function findAway(services: Known & Pick<HarborAServices, 'servers'>, name: string): OfferedCallable | null {
  const known = withHubServer(services, name);
  const serverId = serverIdIn(known);
  const server = serverId === null ? null : services.servers.get(serverId);
  if (!server || isReachable(server.state)) return null;
  const own = known.slice(server.id.length).replace(/^(?:\/|__)/, '');
  const named = { id: toolId(server.id, own), listName: listName(server.id, own), tool: { name: own } };
  return { kind: 'server', ...named, serverId: server.id, readOnly: true };
}

/** Tools that pages are offered: those of servers, on and not held back. */
export function offeredTools({ agentServices }: Known, clientId: string): readonly OfferedCallable[] {
  const offered = agentServices.catalogue.offered({ clientId, browserId: null });
  return offered.filter(isOffered);
}

/** Those of the browser, and of a page in it, are no page's. */
function isOffered(callable: Callable): callable is OfferedCallable {
  return callable.kind === 'server' || callable.kind === 'plugin';
}

function bare(services: Known, name: string): OfferedCallable | null {
  const all = services.agentServices.catalogue.offered({ clientId: null, browserId: null });
  return all.filter(isOffered).find(callable => callable.tool.name === name) ?? null;
}

function withHubServer({ facts }: Pick<Known, 'facts'>, name: string): string {
  const [, wireId = '', sign = '', tool = ''] = /^(.{1,200}?)(\/|__)(.+)$/s.exec(name) ?? [];
  const serverId = facts.serverId(wireId);
  return wireId === '' || serverId === wireId ? name : `${serverId}${sign}${tool}`;
}
