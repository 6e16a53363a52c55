// While all is paused a call waits on every wire alike, and is answered when the agents run again.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test, vi } from 'vitest';
import { extensionIds } from '../../../contract/names.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { PlayedClock } from '../../fuzz/whole-hub/clock.ts';
import { HubInProcess } from '../../fuzz/whole-hub/hub-in-process.ts';
import { buildOnce, urlOf } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { exchange, PlayedBrowser } from '../compat/claudezilla-scene.ts';
import { overBridge, overFrames, overMcp, overSse } from './wire-clients.ts';
import type { EndpointId } from '../../../contract/entities.ts';
import type { Credential } from '../../support/hub-process.ts';
import type { CallOverWire } from './wire-clients.ts';

/** The bridge has one port, which may be held on this machine: here it takes a free one. */
const bridge = vi.hoisted(() => ({ port: 0 }));
vi.mock(import('../../../native-host/endpoints/bridge-websocket.ts'), async original => {
  const real = await original();
  const listenBridge: typeof real.listenBridge = async (_port, ...rest) => {
    const open = await real.listenBridge(0, ...rest);
    bridge.port = open.port;
    return open;
  };
  return { ...real, listenBridge };
});

interface Opened {
  readonly hub: HubInProcess;
  readonly browser: PlayedBrowser;
  readonly credential: Credential;
}

async function openHub(): Promise<Opened> {
  buildOnce();
  const hub = new HubInProcess(new PlayedClock());
  onTestFinished(() => hub.end());
  await hub.start();
  const argv = [`chrome-extension://${extensionIds.chromium}/`];
  const hello = { argv, pid: process.pid };
  const browser = new PlayedBrowser(await connectToHub({ home: hub.home, role: 'relay', hello }));
  onTestFinished(() => browser.close());
  const isConnected = () => Object.values(hub.hub.snapshot().browsers).some(({ state }) => state.kind === 'connected');
  await until(isConnected, 'the browser is approved');
  for (const clientId of ['compat-claude', 'compat-claude-bridge', 'compat-claudezilla'])
    await hub.request('clients:set-start', { clientId, start: 'own-tabs' });
  for (const endpointId of ['claude-code-frames', 'claude-bridge-frames', 'claude-bridge', 'claudezilla'] as const)
    await hub.request('endpoints:set', { endpointId, on: true });
  return { hub, browser, credential: await hub.request('clients:create', { name: 'A test', start: 'own-tabs' }) };
}

/** An agent of each wire with a tab of its own: what it asks while all is paused. */
interface Asker {
  readonly ask: () => Promise<string>;
}

const create: Record<string, (opened: Opened) => Promise<Asker>> = {
  'MCP over stdio': async ({ hub, credential }) => {
    const { command, args } = credential.stdio;
    const env = { HOME: path.dirname(hub.home), PATH: '/usr/bin:/bin' };
    const root = ['--no-start', '--well-known-root', path.dirname(hub.home)];
    return mcpAsker(await connected(new StdioClientTransport({ command, args: [...args, ...root], env })));
  },
  'MCP over HTTP': async ({ credential }) => {
    const headers = { authorization: `Bearer ${credential.http.token}` };
    const transport = new StreamableHTTPClientTransport(new URL(urlOf(credential)), { requestInit: { headers } });
    return mcpAsker(await connected(transport));
  },
  'MCP over SSE': async ({ credential }) => opener(await overSse(credential)),
  "the socket of Claude Code's host": async ({ hub }) => opener(await overFrames(hub.address('claude-code-frames'))),
  "the folder of Claude Code's sockets": async ({ hub }) =>
    opener(await overFrames(hub.address('claude-bridge-frames'))),
  "Claude Code's bridge": async () => opener(await overBridge(bridge.port)),
  "a call of Claudezilla's socket": async ({ hub }) => zillaAsker(hub, 1, 'navigate', { url: 'https://example.com/' }),
  "a command of Claudezilla's socket that opens a tab": async ({ hub }) => zillaAsker(hub, 2, 'createWindow'),
  "a command of Claudezilla's socket that asks for space": async ({ hub }) => zillaAsker(hub, 3, 'requestTabSpace'),
};

async function connected(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const mcpAsker = (client: Client) => opener(overMcp(client));

async function opener(call: CallOverWire): Promise<Asker> {
  const opened = await call('tabs_create', {});
  const tabId = Number(/(?:\\?"tabId\\?":\s?|Tab ID: )(\d+)/.exec(opened)?.[1]);
  expect(tabId, opened).toBeGreaterThan(0);
  return { ask: () => call('get_page_text', { tabId }) };
}

async function zillaAsker(hub: HubInProcess, number: number, command: string, params: object = {}): Promise<Asker> {
  const { socket, token } = hub.claudezilla;
  const authToken = readFileSync(token, 'utf8');
  const agentId = `agent_${String(number).repeat(32)}_${process.pid}`;
  const say = async (name: string, more: object) => {
    const [reply = {}] = await exchange(socket, [{ command: name, params: { agentId, ...more }, authToken }]);
    return JSON.stringify(reply);
  };
  const { result } = JSON.parse(await say('createWindow', {})) as { result: { tabId: number } };
  const own = command === 'navigate' ? { tabId: result.tabId } : {};
  return { ask: () => say(command, { ...own, ...params }) };
}

test('Calls on every wire wait while all is paused, none is carried out, and all are answered when the agents run again.', async () => {
  const opened = await openHub();
  const { hub, browser } = opened;
  const askers = new Map<string, Asker>();
  for (const [wire, make] of Object.entries(create)) askers.set(wire, await make(opened));
  const carriedOut = browser.calls.length;
  await hub.request('hub:set-mode', { mode: 'paused' });
  const answered: string[] = [];
  const asked = [...askers].map(async ([wire, { ask }]) => {
    const said = await ask();
    answered.push(wire);
    return [wire, /"(isError|is_error)":true|"success":false|"error":/.test(said) ? said : 'answered'] as const;
  });
  const inFlight = () => Object.values(hub.hub.snapshot().agents).reduce((sum, agent) => sum + agent.inFlight, 0);
  await until(() => inFlight() === askers.size, 'a call of each wire is under way');
  for (let number = 0; number < 20; number += 1) await turn();
  expect(answered).toEqual([]);
  expect(browser.calls).toHaveLength(carriedOut);
  await hub.request('hub:set-mode', { mode: 'running' });
  const ends = Object.fromEntries(await Promise.all(asked));
  expect(ends).toEqual(Object.fromEntries([...askers.keys()].map(wire => [wire, 'answered'])));
});

test('The ways in that this asks are all that agents have.', async () => {
  const { hub } = await openHub();
  const { endpoints } = hub.hub.snapshot();
  const asked: EndpointId[] = [
    'hub',
    'mcp-http',
    'claude-code-frames',
    'claude-bridge-frames',
    'claude-bridge',
    'claudezilla',
  ];
  expect(Object.keys(endpoints)).toEqual(expect.arrayContaining(asked));
  // The file where old programs of Claude Code look speaks as the socket does; a companion is no agent.
  const others = new Set<string>([...asked, 'claude-bridge-file', 'companion-ws', 'panel-http']);
  expect(Object.keys(endpoints).filter(id => !others.has(id))).toEqual([]);
});
