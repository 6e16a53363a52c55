// The fixture behind a hub, in each form that the hub has to reach it: with a run for each agent, and its tools allowed.
import { answer } from '../integration/hub/scenes.ts';
import { startHeaderProxy } from '../support/header-proxy.ts';
import { urlOf } from '../support/hub-process.ts';
import type { HubPlace } from '../support/hub-process.ts';
import type { PanelClient } from '../support/panel-client.ts';

export interface BehindHub {
  urlOf(serverId: string): string;
  close(): Promise<void>;
}

/** `configs` are as in an `mcp.json`; `probes` name a tool of those that lack the usual one. */
export async function serveBehindHub(
  place: HubPlace,
  configs: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  probes: Readonly<Record<string, string>> = {},
): Promise<BehindHub> {
  const panel = await place.panel(await place.serve());
  const credential = await panel.request('clients:create', { name: 'Conformance', start: 'ask' });
  for (const [name, config] of Object.entries(configs)) {
    await addFixture(panel, name, config);
    await allowTools(place, panel, credential, `${name}__${probes[name] ?? 'test_simple_text'}`);
  }
  const { port } = new URL(urlOf(credential));
  const target = { host: '127.0.0.1', port: Number(port) };
  const proxy = await startHeaderProxy(target, { authorization: `Bearer ${credential.http.token}` });
  const url = (serverId: string) => `http://[::1]:${proxy.port}/mcp/${serverId}`;
  // For each declaration of a client a run of the fixture starts; one scenario waits for an answer no longer than 600 ms.
  for (const name of Object.keys(configs))
    for (const declared of [{}, { elicitation: {} }]) await discover(url(name), declared);
  return { urlOf: url, close: () => proxy.close() };
}

async function discover(url: string, capabilities: Record<string, unknown>): Promise<void> {
  const version = '2026-07-28';
  const envelope = {
    protocolVersion: version,
    clientInfo: { name: 'warm-up', version: '1' },
    clientCapabilities: capabilities,
  };
  const meta = Object.fromEntries(
    Object.entries(envelope).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value]),
  );
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'server/discover',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: meta } }),
  });
  if (!response.ok) throw new Error(`The fixture is not served without a session: ${await response.text()}`);
}

async function addFixture(panel: PanelClient, name: string, config: Readonly<Record<string, unknown>>): Promise<void> {
  const text = JSON.stringify({ mcpServers: { [name]: config } });
  const { serverIds } = await panel.request('servers:add', { kind: 'json', text });
  const [serverId = ''] = serverIds;
  await panel.waitFor(({ servers }) => serverId in servers, 'the fixture is there');
  const { options, hash } = panel.snapshot.servers[serverId] ?? {};
  if (!options || !hash) throw new Error('The fixture was not added.');
  await panel.request('servers:set-options', { serverId, options: { ...options, instances: 'per-agent' } });
  await panel.request('servers:approve', { serverId, hash });
  await panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', 'the fixture runs');
}

async function allowTools(
  place: HubPlace,
  panel: PanelClient,
  credential: Parameters<HubPlace['httpAgent']>[0],
  tool: string,
) {
  const agent = await place.httpAgent(credential);
  const called = agent.call(tool);
  await answer(panel, 'allow', 'always');
  const { text, isError } = await called;
  if (isError) throw new Error(`The fixture's tools are not allowed: ${text}`);
  await agent.close();
}
