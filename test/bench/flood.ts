// One agent asks for 500 calls at once: how much later another agent's call, and a click in the panel, are answered than without it.
import { createRequire } from 'node:module';
import { PanelClient } from '../support/panel-client.ts';
import { openStage } from '../support/stage.ts';
import { flood, rowsBehindFlood } from './flood/behind-flood.ts';
import { LineAgent } from './flood/line-agent.ts';
import { benchFloodThroughChromium } from './flood/through-chromium.ts';
import { runServers } from './gateway/our-ways.ts';
import type { PanelResult } from '../../contract/schemas/panel-requests.ts';
import type { ToolCall } from './flood/line-agent.ts';
import type { BenchRow } from './row.ts';

/** What an agent calls: a tool of a server, and one that the hub carries out itself. */
const calls: readonly ToolCall[] = [
  ['bench__echo', { message: 'x' }],
  ['list_connected_browsers', {}],
];

export async function benchFlood(): Promise<BenchRow[]> {
  return [...(await benchInHub()), ...(await benchFloodThroughChromium())];
}

async function benchInHub(): Promise<BenchRow[]> {
  const script = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
  const stage = await openStage();
  const panel = await PanelClient.open(stage.url);
  const agents: LineAgent[] = [];
  try {
    await runServers(panel, { bench: { command: process.execPath, args: [script] } });
    for (const name of ['Flood', 'Other']) agents.push(new LineAgent(await trusted(panel, name), stage.userHome));
    for (const agent of agents) await agent.start();
    const [flooding, other] = agents as [LineAgent, LineAgent];
    const rows: BenchRow[] = [];
    for (const call of calls) {
      const asked = { flood: Array.from({ length: flood }, () => call), other: call };
      rows.push(...(await rowsBehindFlood(call[0], { flooding, other, panel }, asked)));
    }
    return rows;
  } finally {
    for (const agent of agents) await agent.close();
    await panel.close();
    await stage.close();
  }
}

/** A credential that may call the server's tools without a question. */
async function trusted(panel: PanelClient, name: string): Promise<PanelResult<'clients:create'>> {
  const credential = await panel.request('clients:create', { name, start: 'own-tabs' });
  await panel.request('grants:set', {
    subject: { kind: 'client', id: credential.client.id },
    effect: 'allow',
    scope: 'servers:call',
    resource: { kind: 'server', serverId: 'bench' },
    lifetime: 'always',
    tools: null,
    reading: false,
    agentId: null,
  });
  return credential;
}
