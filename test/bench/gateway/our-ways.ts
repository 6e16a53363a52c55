// Pilothouse in front of server-everything, with trace and gates on and a lasting grant for its tools.
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { PanelClient } from '../../support/panel-client.ts';
import { openStage } from '../../support/stage.ts';
import type { PanelResult } from '../../../contract/schemas/panel-requests.ts';
import type { Stage } from '../../support/stage.ts';
import type { Way } from './gateway-load.ts';

const tool = 'bench__echo';

export interface OurWays {
  readonly ways: readonly Way[];
  close(): Promise<void>;
}

interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** `others` run beside it, and their tools may be called too. */
export async function startOurs(server: Command, others: Readonly<Record<string, Command>> = {}): Promise<OurWays> {
  const stage = await openStage();
  const panel = await PanelClient.open(stage.url);
  await runServers(panel, { bench: server, ...others });
  // A rate limit would be measured in place of the gateway.
  await panel.request('mcp-server:set', { change: { limits: { message: 0, mcp: 0 } } });
  const credential = await panel.request('clients:create', { name: 'Bench', start: 'ask' });
  const subject = { kind: 'client', id: credential.client.id } as const;
  for (const serverId of Object.keys(others)) {
    const whole = { tools: null, reading: false, lifetime: 'always', agentId: null } as const;
    const resource = { kind: 'server', serverId } as const;
    await panel.request('grants:set', { effect: 'allow', subject, scope: 'servers:call', resource, ...whole });
  }
  const ways = waysOf(credential, stage);
  await allowAlways(panel, ways[0] as Way);
  return {
    ways,
    close: async () => {
      await panel.close();
      await stage.close();
    },
  };
}

/** Adds servers, approves them and waits until all of them run. */
export async function runServers(panel: PanelClient, mcpServers: Readonly<Record<string, unknown>>): Promise<string[]> {
  const { serverIds } = await panel.request('servers:add', { kind: 'json', text: JSON.stringify({ mcpServers }) });
  await panel.waitFor(({ servers }) => serverIds.every(id => id in servers), 'the servers are shown');
  for (const serverId of serverIds)
    await panel.request('servers:approve', { serverId, hash: panel.snapshot.servers[serverId]?.hash ?? '' });
  await panel.waitFor(({ servers }) => serverIds.every(id => servers[id]?.state.kind === 'running'), 'all of them run');
  return serverIds;
}

function waysOf({ stdio, http }: PanelResult<'clients:create'>, stage: Stage): Way[] {
  const headers = { authorization: `Bearer ${http.token}` };
  const mcp = new URL(http.url ?? '');
  const args = [...stdio.args, '--well-known-root', stage.userHome];
  return [
    {
      name: 'pilothouse mcp',
      transport: 'stdio',
      tool,
      connect: () => new StdioClientTransport({ command: stdio.command, args, stderr: 'ignore' }),
    },
    {
      name: 'pilothouse /mcp',
      transport: 'http',
      tool,
      connect: () => new StreamableHTTPClientTransport(mcp, { requestInit: { headers } }),
    },
    {
      name: 'pilothouse /sse',
      transport: 'sse',
      tool,
      connect: () =>
        new SSEClientTransport(new URL('/sse', mcp), {
          requestInit: { headers },
          eventSourceInit: { fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...headers } }) },
        }),
    },
  ];
}

/** The first call is asked about, and the answer holds for all that follow. */
async function allowAlways(panel: PanelClient, way: Way): Promise<void> {
  const client = new Client({ name: 'gateway-bench', version: '1.0.0' });
  await client.connect(await way.connect());
  const called = client.callTool({ name: way.tool, arguments: { message: 'first' } });
  await Promise.race([
    called,
    panel.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'the call is asked about'),
  ]);
  const [promptId] = Object.keys(panel.snapshot.prompts);
  if (promptId) await panel.request('prompts:answer', { promptId, effect: 'allow', lifetime: 'always' });
  await called;
  await client.close();
}
