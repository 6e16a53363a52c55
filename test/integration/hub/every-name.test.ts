// Every name of a tool of the browser, over every way in, with a companion connected: each of them is known, however it is spelled.
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, SSEClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { extensionIds } from '../../../contract/names.ts';
import { openBridge } from '../../../electron/core/compat/claude-bridge-endpoint.ts';
import { encodeFrame, FrameSplitter } from '../../../native-host/framing/frame-codec.ts';
import { textOf } from '../../../native-host/framing/frame-pieces.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { openPlace, urlOf } from '../../support/hub-process.ts';
import { namedAgent, PlayedBrowser } from '../compat/claudezilla-scene.ts';
import { createServices } from '../compat/in-process-services.ts';
import type { Credential, HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

/** Spec 004 "Complete Tool List". */
const ofSpec004: Record<string, object> = {
  tabs_context_mcp: { createIfEmpty: true },
  tabs_context: {},
  tabs_create: {},
  tabs_create_mcp: {},
  navigate: { url: 'https://example.com/' },
  computer: { action: 'screenshot' },
  read_page: {},
  find: { query: 'a button' },
  form_input: { ref: 'ref_1', value: 'x' },
  get_page_text: {},
  resize_window: { width: 800, height: 600 },
  read_console_messages: {},
  read_network_requests: {},
  upload_image: { imageId: 'none' },
  gif_creator: { action: 'export' },
  update_plan: { domains: ['example.com'], approach: ['Look.'] },
  shortcuts_list: {},
  shortcuts_execute: { command: 'none' },
  javascript_tool: { text: '1' },
  turn_answer_start: {},
  turn_answer_complete: {},
  dev_utils: {},
  permissions_check: {},
};

/** What real clients name beside. `tabs_close` comes last, because there is then one tab less to work in. */
const ofRealClients: Record<string, object> = {
  browser_batch: { actions: [{ name: 'tabs_context_mcp', input: {} }] },
  file_upload: { paths: [], ref: 'ref_1' },
  handle_dialog: { action: 'accept' },
  list_connected_browsers: {},
  select_browser: { deviceId: 'none' },
  switch_browser: {},
  tabs_close_mcp: {},
  tabs_close: {},
};

const names = Object.entries({ ...ofSpec004, ...ofRealClients });
/** Nothing about them depends on what the page is or on what the user has saved. */
const alwaysDone = ['browser_batch', 'tabs_context', 'tabs_context_mcp', 'tabs_create', 'tabs_create_mcp'];

/** The whole answer of a call as text. */
type Way = (name: string, args: object) => Promise<string>;

let place: HubPlace;
let panel: PanelClient;
let browser: PlayedBrowser;
let credential: Credential;
const over = new AbortController();

beforeAll(async () => {
  place = openPlace();
  panel = await place.panel(await place.serve());
  const argv = [`chrome-extension://${extensionIds.chromium}/`];
  browser = new PlayedBrowser(
    await connectToHub({ home: place.home, role: 'relay', hello: { argv, pid: process.pid } }),
  );
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the browser waits');
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is approved');
  credential = await panel.request('clients:create', { name: 'Any', start: 'own-tabs' });
  void answerAll();
});

afterAll(async () => {
  over.abort();
  browser.close();
  await place.end();
});

/** A user who agrees to whatever is asked. */
async function answerAll(): Promise<void> {
  while (!over.signal.aborted) {
    for (const promptId of Object.keys(panel.snapshot.prompts))
      await panel
        .request('prompts:answer', { promptId, effect: 'allow', lifetime: 'use', breadth: 'tool' })
        .catch(() => {});
    await sleep(10);
  }
}

const ways: Record<string, () => Promise<Way>> = {
  stdio: async () => mcp((await place.stdioAgent(credential)).client),
  '/mcp': async () => mcp((await place.httpAgent(credential)).client),
  '/sse': openSse,
  'the frames of Claude': openFrames,
  'the bridge of Claude': openClaudeBridge,
  'spec 000': openClaudezilla,
};

function mcp(client: Client): Way {
  return async (name, args) => JSON.stringify(await client.callTool({ name, arguments: { ...args } }));
}

async function openSse(): Promise<Way> {
  const headers = { authorization: `Bearer ${credential.http.token}` };
  const withToken = (url: string | URL, init?: RequestInit) =>
    fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } });
  const client = new Client({ name: 'a test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  const url = new URL('/sse', urlOf(credential));
  await client.connect(
    new SSEClientTransport(url, { requestInit: { headers }, eventSourceInit: { fetch: withToken } }),
  );
  onTestFinished(() => client.close());
  return mcp(client);
}

async function openFrames(): Promise<Way> {
  await panel.request('endpoints:set', { endpointId: 'claude-code-frames', on: true });
  await panel.waitFor(({ endpoints }) => endpoints['claude-code-frames']?.state.kind === 'listening', 'it listens');
  await panel.request('clients:set-start', { clientId: 'compat-claude', start: 'own-tabs' });
  const socket = connectTcp(path.join(place.folder, 'tmp', `claude-code-mcp-${userInfo().username}.sock`));
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const splitter = new FrameSplitter(2 ** 31);
  let take: (answer: string) => void = () => {};
  socket.on('data', chunk => splitter.push(chunk, pieces => take(textOf(pieces))));
  return (tool, args) =>
    new Promise(resolve => {
      take = resolve;
      const params = { client_id: 'claude-code', tool, args };
      socket.write(encodeFrame(JSON.stringify({ method: 'execute_tool', params })));
    });
}

/** Its port is a fixed one, which may be held on this machine: so it stands before the parts of a hub in this process. */
async function openClaudeBridge(): Promise<Way> {
  const { made, services } = createServices();
  // Nobody is there to agree to a plan, so that is refused at once.
  made.world.panelOpen = false;
  const open = await openBridge(services, 0);
  onTestFinished(() => open.close());
  const socket = new WebSocket(`ws://127.0.0.1:${open.port}/chrome/dev_user_local`);
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return async (tool, args) => {
    socket.send(JSON.stringify({ type: 'tool_call', tool_use_id: tool, client_type: 'claude-code', tool, args }));
    const [data] = await once(socket, 'message');
    return String(data);
  };
}

async function openClaudezilla(): Promise<Way> {
  const ask = await namedAgent(panel, place);
  return async (command, args) => JSON.stringify(await ask(command, args));
}

describe('With a companion connected', () => {
  test.each(Object.keys(ways))('every name is known over %s.', async way => {
    const call = await ways[way]!();
    const unknown: string[] = [];
    const failed: string[] = [];
    for (const [name, args] of names) {
      const said = await call(name, args);
      if (/ERR_TOOL_NOT_FOUND|not allowed|no counterpart|no tool|unknown/i.test(said)) unknown.push(`${name}: ${said}`);
      const isError = /"(isError|is_error)":true|"success":false|"error":/.test(said);
      if (isError && alwaysDone.includes(name)) failed.push(`${name}: ${said}`);
    }
    expect({ unknown, failed }).toEqual({ unknown: [], failed: [] });
  });

  test.each(['stdio', '/mcp'])('update_plan and browser_batch are listed over %s.', async way => {
    const { client } = await (way === 'stdio' ? place.stdioAgent(credential) : place.httpAgent(credential));
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    expect(listed).toEqual(expect.arrayContaining(['update_plan', 'browser_batch']));
  });
});
