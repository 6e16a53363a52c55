// Which tool a call means. One of a server or plugin that is away still counts as a tool, so that it is refused as every other call is.
import { HubError } from '../../../contract/errors.ts';
import { isReachable } from '../servers/lifecycle/server-state.ts';
import { listName, pluginIdIn, serverIdIn, toolId } from '../tools/tool-names.ts';
import type { ListedFor } from '../tools/browser-offer.ts';
import type { Callable } from '../tools/callable.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { HubView } from './plan-call.ts';

/** What is not found is named by its caller. */
const maxNameChars = 200;

/** Throws ERR_TOOL_NOT_FOUND and ERR_TOOL_NOT_ALLOWED. */
export function findCallable(
  catalogue: Pick<ToolCatalogue, 'findFor'>,
  view: Pick<HubView, 'server' | 'plugin'>,
  name: string,
  asker: ListedFor,
): Callable {
  try {
    return catalogue.findFor(name, asker);
  } catch (error) {
    const away = awayPluginTool(view, name);
    if (away && isUnknownTool(error)) return away;
    const serverId = serverIdIn(name);
    const server = serverId === null ? null : view.server(serverId);
    if (!server || !isUnknownTool(error) || isReachable(server.state)) throw error;
    const own = name.slice(server.id.length).replace(/^(\/|__)/, '');
    const id = toolId(server.id, own).slice(0, maxNameChars);
    const named = { id, listName: listName(server.id, own), tool: { name } };
    // Whether it acts is not known; that its server is away is said also while the user allows reading only.
    return { kind: 'server', ...named, serverId: server.id, readOnly: true };
  }
}

function isUnknownTool(error: unknown): boolean {
  return error instanceof HubError && error.code === 'ERR_TOOL_NOT_FOUND';
}

/** The same of a plugin that cannot be called now. */
function awayPluginTool(view: Pick<HubView, 'plugin'>, name: string): Callable | null {
  const pluginId = pluginIdIn(name);
  const state = pluginId === null ? null : view.plugin(pluginId);
  if (pluginId === null || state === null || state === 'active') return null;
  const own = name.slice(pluginId.length + '::'.length);
  const id = toolId(pluginId, own).slice(0, maxNameChars);
  return { kind: 'plugin', id, pluginId, listName: listName(pluginId, own), tool: { name: own }, readOnly: true };
}
