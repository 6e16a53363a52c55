// Every name of a tool of the browser, over every way in, with a companion connected: called with what it takes, each of them is carried out, however it is spelled.
import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { extensionIds } from '../../../contract/names.ts';
import { browserTools } from '../../../electron/core/tools/browser-tools.ts';
import { hubToolName } from '../../../native-host/dialects/claude/claude-tools.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { PlayedClock } from '../../fuzz/whole-hub/clock.ts';
import { HubInProcess } from '../../fuzz/whole-hub/hub-in-process.ts';
import { openPlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { namedAgent, PlayedBrowser } from '../compat/claudezilla-scene.ts';
import { overBridge, overFrames, overMcp, overSse } from './wire-clients.ts';
import type { Credential, HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';
import type { CallOverWire } from './wire-clients.ts';

/** Of a page that the companion shows; what only this hub knows is filled in by `argumentsOf`. */
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
  upload_image: { data: 'iVBORw0KGgo=', ref: 'ref_1' },
  gif_creator: { action: 'start_recording' },
  update_plan: { domains: ['example.com'], approach: ['Look.'] },
  shortcuts_list: {},
  shortcuts_execute: { command: 'summarise' },
  javascript_tool: { text: '1' },
  turn_answer_start: {},
  turn_answer_complete: {},
  dev_utils: {},
  permissions_check: {},
};

/** What real clients name beside. `tabs_close` comes last, because there is then one tab less to work in. */
const ofRealClients: Record<string, object> = {
  browser_batch: { actions: [{ name: 'tabs_context_mcp', input: {} }] },
  file_upload: { ref: 'ref_1' },
  handle_dialog: { accept: true },
  list_connected_browsers: {},
  select_browser: {},
  switch_browser: {},
  tabs_close_mcp: {},
  tabs_close: {},
};

const names = Object.entries({ ...ofSpec004, ...ofRealClients });
/** What each answer has in it, where it is not what the companion of this test says of every call: `<tool> done`. */
const answers: Record<string, RegExp> = {
  tabs_context_mcp: /availableTabs/,
  tabs_context: /availableTabs/,
  tabs_create: /tabId/,
  tabs_create_mcp: /tabId/,
  // The wire of spec 000 has keys of its own for it, and no words.
  navigate: /https:\/\/example\.com\//,
  get_page_text: /HelloGo/,
  update_plan: /The user agreed to the plan\. Until the next one you are held to example\.com\./,
  shortcuts_list: /\/summarise/,
  shortcuts_execute: /Tell me what the page says\./,
  turn_answer_start: /The turn has begun\./,
  turn_answer_complete: /The turn has ended\./,
  dev_utils: /"mode\\*":/,
  permissions_check: /get_page_text/,
  browser_batch: /availableTabs/,
  list_connected_browsers: /deviceId/,
  select_browser: /Your calls go to .+ now, where you own/,
  switch_browser: /is the only browser that is connected; you go on there\./,
  tabs_close_mcp: /Closed tab/,
  tabs_close: /Closed tab/,
};

/** What is asked of a panel of either kind of hub. */
interface Panel {
  readonly snapshot: Pick<PanelClient['snapshot'], 'prompts' | 'browsers'>;
  request: PanelClient['request'];
}

/** A hub with the companion of this test, and what the arguments of calls to it need. */
interface Peopled {
  readonly panel: Panel;
  readonly file: string;
}

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

let place: HubPlace;
let panel: PanelClient;
let browser: PlayedBrowser;
let usual: Peopled;
/** Of the hub that the calls of a test go to. */
let people: Peopled;
let credential: Credential;
const over = new AbortController();

beforeAll(async () => {
  place = openPlace();
  panel = await place.panel(await place.serve());
  browser = await connectCompanion(place.home);
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the browser waits');
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is approved');
  credential = await panel.request('clients:create', { name: 'Any', start: 'own-tabs' });
  usual = await peopled(panel, place.folder);
});

beforeEach(() => {
  people = usual;
});

async function connectCompanion(home: string): Promise<PlayedBrowser> {
  const argv = [`chrome-extension://${extensionIds.chromium}/`];
  return new PlayedBrowser(await connectToHub({ home, role: 'relay', hello: { argv, pid: process.pid } }));
}

/** A shortcut and a file are there, and a user who agrees to whatever is asked. */
async function peopled(of: Panel, folder: string): Promise<Peopled> {
  const content = { kind: 'prompt', text: 'Tell me what the page says.' } as const;
  await of.request('shortcuts:save', { shortcut: { command: 'summarise', description: '', content } });
  const file = path.join(folder, 'a.txt');
  writeFileSync(file, 'x');
  void answerAll(of);
  return { panel: of, file };
}

afterAll(async () => {
  over.abort();
  browser.close();
  await place.end();
});

/** A user who agrees to whatever is asked. */
async function answerAll(of: Panel): Promise<void> {
  while (!over.signal.aborted) {
    for (const promptId of Object.keys(of.snapshot.prompts))
      await of
        .request('prompts:answer', { promptId, effect: 'allow', lifetime: 'use', breadth: 'tool' })
        .catch(() => {});
    await sleep(10);
  }
}

function argumentsOf(name: string, args: object, { panel: of, file }: Peopled): object {
  if (name === 'file_upload') return { ...args, paths: [file] };
  if (name === 'select_browser') return { deviceId: Object.keys(of.snapshot.browsers)[0] };
  return args;
}

const ways: Record<string, () => Promise<CallOverWire>> = {
  stdio: async () => overMcp((await place.stdioAgent(credential)).client),
  '/mcp': async () => overMcp((await place.httpAgent(credential)).client),
  '/sse': () => overSse(credential),
  'the frames of Claude': openFrames,
  'the bridge of Claude': openClaudeBridge,
  'spec 000': openClaudezilla,
};

async function openFrames(): Promise<CallOverWire> {
  await panel.request('endpoints:set', { endpointId: 'claude-code-frames', on: true });
  await panel.waitFor(({ endpoints }) => endpoints['claude-code-frames']?.state.kind === 'listening', 'it listens');
  await panel.request('clients:set-start', { clientId: 'compat-claude', start: 'own-tabs' });
  return overFrames(path.join(place.folder, 'tmp', `claude-code-mcp-${userInfo().username}.sock`));
}

/** In a hub of its own, in this process. */
async function openClaudeBridge(): Promise<CallOverWire> {
  const hub = new HubInProcess(new PlayedClock());
  await hub.start();
  onTestFinished(() => hub.end());
  // Somebody looks at the panel, so that questions are asked.
  const looking = hub.hub.panel.connect(() => {});
  onTestFinished(() => looking.close());
  const companion = await connectCompanion(hub.home);
  onTestFinished(() => companion.close());
  await until(
    () => Object.values(hub.hub.snapshot().browsers).some(({ state }) => state.kind === 'connected'),
    'the browser is approved',
  );
  people = await peopled(
    {
      get snapshot() {
        return hub.current?.snapshot() ?? { prompts: {}, browsers: {} };
      },
      request: (name, params) => hub.request(name, params),
    },
    path.dirname(hub.home),
  );
  await hub.request('clients:set-start', { clientId: 'compat-claude-bridge', start: 'own-tabs' });
  await hub.request('endpoints:set', { endpointId: 'claude-bridge', on: true });
  return overBridge(bridge.port);
}

async function openClaudezilla(): Promise<CallOverWire> {
  const ask = await namedAgent(panel, place);
  return async (command, args) => JSON.stringify(await ask(command, args));
}

test('Each is called with what its schema names, and with all that it needs.', () => {
  const unlike = names.flatMap(([name, args]) => {
    const tool = browserTools.find(each => each.name === hubToolName(name));
    const { properties = {}, required = [] } = (tool?.inputSchema ?? {}) as {
      properties?: object;
      required?: string[];
    };
    const filled = argumentsOf(name, args, usual);
    const strange = Object.keys(filled).filter(key => !Object.hasOwn(properties, key));
    const missing = required.filter(key => !Object.hasOwn(filled, key));
    return tool && strange.length + missing.length === 0 ? [] : [{ name, strange, missing }];
  });
  expect(unlike).toEqual([]);
});

describe('With a companion connected', () => {
  test.each(Object.keys(ways))('every name is carried out over %s.', async way => {
    const call = await ways[way]!();
    const wrong: string[] = [];
    for (const [name, args] of names) {
      const said = await call(name, argumentsOf(name, args, people));
      const isError = /"(isError|is_error)":true|"success":false|"error":/.test(said);
      const expected = answers[name] ?? new RegExp(`${name} done`);
      if (isError || !expected.test(said)) wrong.push(`${name}: ${said}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['/mcp', undefined],
    ['the frames of Claude', 'keys'],
  ])('Over %s the browser hears by what its asker answers dialogs: with %s.', async (way, dialogs) => {
    const call = await ways[way]!();
    const tabId = Number(/\\"tabId\\":(\d+)/.exec(await call('tabs_create', {}))?.[1]);
    await call('computer', { action: 'key', text: 'Enter', tabId });
    const { tool, args, dialogs: told } = browser.calls.at(-1)!;
    expect([tool, args.action, told]).toEqual(['computer', 'key', dialogs]);
  });

  test.each(['stdio', '/mcp'])('update_plan and browser_batch are listed over %s.', async way => {
    const { client } = await (way === 'stdio' ? place.stdioAgent(credential) : place.httpAgent(credential));
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    expect(listed).toEqual(expect.arrayContaining(['update_plan', 'browser_batch']));
  });
});
