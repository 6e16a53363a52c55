// agent.tools.*: tools of servers and plugins, listed and called under the permissions of the page's origin.
import { isRecord } from '../../../contract/json.ts';
import { callTool, holding } from './call-tool.ts';
import { needText, recordIn } from './page-asked.ts';
import { expectMayCall, findTool, listedTool, offeredTools } from './page-tools.ts';
import type { PageAsked, PageFamily } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

export function toolFamily(services: PageServices): PageFamily {
  return {
    handlers: {
      'agent.tools.list': () => offeredTools(services).map(listedTool),
      'agent.tools.call': asked => call(services, asked),
    },
  };
}

/** The MCP result as its server gave it, also one with `isError`. */
async function call(services: PageServices, asked: PageAsked): Promise<unknown> {
  const name = needText(asked, 'tool', 300);
  const tool = expectMayCall(services, asked.page, name, findTool(services, name));
  const args = recordIn(asked.payload, 'args') ?? {};
  const result = await callTool(services, asked, { name: tool.id, arguments: { ...args } }, holding(asked));
  return isRecord(result) ? result : { content: [] };
}
