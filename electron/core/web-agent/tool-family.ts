// agent.tools.*: tools of servers and plugins, listed and called under the permissions of the page's origin.
import { isRecord } from '../../../contract/json.ts';
import { callTool, holding } from './call-tool.ts';
import { needText, recordIn, textIn } from './page-asked.ts';
import { expectMayCall, findTool, listedTool, offeredTools } from './page-tools.ts';
import { countToolCall } from './sessions/session-family.ts';
import type { PageAsked, PageFamily } from './page-asked.ts';
import type { PageServices } from './page-services.ts';
import type { PageSessions } from './sessions/page-sessions.ts';

export function toolFamily(services: PageServices, sessions: PageSessions): PageFamily {
  return {
    handlers: {
      'agent.tools.list': () => offeredTools(services).map(listedTool),
      'agent.tools.call': asked => call(services, sessions, asked),
    },
  };
}

/** The MCP result as its server gave it, also one with `isError`. By a session it is counted there, and ends with it. */
async function call(services: PageServices, sessions: PageSessions, asked: PageAsked): Promise<unknown> {
  const name = needText(asked, 'tool', 300);
  const sessionId = textIn(asked.payload, 'sessionId', 200);
  const session = sessionId === undefined ? null : sessions.expect(asked.page, sessionId);
  const tool = expectMayCall(services, asked.page, name, findTool(services, name));
  const params = { name: tool.id, arguments: { ...recordIn(asked.payload, 'args') } };
  if (!session) return asResult(await callTool(services, asked, params, holding(asked)));
  countToolCall(session, tool.id);
  sessions.used(session);
  const { signal } = session.ended;
  const request = { ...asked.request, signal: AbortSignal.any([asked.request.signal, signal]) };
  const result = await callTool(services, { ...asked, request }, params, holding(asked)).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  sessions.used(session);
  return asResult(result);
}

function asResult(result: unknown): unknown {
  return isRecord(result) ? result : { content: [] };
}
