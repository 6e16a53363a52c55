// Tools as pages name them: `server/tool`, `server__tool`, `plugin::tool`, or a bare name, which is the first that has it.
import { isRecord } from '../../../contract/json.ts';
import { siteClientId } from '../../../contract/sites.ts';
import { standingOf } from '../sites/site-standing.ts';
import { isDestructive, offererOf, scopesOfOffers } from '../tools/callable.ts';
import { definitionHash } from '../tools/definition-hash.ts';
import { PageFault } from './page-fault.ts';
import { allowancesOf, bookOf, deniedFault, notInherited } from './page-standing.ts';
import type { Resource } from '../../../contract/schemas/permissions.ts';
import type { AskedTool } from '../../../contract/schemas/web-agent.ts';
import type { Standing } from '../sites/site-standing.ts';
import type { ListedFor } from '../tools/browser-offer.ts';
import type { Callable, OfferedCallable } from '../tools/callable.ts';
import type { Page } from './page.ts';
import type { PageServices } from './page-services.ts';

/** In a question; of more a page names those that it needs. */
const maxAsked = 500;

/** Those that pages may be offered at all, of servers and plugins. Tools of the browser are no page's. */
export function offeredTools(
  { agentServices }: Pick<PageServices, 'agentServices'>,
  page: Pick<Page, 'origin'>,
): OfferedCallable[] {
  const offered = agentServices.catalogue.offered(listedFor(page));
  return offered.filter(isOffered);
}

/** What a site has brought is listed for its own pages. */
export function listedFor({ origin }: Pick<Page, 'origin'>): ListedFor {
  return { clientId: siteClientId, browserId: null, origin };
}

/** The tool that a name means; null where there is none. */
export function findTool(
  services: Pick<PageServices, 'agentServices'>,
  page: Pick<Page, 'origin'>,
  name: string,
): OfferedCallable | null {
  const direct = services.agentServices.catalogue.lookUpFor(name, listedFor(page));
  if (direct && isOffered(direct)) return direct;
  if (/\/|__|::/.test(name)) return null;
  return offeredTools(services, page).find(({ tool }) => tool.name === name) ?? null;
}

function isOffered(callable: Callable): callable is OfferedCallable {
  return callable.kind === 'server' || callable.kind === 'plugin';
}

export function listedTool(offered: OfferedCallable) {
  const { id, tool } = offered;
  const { description, inputSchema } = tool;
  return {
    serverId: offererOf(offered),
    name: id,
    ...(typeof description === 'string' && { description }),
    ...(isRecord(inputSchema) && { inputSchema }),
  };
}

/** What the user can tick: those that the page names, else all. Only what reads is ticked at first. */
export function askableTools(services: PageServices, page: Page, names?: readonly string[]): AskedTool[] {
  const all =
    names === undefined ? offeredTools(services, page) : names.flatMap(name => findTool(services, page, name) ?? []);
  // Neither what is denied nor what its own site has brought needs another answer.
  const open = [...new Set(all)].filter(one => toolStanding(services, page, one).kind === 'none').slice(0, maxAsked);
  return open.map(callable => {
    const { id, kind, tool, readOnly } = callable;
    const source = offererOf(callable);
    const description = typeof tool.description === 'string' ? tool.description.slice(0, 1_000) : '';
    return {
      ...{ id, name: tool.name, description, readOnly, destructive: isDestructive(tool), ticked: readOnly },
      source: { kind, id: source, name: services.nameOf(source) },
      definition: definitionHash(tool),
    };
  });
}

/** Throws unless this very tool is allowed: denied, not among those that are, or not decided. */
export function expectMayCall(
  services: PageServices,
  page: Page,
  name: string,
  tool: OfferedCallable | null,
): OfferedCallable {
  const book = bookOf(services);
  if (!tool)
    throw new PageFault(
      'ERR_TOOL_NOT_FOUND',
      `Tool "${name.slice(0, 200)}" not found; call agent.tools.list() for those that there are.`,
      { toolName: name.slice(0, 200) },
    );
  const standing = toolStanding(services, page, tool);
  if (standing.kind === 'allow') {
    const other = page.work.callers.find(caller => !mayCallTool(services, caller, tool));
    if (other) throw notInherited(other, 'mcp:tools.call');
    return tool;
  }
  if (standing.kind === 'deny') throw deniedFault(page, 'mcp:tools.call');
  const allowedTools = Object.values(scopesOfOffers).flatMap(hub =>
    allowancesOf(book, page, hub).flatMap(({ tools }) => tools ?? []),
  );
  throw new PageFault(
    'ERR_TOOL_NOT_ALLOWED',
    `Permission to call ${tool.id} was not given to ${page.origin}; ask for it with agent.requestPermissions({scopes: ['mcp:tools.call'], tools: ['${tool.id}']}).`,
    { toolName: tool.id, allowedTools },
  );
}

/** Whether this very tool is allowed to a page of this origin in this tab. */
export function mayCallTool(
  services: PageServices,
  page: Pick<Page, 'origin' | 'tab'>,
  tool: OfferedCallable,
): boolean {
  return toolStanding(services, page, tool).kind === 'allow';
}

/** How this very tool stands to such a page. */
export function toolStanding(
  services: PageServices,
  { origin, tab }: Pick<Page, 'origin' | 'tab'>,
  tool: OfferedCallable,
): Standing {
  const ownTool = isOwnServer(services, { origin }, tool);
  const about = { tool: tool.id, resource: resourceOf(tool), readOnly: tool.readOnly, ownTool };
  const ask = { origin, scope: scopesOfOffers[tool.kind], fromTab: tab, ...about };
  return standingOf(bookOf(services), ask);
}

/** Of a server that its own site has brought, and that serves that site alone. */
export function isOwnServer(
  { siteServers }: Pick<PageServices, 'siteServers'>,
  { origin }: Pick<Page, 'origin'>,
  tool: OfferedCallable,
): boolean {
  return tool.kind === 'server' && siteServers.of(tool.serverId)?.origin === origin;
}

export function resourceOf(tool: OfferedCallable): Resource {
  return tool.kind === 'plugin'
    ? { kind: 'plugin', pluginId: tool.pluginId }
    : { kind: 'server', serverId: tool.serverId };
}
