// agent.tools.*: tools of servers and plugins, listed and called under the permissions of the page's origin, and what the page has brought itself.
import { isRecord } from '../../../contract/json.ts';
import { callTool, holding } from './call-tool.ts';
import { use } from './carry-out.ts';
import { callOwnTool } from './own-tools.ts';
import { needText, recordIn, textIn } from './page-asked.ts';
import { expectMayCall, findTool, isOwnServer, listedTool, offeredTools } from './page-tools.ts';
import { countToolCall } from './sessions/session-family.ts';
import type { OwnTools } from './own-tool-family.ts';
import type { Page } from './page.ts';
import type { PageAsked, PageFamily } from './page-asked.ts';
import type { PageServices } from './page-services.ts';
import type { PageSessions } from './sessions/page-sessions.ts';

export function toolFamily(services: PageServices, sessions: PageSessions, own: OwnTools): PageFamily {
  return {
    handlers: {
      'agent.tools.list': asked =>
        use(services, asked, {}, async expectAllowed => {
          expectAllowed();
          return listTools(services, own, asked.page);
        }),
      'agent.tools.call': asked => call(services, sessions, own, asked),
    },
    isOwn: asked => asked.type === 'agent.tools.call' && isOwnCall(services, own, asked),
  };
}

function listTools(services: PageServices, own: OwnTools, page: Page) {
  return [
    ...offeredTools(services, page).map(listedTool),
    // Those of its `modelContext` the page adds to the list by itself.
    ...own.of(page).flatMap(({ id, tool }) => {
      const [serverId = ''] = id.split('/');
      const { description, inputSchema } = tool;
      return serverId === 'page' ? [] : { serverId, name: id, description, inputSchema };
    }),
  ];
}

function isOwnCall(services: PageServices, own: OwnTools, { page, payload }: Pick<PageAsked, 'page' | 'payload'>) {
  const { tool: name } = payload;
  if (typeof name !== 'string') return false;
  if (own.find(page, name)) return true;
  const tool = findTool(services, page, name);
  return tool !== null && isOwnServer(services, page, tool);
}

/** The MCP result as its server gave it, also one with `isError`. By a session it is counted there, and ends with it. */
async function call(services: PageServices, sessions: PageSessions, own: OwnTools, asked: PageAsked): Promise<unknown> {
  const name = needText(asked, 'tool', 300);
  const args = recordIn(asked.payload, 'args') ?? {};
  const sessionId = textIn(asked.payload, 'sessionId', 200);
  const session = sessionId === undefined ? null : sessions.expect(asked.page, sessionId);
  const ownTool = own.find(asked.page, name);
  const tool = ownTool ? null : expectMayCall(services, asked.page, name, findTool(services, asked.page, name));
  const carryOut = async (by: PageAsked) =>
    tool
      ? asResult(await callTool(services, by, { name: tool.id, arguments: { ...args } }, holding(by)))
      : ownTool && callOwnTool(services, by, ownTool, args, holding(by));
  if (!session) return carryOut(asked);
  countToolCall(session, tool?.id ?? name);
  sessions.used(session);
  const { signal } = session.ended;
  const request = { ...asked.request, signal: AbortSignal.any([asked.request.signal, signal]) };
  const result = await carryOut({ ...asked, request }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  sessions.used(session);
  return result;
}

function asResult(result: unknown): unknown {
  return isRecord(result) ? result : { content: [] };
}
