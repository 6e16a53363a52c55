// agent.mcp.*: the MCP servers of a site ("bring your own chatbot"): found in its page, registered by it, and there for it alone.
import { isRecord } from '../../../contract/json.ts';
import { callMs, companionAsks } from '../../../contract/web-agent.ts';
import { use } from './carry-out.ts';
import { invalid, needText, textIn, textsIn } from './page-asked.ts';
import { PageFault } from './page-fault.ts';
import { bookOf, expectGranted } from './page-standing.ts';
import { listedFor } from './page-tools.ts';
import { siteAddress, siteTransport } from './site-address.ts';
import type { PageAsked, PageFamily, Payload } from './page-asked.ts';
import type { PageServers, RegisteredServer } from './page-servers.ts';
import type { PageServices } from './page-services.ts';

const maxFound = 50;
const most = { url: 2_000, name: 100, description: 1_000, tools: 100, toolName: 100 } as const;

export function mcpFamily(services: PageServices, servers: PageServers): PageFamily {
  return {
    handlers: {
      'agent.mcp.discover': discover,
      'agent.mcp.register': asked => register(services, servers, asked),
      'agent.mcp.unregister': async asked => {
        const id = textIn(asked.payload, 'serverId', 200) ?? textIn(asked.payload, 'id', 200);
        if (id === undefined) throw invalid('agent.mcp.unregister needs "serverId", as register() gave it.');
        if (await servers.unregister(asked.page, id)) return { success: true };
        throw new PageFault('ERR_MCP_UNREGISTER', `This page has registered no server ${JSON.stringify(id)}.`, {
          reason: 'NOT_FOUND',
        });
      },
    },
    gone: page => servers.gone(page),
    settled: () => servers.settled(),
  };
}

/** What the document's links name, as both generations tell it. */
async function discover({ page, request }: PageAsked): Promise<unknown> {
  const options = { parent: request.seq, signal: request.signal, timeoutMs: callMs };
  const said = await page.ask(companionAsks.discoverMcp, {}, options).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new PageFault('ERR_MCP_DISCOVER', `The servers of this page could not be found: ${why}`);
  });
  const found = isRecord(said) && Array.isArray(said.servers) ? said.servers : [];
  return found.slice(0, maxFound).flatMap(one => (isRecord(one) ? (foundServer(one) ?? []) : []));
}

function foundServer(found: Payload) {
  const url = textIn(found, 'url', most.url);
  if (url === undefined || !URL.canParse(url)) return null;
  const title = textIn(found, 'title', most.name) ?? 'Unnamed Server';
  const { tools } = found;
  const names = Array.isArray(tools) ? tools.filter(name => typeof name === 'string').slice(0, most.tools) : undefined;
  const description = textIn(found, 'description', most.description);
  const iconUrl = textIn(found, 'iconUrl', most.url);
  return {
    ...{ url, title, name: title, transport: textIn(found, 'transport', 40) ?? 'sse' },
    ...(description !== undefined && { description }),
    ...(names && { tools: names.map(name => name.slice(0, most.toolName)) }),
    ...(iconUrl !== undefined && { iconUrl }),
  };
}

async function register(services: PageServices, servers: PageServers, asked: PageAsked): Promise<unknown> {
  const { page, payload, request } = asked;
  const url = siteAddress(needText(asked, 'url', most.url), page.origin);
  const name = needText(asked, 'name', most.name);
  const named = textIn(payload, 'transport', 40);
  const transport = siteTransport(named, url);
  if (!transport)
    throw new PageFault(
      'ERR_MCP_REGISTER',
      `A page's server is reached by "sse" or "streamable-http", not by ${JSON.stringify(named)}.`,
      { reason: 'CONNECTION_FAILED' },
    );
  const tools = textsIn(asked, 'tools', most.tools) ?? [];
  const bad = tools.find(tool => !/^[\w.-]{1,100}$/.test(tool));
  if (bad !== undefined) throw invalid(`A tool cannot be named ${JSON.stringify(bad.slice(0, 100))}.`);
  const registered = await use(services, asked, {}, (expectAllowed, signal) => {
    expectAllowed();
    const own = { ...asked, request: { ...request, signal } };
    return servers.register(own, { url, name, transport, tools }, () => {
      expectAllowed();
      expectGranted(bookOf(services), page, ['mcp:servers.register']);
    });
  });
  return told(services, page.origin, registered);
}

function told(services: PageServices, origin: string, { id, connected, tools }: RegisteredServer) {
  const { catalogue } = services.agentServices;
  const names = connected
    ? catalogue.listOf(id, listedFor({ origin })).map(tool => `${id}/${tool.name}`)
    : tools.map(tool => tool.id);
  return { success: true, serverId: id, connected, tools: names };
}
