// Installed servers as connections: mcp_connect and what is asked of a connected one.
import { Fault, failingAs, isOn, messageOf, needText, recordOf } from './asked.ts';
import { connect } from './connect-server.ts';
import { approvalText } from './hub-servers.ts';
import { isConnected, needsApproval } from './server-words.ts';
import { callServerTool } from './store-family.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { Answer, Asked, Family, Handler } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';
import type { ServerReads } from './server-reads.ts';

const maxLogLines = 50;

export function mcpFamily(services: HarborAServices, hub: HubServers, reads: ServerReads): Family {
  const asking =
    (code: string, needs: readonly string[], ask: (asked: Asked, server: Server) => Promise<Answer>): Handler =>
    asked => {
      const id = needText(asked, 'server_id');
      for (const name of needs) needText(asked, name);
      const server = hub.expectConnected(id);
      return failingAs(code, one => ask(one, server))(asked);
    };
  const list = (kind: 'resources' | 'prompts') =>
    asking('mcp_error', [], async (_, server) => ({ [kind]: await reads.list(server, kind) }));
  return {
    mcp_connect: asked => mcpConnect(services, hub, reads, asked),
    mcp_disconnect: failingAs('disconnect_error', asked => disconnect(services, hub, asked)),
    mcp_list_connections: failingAs('list_error', async asked => {
      const connected = hub.list().filter(({ state }) => isConnected(state));
      return { connections: await Promise.all(connected.map(server => connectionOf(hub, reads, asked, server))) };
    }),
    mcp_list_tools: asking('mcp_error', [], async (asked, server) => ({ tools: reads.tools(asked, server) })),
    mcp_list_resources: list('resources'),
    mcp_list_prompts: list('prompts'),
    mcp_call_tool: asking('tool_error', ['tool_name'], async (asked, server) => {
      const { content, isError } = await callServerTool(services, asked, server, needText(asked, 'tool_name'));
      return { result: { content, ...(isError && { isError }) } };
    }),
    mcp_read_resource: asking('resource_error', ['uri'], async (asked, server) => ({
      resource: await reads.read(asked, server, 'resources/read', { uri: needText(asked, 'uri') }),
    })),
    mcp_get_prompt: asking('prompt_error', ['prompt_name'], async (asked, server) => {
      const params = { name: needText(asked, 'prompt_name'), arguments: recordOf(asked, 'arguments') };
      return { prompt: await reads.read(asked, server, 'prompts/get', params) };
    }),
    mcp_get_logs: failingAs('logs_error', asked => logsOf(hub, asked)),
  };
}

/** It stays as its user left it: nothing brings it back but a start. */
async function disconnect({ servers }: HarborAServices, hub: HubServers, asked: Asked): Promise<Answer> {
  const server = hub.find(needText(asked, 'server_id'));
  if (!server || !processIsUp(server)) return { disconnected: false };
  await hub.manage(asked, server, 'stop', () => servers.stop(server.id));
  return { disconnected: true };
}

async function logsOf(hub: HubServers, asked: Asked): Promise<Answer> {
  const server = hub.find(needText(asked, 'server_id'));
  if (!server) return { logs: [], pid: null };
  const logs = (await hub.logs(asked, server)).slice(-maxLogLines);
  return { logs, pid: 'pid' in server.state ? server.state.pid : null };
}

/** The answer of mcp_connect, and of those who start a server in other words. */
export async function mcpConnect(
  services: HarborAServices,
  hub: HubServers,
  reads: ServerReads,
  asked: Asked,
): Promise<Answer> {
  const server = hub.expect(needText(asked, 'server_id'));
  if (needsApproval(server.state))
    return {
      connected: false,
      needs_security_approval: true,
      docker_available: false,
      docker_recommended: false,
      security_instructions: approvalText,
    };
  expectComplete(hub, server);
  if (isOn(asked, 'use_docker') && server.package?.runner !== 'docker')
    throw new Fault(
      'connection_failed',
      `${server.name} is no image; add the image as a server of its own in Pilothouse.`,
    );
  try {
    await connect(services, hub, asked, server);
  } catch (error) {
    throw new Fault('connection_failed', messageOf(error));
  }
  return { connected: true, ...(await connectedAnswer(reads, asked, hub.expect(server.id))) };
}

/** Throws the wire's `missing_secrets`. */
export function expectComplete(hub: HubServers, server: Server): void {
  const missing = hub.missing(server);
  if (missing.length === 0) return;
  throw new Fault('missing_secrets', `Missing required secrets: ${missing.join(', ')}`, { missing });
}

async function connectedAnswer(reads: ServerReads, asked: Asked, server: Server): Promise<Answer> {
  return {
    connection_info: await reads.connectionInfo(server),
    tools: reads.tools(asked, server),
    resources: await reads.list(server, 'resources'),
    prompts: await reads.list(server, 'prompts'),
    running_in_docker: server.package?.runner === 'docker',
  };
}

async function connectionOf(hub: HubServers, reads: ServerReads, asked: Asked, server: Server): Promise<Answer> {
  const [resources, prompts] = await Promise.all([reads.list(server, 'resources'), reads.list(server, 'prompts')]);
  return {
    serverId: hub.wireId(server),
    serverName: server.name,
    connectionInfo: await reads.connectionInfo(server).catch(() => ({})),
    connectedAt: server.state.since,
    toolCount: reads.tools(asked, server).length,
    resourceCount: resources.length,
    promptCount: prompts.length,
    pid: 'pid' in server.state ? server.state.pid : null,
  };
}

function processIsUp({ state }: Server): boolean {
  return !['stopped', 'blocked', 'failed'].includes(state.kind);
}
