// The list of servers by address: add_server, connect_server and those that ask a connected one.
import { isRecord } from '../../../../contract/json.ts';
import { addressConfig } from '../../servers/config/address-server.ts';
import { extensionPolicy, Fault, messageOf, recordOf, textIn } from './asked.ts';
import { connect } from './connect-server.ts';
import { callTool } from './counted-call.ts';
import { approvalText } from './hub-servers.ts';
import { isConnected, needsApproval, storeRow, storeStatus } from './server-words.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { Asked, Family, Handler } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';
import type { ServerReads } from './server-reads.ts';

export function storeFamily(services: HarborAServices, hub: HubServers, reads: ServerReads): Family {
  const row = (server: Server) => storeRow(server, hub.wireId(server), hub.fact(server));
  return {
    add_server: async asked => {
      const label = needParameter(asked, 'label');
      const url = needParameter(asked, 'base_url');
      const server = await added(hub, label, url);
      return { server: row(server), ...(needsApproval(server.state) && { needs_security_approval: true }) };
    },
    remove_server: async asked => {
      const server = known(hub, asked);
      await hub.manage(asked, server, 'remove', () => services.servers.changes.remove(server.id));
      return { removed: true };
    },
    list_servers: () => ({ servers: hub.list().filter(isRemote).map(row) }),
    connect_server: async asked => {
      const server = known(hub, asked);
      if (needsApproval(server.state)) throw new Fault('connection_failed', `Connection failed: ${approvalText}`);
      try {
        await connect(services, hub, asked, server);
      } catch (error) {
        throw new Fault('connection_failed', `Connection failed: ${messageOf(error)}`);
      }
      return { server: row(hub.expect(server.id)), connection_info: await reads.serverInfo(server) };
    },
    disconnect_server: async asked => {
      const server = known(hub, asked);
      await hub.manage(asked, server, 'stop', () => services.servers.stop(server.id));
      return { server: row(hub.expect(server.id)) };
    },
    ...askedOfConnected(services, hub, reads),
  };
}

/** What is asked of one that is connected. */
function askedOfConnected(services: HarborAServices, hub: HubServers, reads: ServerReads): Family {
  const asking =
    (ask: (asked: Asked, server: Server) => Promise<Readonly<Record<string, unknown>>>): Handler =>
    asked =>
      ask(asked, connectedOf(hub, asked));
  return {
    list_tools: asking(async (asked, server) => ({ tools: reads.tools(asked, server) })),
    list_resources: asking(async (_, server) => ({ resources: await reads.list(server, 'resources') })),
    list_prompts: asking(async (_, server) => ({ prompts: await reads.list(server, 'prompts') })),
    call_tool: asking(async (asked, server) => {
      const tool = needParameter(asked, 'tool_name');
      const result = await callServerTool(services, asked, server, tool);
      if (result.isError) throw new Fault('tool_error', textOf(result.content) || 'Tool invocation failed');
      return { content: result.content };
    }),
  };
}

/** A call of the extension itself, of a server's tool by the server's own name. */
export function callServerTool(services: HarborAServices, asked: Asked, { id }: Server, tool: string) {
  const params = { name: `${id}/${tool}`, arguments: recordOf(asked, 'arguments') };
  return callTool(services, asked, { agentOf: asked.agent, params, policy: extensionPolicy });
}

function isRemote({ kind }: Server): boolean {
  return kind === 'http' || kind === 'sse';
}

async function added(hub: HubServers, label: string, url: string): Promise<Server> {
  try {
    const config = addressConfig(label, url);
    return await hub.add({ name: label, config }, { packageType: config.kind, packageId: url });
  } catch (error) {
    throw new Fault('internal_error', `Failed to add server: ${messageOf(error)}`);
  }
}

function needParameter(asked: Asked, name: string): string {
  const value = textIn(asked, name);
  if (value !== undefined) return value;
  throw new Fault('invalid_params', `Missing or invalid '${name}' parameter`);
}

function known(hub: HubServers, asked: Asked): Server {
  const id = needParameter(asked, 'server_id');
  return hub.expect(id, `Server not found: ${id}`);
}

function connectedOf(hub: HubServers, asked: Asked): Server {
  const server = known(hub, asked);
  if (isConnected(server.state)) return server;
  throw new Fault('not_connected', `Server is not connected (status: ${storeStatus(server.state)})`);
}

function textOf(content: readonly unknown[]): string {
  return content.flatMap(block => (isRecord(block) && typeof block.text === 'string' ? [block.text] : [])).join('\n');
}
