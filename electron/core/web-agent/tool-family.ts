// agent.tools.*: tools of servers and plugins, listed and called under the permissions of the page's origin, and what the page has brought itself.
import { isRecord } from '../../../contract/json.ts';
import { callTool, holding } from './call-tool.ts';
import { callOwnTool } from './own-tools.ts';
import { needText, recordIn } from './page-asked.ts';
import { expectMayCall, findTool, isOwnServer, listedTool, offeredTools } from './page-tools.ts';
import type { OwnTools } from './own-tool-family.ts';
import type { PageAsked, PageFamily } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

export function toolFamily(services: PageServices, own: OwnTools): PageFamily {
  return {
    handlers: {
      'agent.tools.list': ({ page }) => [
        ...offeredTools(services, page).map(listedTool),
        // Those of its `modelContext` the page adds to the list by itself.
        ...own.of(page).flatMap(({ id, tool }) => {
          const [serverId = ''] = id.split('/');
          const { description, inputSchema } = tool;
          return serverId === 'page' ? [] : { serverId, name: id, description, inputSchema };
        }),
      ],
      'agent.tools.call': asked => call(services, own, asked),
    },
    isOwn: asked => asked.type === 'agent.tools.call' && isOwnCall(services, own, asked),
  };
}

function isOwnCall(services: PageServices, own: OwnTools, { page, payload }: Pick<PageAsked, 'page' | 'payload'>) {
  const { tool: name } = payload;
  if (typeof name !== 'string') return false;
  if (own.find(page, name)) return true;
  const tool = findTool(services, page, name);
  return tool !== null && isOwnServer(services, page, tool);
}

/** The MCP result as its server gave it, also one with `isError`. */
async function call(services: PageServices, own: OwnTools, asked: PageAsked): Promise<unknown> {
  const name = needText(asked, 'tool', 300);
  const args = recordIn(asked.payload, 'args') ?? {};
  const ownTool = own.find(asked.page, name);
  if (ownTool) return callOwnTool(services, asked, ownTool, args);
  const tool = expectMayCall(services, asked.page, name, findTool(services, asked.page, name));
  const result = await callTool(services, asked, { name: tool.id, arguments: { ...args } }, holding(asked));
  return isRecord(result) ? result : { content: [] };
}
