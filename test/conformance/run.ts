// `npm run conformance [-- --client]`: the official suites against the fixture server directly and through the hub. What passes directly must pass through.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { answer } from '../integration/hub/scenes.ts';
import { startHeaderProxy } from '../support/header-proxy.ts';
import { openPlace, urlOf } from '../support/hub-process.ts';
import { repositoryRoot } from '../support/provided.ts';
import { runClientScenarios } from './client-scenarios.ts';
import { passed, runSuite } from './suite.ts';
import type { HubPlace } from '../support/hub-process.ts';
import type { PanelClient } from '../support/panel-client.ts';
import type { Report, Suite } from './suite.ts';

const fixture = path.join(repositoryRoot, 'test/fixtures/servers/conformance.mjs');

const suites: readonly Suite[] = [
  { package: 'conformance-2025', args: ['--suite', 'active'] },
  { package: 'conformance-2026', args: ['--requirements', '2026-07-28'] },
];

/** What cannot be the same behind a hub that speaks an older era to the fixture, and why. Printed each time. */
const known: Readonly<Record<string, string>> = {
  'input-required-result-basic-elicitation':
    'it looks for the key that the fixture chose; in 2025-11-25, which the hub speaks to it, a question has no key',
};

/** The fixture on its own. */
async function serveDirectly(): Promise<{ url: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, [fixture, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: printed.toString().trim(),
    close: async () => {
      child.kill();
      await once(child, 'close');
    },
  };
}

/** The fixture behind a hub, with a run for each agent, and its tools allowed. */
async function serveThrough(place: HubPlace): Promise<{ url: string; close(): Promise<void> }> {
  const panel = await place.panel(await place.serve());
  const credential = await panel.request('clients:create', { name: 'Conformance', start: 'ask' });
  await addFixture(panel);
  await allowTools(place, panel, credential);
  const { port } = new URL(urlOf(credential));
  const target = { host: '127.0.0.1', port: Number(port) };
  const proxy = await startHeaderProxy(target, { authorization: `Bearer ${credential.http.token}` });
  const url = `http://[::1]:${proxy.port}/mcp/conformance`;
  // For each declaration of a client a run of the fixture starts; one scenario waits for an answer no longer than 600 ms.
  for (const declared of [{}, { elicitation: {} }]) await discover(url, declared);
  return { url, close: () => proxy.close() };
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

async function addFixture(panel: PanelClient): Promise<void> {
  const text = JSON.stringify({ mcpServers: { conformance: { command: process.execPath, args: [fixture] } } });
  const { serverIds } = await panel.request('servers:add', { kind: 'json', text });
  const [serverId = ''] = serverIds;
  await panel.waitFor(({ servers }) => serverId in servers, 'the fixture is there');
  const { options, hash } = panel.snapshot.servers[serverId] ?? {};
  if (!options || !hash) throw new Error('The fixture was not added.');
  await panel.request('servers:set-options', { serverId, options: { ...options, instances: 'per-agent' } });
  await panel.request('servers:approve', { serverId, hash });
  await panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', 'the fixture runs');
}

async function allowTools(place: HubPlace, panel: PanelClient, credential: Parameters<HubPlace['httpAgent']>[0]) {
  const agent = await place.httpAgent(credential);
  const called = agent.call('conformance__test_simple_text');
  await answer(panel, 'allow', 'always');
  const { text, isError } = await called;
  if (isError) throw new Error(`The fixture's tools are not allowed: ${text}`);
  await agent.close();
}

/** One line for each scenario; those that pass directly and not through the hub. */
function compare(suite: Suite, direct: Report, through: Report): string[] {
  const lost: string[] = [];
  for (const [scenario, checks] of [...direct].sort(([a], [b]) => a.localeCompare(b))) {
    const [here, there] = [passed(checks), passed(through.get(scenario))];
    process.stdout.write(`${suite.package}  ${mark(here)} direct  ${mark(there)} through  ${scenario}\n`);
    if (!here || there) continue;
    const why = known[scenario];
    if (why !== undefined) {
      process.stdout.write(`    known: ${why}\n`);
      continue;
    }
    lost.push(`${suite.package}: ${scenario}`);
    for (const { id, status, errorMessage } of through.get(scenario) ?? [])
      if (status === 'FAILURE') process.stdout.write(`    ${id}: ${errorMessage ?? 'failed'}\n`);
  }
  return lost;
}

function mark(isGood: boolean): string {
  return isGood ? 'pass' : 'FAIL';
}

async function runServerScenarios(): Promise<string[]> {
  const place = openPlace();
  const direct = await serveDirectly();
  try {
    const through = await serveThrough(place);
    const lost: string[] = [];
    for (const suite of suites) {
      const own = await runSuite(repositoryRoot, suite, direct.url);
      lost.push(...compare(suite, own, await runSuite(repositoryRoot, suite, through.url)));
    }
    await through.close();
    return lost;
  } finally {
    await direct.close();
    await place.end();
  }
}

const lost = process.argv.includes('--client') ? [] : await runServerScenarios();
const failed = await runClientScenarios(repositoryRoot);
process.stdout.write(
  lost.length === 0 ? 'Everything that passes directly passes through the hub.\n' : `Lost: ${lost.join(', ')}\n`,
);
process.stdout.write(
  failed.length === 0 ? 'Our client side passes its scenarios.\n' : `Our client side failed: ${failed.join(', ')}\n`,
);
process.exitCode = lost.length + failed.length === 0 ? 0 : 1;
