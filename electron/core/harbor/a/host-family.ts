// Tools for pages: listed and called under their origin's permissions, through every gate, with the limits of spec 003.
import { isRecord } from '../../../../contract/json.ts';
import { runMetaKey } from '../../../../contract/limits.ts';
import { siteClientId } from '../../../../contract/sites.ts';
import { standingOf } from '../../sites/site-standing.ts';
import { offererOf, scopesOfOffers } from '../../tools/callable.ts';
import { pluginIdIn } from '../../tools/tool-names.ts';
import { Fault, failingAs, needText, numberIn, recordOf, textIn, textOfResult, textsIn } from './asked.ts';
import { callTool as callCounted } from './counted-call.ts';
import { bookOf, refusalOf } from './host-permissions.ts';
import { isConnected } from './server-words.ts';
import { find, findAway, offeredTools, toolIdOnWire } from './tool-words.ts';
import type { ToolCallParams } from '../../../../contract/schemas/messages.ts';
import type { Resource } from '../../../../contract/schemas/permissions.ts';
import type { Site } from '../../sites/site-registry.ts';
import type { OfferedCallable } from '../../tools/callable.ts';
import type { Answer, Asked, Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';

const timeouts = { least: 1, most: 3_600_000 } as const;
const maxRunChars = 100;

export function hostFamily(services: HarborAServices, hub: HubServers): Family {
  const createRun = failingAs('host_error', asked => openRun(services, asked));
  return {
    host_list_tools: asked => listTools(services, hub, asked),
    host_call_tool: asked => callTool(services, asked),
    host_create_run: createRun,
    create_run: createRun,
    host_end_run: asked => endRun(services, asked),
    end_run: asked => endRun(services, asked),
    host_get_stats: () => ({ stats: statsOf(services, hub) }),
  };
}

function siteOf({ sites }: HarborAServices, asked: Asked): Site {
  return sites.arrive(needText(asked, 'origin', "Missing required field: 'origin'"), asked.via);
}

function listTools(services: HarborAServices, hub: HubServers, asked: Asked): Answer {
  const site = siteOf(services, asked);
  const wanted = textsIn(asked, 'server_ids');
  expectMay(services, site.origin, { scope: 'mcp:tools.list' });
  const tools = offeredTools(services, siteClientId).map(tool => listedTool(services, hub, tool));
  return { tools: tools.filter(({ serverId }) => wanted === undefined || wanted.includes(serverId)) };
}

function listedTool(services: HarborAServices, hub: HubServers, offered: OfferedCallable) {
  const { id, tool } = offered;
  const { description, inputSchema } = tool;
  const source = offererOf(offered);
  return {
    name: toolIdOnWire(services, id),
    ...(typeof description === 'string' && { description }),
    ...(isRecord(inputSchema) && { inputSchema }),
    serverId: services.facts.wireId(source),
    serverLabel: hub.find(source)?.name ?? source,
    originalName: tool.name,
  };
}

/** Denied, then allowed for good, then for now, in this order; what nobody has decided needs the scope. */
function expectMay(services: HarborAServices, origin: string, ask: { readonly scope: 'mcp:tools.list' }): void {
  const standing = standingOf(bookOf(services), { origin, ...ask });
  if (standing.kind === 'allow') return;
  const { code, message, details } = refusalOf(standing, origin, ask.scope);
  throw new Fault(code, message, details);
}

async function callTool(services: HarborAServices, asked: Asked): Promise<Answer> {
  const site = siteOf(services, asked);
  const name = needText(asked, 'tool_name', "Missing required field: 'tool_name'");
  const tool = find(services, name) ?? findAway(services, name);
  expectMayCall(services, site.origin, name, tool);
  if (!tool) throw new Fault('ERR_TOOL_NOT_FOUND', `Tool "${name}" not found`, { toolName: name });
  const timeoutMs = numberIn(asked, 'timeout_ms');
  const isTime = timeoutMs !== undefined && timeoutMs >= timeouts.least && timeoutMs <= timeouts.most;
  const policy = { patienceMs: 0, ...(isTime && { timeoutMs }) };
  const agentOf = () => services.sites.agentOf(site);
  // Nobody is asked in Pilothouse: whoever lacks a scope is told so, and asks in the extension's own window.
  const result = await callCounted(services, asked, { agentOf, params: paramsOf(asked, tool), policy });
  const provenance = { serverId: services.facts.wireId(offererOf(tool)), toolName: tool.tool.name };
  if (result.isError) throw new Fault('ERR_TOOL_FAILED', textOfResult(result) || 'The tool failed', { provenance });
  return { result: result.content, provenance };
}

function paramsOf(asked: Asked, { id }: OfferedCallable): ToolCallParams {
  const runId = textIn(asked, 'run_id');
  const run = runId === undefined ? {} : { _meta: { [runMetaKey]: { id: runId.slice(0, maxRunChars) } } };
  return { name: id, arguments: recordOf(asked, 'args'), ...run };
}

/** Before it is said whether there is such a tool: who may call none learns nothing of them. */
function expectMayCall(services: HarborAServices, origin: string, name: string, tool: OfferedCallable | null): void {
  // A plugin that is not there needs what one that is there needs: else the answers would tell which are.
  const scope = scopesOfOffers[tool?.kind ?? (pluginIdIn(name) === null ? 'server' : 'plugin')];
  const about = tool ? { tool: tool.id, resource: resourceOf(tool), readOnly: tool.readOnly } : {};
  const standing = standingOf(bookOf(services), { origin, scope, ...about });
  if (standing.kind === 'allow') return;
  if (standing.kind === 'none' && standing.others.length > 0) {
    const allowed = standing.others.flatMap(({ tools }) => tools ?? []).map(id => toolIdOnWire(services, id));
    const details = { toolName: name, allowedTools: allowed };
    throw new Fault('ERR_TOOL_NOT_ALLOWED', `Tool "${name}" is not in the allowlist for this origin`, details);
  }
  const { code, message, details } = refusalOf(standing, origin, scope);
  throw new Fault(code, message, details);
}

function resourceOf(tool: OfferedCallable): Resource {
  return tool.kind === 'plugin'
    ? { kind: 'plugin', pluginId: tool.pluginId }
    : { kind: 'server', serverId: tool.serverId };
}

function openRun(services: HarborAServices, asked: Asked): Answer {
  const { agentId, origin } = siteOf(services, asked);
  const maxCalls = numberIn(asked, 'max_calls');
  const isBudget = maxCalls !== undefined && Number.isSafeInteger(maxCalls) && maxCalls > 0;
  if (maxCalls !== undefined && !isBudget)
    throw new Fault('invalid_request', 'max_calls must be a whole number above 0');
  const id = `run_${services.platform.randomBytes(12).toString('hex')}`;
  const run = services.limiter.open(agentId, { id, ...(isBudget && { maxCalls }) });
  return { run_id: run.id, origin, max_calls: run.maxCalls, calls_made: run.calls };
}

function endRun(services: HarborAServices, asked: Asked): Answer {
  const { agentId } = siteOf(services, asked);
  return { ended: services.limiter.end(agentId, needText(asked, 'run_id', "Missing required field: 'run_id'")) };
}

function statsOf(services: HarborAServices, hub: HubServers): Answer {
  const tools = offeredTools(services, siteClientId);
  const byServer = new Map<string, number>();
  for (const tool of tools) {
    const id = services.facts.wireId(offererOf(tool));
    byServer.set(id, (byServer.get(id) ?? 0) + 1);
  }
  const servers = hub.list();
  const { maxCallsPerRun, maxConcurrentPerOrigin, defaultTimeoutMs } = services.limiter.limits;
  return {
    servers: { total: servers.length, running: servers.filter(({ state }) => isConnected(state)).length },
    tools: { totalTools: tools.length, serverCount: byServer.size, toolsByServer: Object.fromEntries(byServer) },
    rateLimits: { maxCallsPerRun, maxConcurrentPerOrigin, defaultTimeoutMs },
  };
}
