// A real Chromium that has no native messaging manifest: paired by a code that is typed into the pop-up, driven over the WebSocket.
import { execFile } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { installRelay, launchChromium } from '../support/chromium.ts';
import { confirmed } from '../support/confirmed.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { type PanelClient, until } from '../support/panel-client.ts';
import { Panel } from '../support/panel-page.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { type CompanionScene, openCompanionScene, toolText } from './companion-scene.ts';
import type { BrowserContext, Page, Browser as PanelBrowser } from 'playwright';
import type { Browser } from '../../contract/schemas/entities.ts';
import type { Agent, HubPlace, HubProcess } from '../support/hub-process.ts';

let place: HubPlace;
let scene: CompanionScene;
let origin = '';
let hub: HubProcess;
let panel: PanelClient;
let context: BrowserContext;
let popup: Page;
let panelBrowser: PanelBrowser;
let panelPage: Page;
let agent: Agent;
let tabId = 0;
let used = '';

const extensionDir = join(repositoryRoot, 'dist/extension/chromium');
const profile = () => join(place.folder, 'profile');

describeWith(['chromium'], 'a browser that cannot start the relay', () => {
  beforeAll(async () => {
    scene = await openCompanionScene();
    ({ place, origin } = scene);
    hub = await place.serve();
    panelBrowser = await launchPanelBrowser();
    panelPage = await panelBrowser.newPage();
    panel = await place.panel(hub);
    await new Panel(panelPage).open(await freshUrl());
    context = await launchChromium({ extensionDir, userDataDir: profile() });
    popup = await openPopup();
  });

  afterAll(async () => {
    await context?.close();
    await panelBrowser?.close();
    await scene?.close();
  });

  test('its pop-up says why, and takes a code', async () => {
    await popup.getByText('Not connected').waitFor();
    await popup.getByText('Specified native messaging host not found.').waitFor();
    await typeCode('hello');
    await popup.getByText('That is no code of Pilothouse.').waitFor();
  });

  test('a wrong code is refused in words, and the right one behind it pairs', async () => {
    const code = await codeOfSheet();
    await typeCode(code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A'));
    await popup.getByText('The code is wrong.').waitFor();
    used = code;
    await typeCode(code.toLowerCase().replaceAll('-', ' '));
    await popup.getByText('Pilothouse knows this browser as Chromium.').waitFor();
    await popup.getByText('Over a WebSocket, paired by a code.').waitFor();
    await panelPage.getByRole('dialog').getByText('Chromium is connected over a WebSocket.').waitFor();
    await panelPage.getByRole('button', { name: 'Done' }).click();
    await panelPage
      .getByRole('row', { name: /^Chromium/ })
      .getByText('over a WebSocket')
      .waitFor();
    expect(browser().state).toMatchObject({ kind: 'connected', relayPid: null });
    expect(panel.snapshot.hub.pairing?.state).toEqual({ kind: 'paired', browserId: browser().id });
  });

  test('the same code pairs nobody else', async () => {
    const other = await launchChromium({ extensionDir, userDataDir: join(place.folder, 'other-profile') });
    try {
      const page = await openPopup(other);
      await page.locator('#typed').fill(used);
      await page.getByRole('button', { name: 'Connect' }).click();
      await page.getByText('This code is not good any more.').waitFor();
    } finally {
      await other.close();
    }
    expect(Object.keys(panel.snapshot.browsers)).toHaveLength(1);
  });

  test('an agent works in it as over the relay', async () => {
    const credential = await panel.request('clients:create', { name: 'Claude Code', start: 'own-tabs' });
    agent = await place.stdioAgent(credential);
    tabId = JSON.parse(await said('tabs_create')).tabId;
    expect(JSON.parse(await said('navigate', { url: `${origin}/orders` }))).toMatchObject({ title: 'Order page' });
    expect(await said('get_page_text')).toMatch(/^Title: Order page\nURL: .*\/orders\n\nOrders/);
    expect(panel.snapshot.tabs[`${browser().id}:${tabId}`]?.owner.kind).toBe('agent');
  });

  test('arguments of 3 MB go to it in pieces, and a picture comes back', async () => {
    const value = 'Zeichen für Zeichen. '.repeat(150_000);
    expect(await said('form_input', { selector: '#notes', value })).toBe(`Set the value (${value.length} characters).`);
    const { content } = await agent.client.callTool({ name: 'computer', arguments: { tabId, action: 'screenshot' } });
    expect(content.map(({ type }) => type)).toContain('image');
  });

  test('a page asks the hub over it by the Web Agent API', async () => {
    const page = await context.newPage();
    await page.goto(`${origin}/orders`);
    const asked = await page.evaluate(() => {
      const { agent } = globalThis as unknown as { agent: { permissions: { list(): Promise<{ origin: string }> } } };
      return agent.permissions.list();
    });
    expect(asked.origin).toBe(origin);
    await page.close();
  });

  test('a pause of the hub is seen in its toolbar, and its end too', async () => {
    const title = () => popup.evaluate(() => chrome.action.getTitle({}));
    expect(await title()).toBe('Pilothouse: Connected');
    await panel.request('hub:set-mode', { mode: 'paused' });
    await expect.poll(title).toBe('Pilothouse: Paused');
    await panel.request('hub:set-mode', { mode: 'running' });
    await expect.poll(title).toBe('Pilothouse: Connected');
  });

  test('after the hub was killed it comes back to the next one by itself, with its tab', async () => {
    const { id } = browser();
    await hub.kill('SIGKILL');
    hub = await place.serve();
    panel = await place.panel(hub);
    await panel.waitFor(({ browsers }) => browsers[id]?.state.kind === 'connected', 'the browser comes back');
    const isBack = ({ url }: { readonly url: string }) => url === `${origin}/orders`;
    await panel.waitFor(({ tabs }) => Object.values(tabs).some(isBack), 'its tab is told again');
  });

  test('a browser that was killed is away at once, and needs no code and no approval when it starts again', async () => {
    const { id, state } = browser();
    const ended = new Promise(resolve => context.once('close', resolve));
    process.kill(Number(readlinkSync(join(profile(), 'SingletonLock')).split('-').at(-1)), 'SIGKILL');
    await panel.waitFor(() => browser().state.kind === 'away', 'the browser is away');
    await ended;
    context = await launchChromium({ extensionDir, userDataDir: profile() });
    popup = await openPopup();
    const isBack = () => browser().state.kind === 'connected' && browser().state.since > state.since;
    await until(isBack, 'the browser is connected again');
    expect(browser().id).toBe(id);
  });

  test('where native messaging works too, it wins, and there is one connection', async () => {
    await installRelay(profile(), join(repositoryRoot, 'dist/relay/relay.cjs'), place.home);
    await popup.reload();
    await until(() => relayPid() !== null, 'the browser comes by its relay');
    expect(Object.keys(panel.snapshot.browsers)).toHaveLength(1);
    await popup.getByText('Pilothouse knows this browser as Chromium.').waitFor();
    await popup.getByText('Over a WebSocket').waitFor({ state: 'hidden' });
  });

  test('once the relay is impossible again, it comes over the WebSocket', async () => {
    const pid = relayPid();
    await promisify(execFile)('rm', [join(profile(), 'NativeMessagingHosts/dev.pilothouse.relay.json')]);
    process.kill(pid ?? Number.NaN, 'SIGKILL');
    await until(() => browser().state.kind === 'connected' && relayPid() === null, 'the browser is back');
  });

  test('forgotten in the panel, its key is worth nothing any more, and it says so', async () => {
    await panel.request('browsers:forget', { browserId: browser().id });
    await popup.getByText('Not connected').waitFor();
    expect(Object.keys(panel.snapshot.browsers)).toEqual([]);
    expect(await popup.evaluate(() => chrome.storage.local.get('socketKey'))).toEqual({});
  });
});

/** An address for a second panel, which the first one has to confirm. */
async function freshUrl(): Promise<string> {
  const { stdout } = await confirmed(panel, place.run(['open']));
  return stdout.trim();
}

async function openPopup(of = context): Promise<Page> {
  const page = await of.newPage();
  await page.goto(`chrome-extension://${extensionIds.chromium}/popup.html`);
  return page;
}

/** Makes a code as a person does, in the panel. */
async function codeOfSheet(): Promise<string> {
  await new Panel(panelPage).go('Connect');
  await panelPage.getByRole('button', { name: 'Connect with a code…' }).click();
  const code = panelPage.getByRole('status', { name: 'Code for one browser' });
  await panelPage.getByRole('dialog').getByText('5 more tries').waitFor();
  return (await code.textContent()) ?? '';
}

async function typeCode(text: string): Promise<void> {
  await popup.getByLabel('Or connect with a code from Pilothouse').fill(text);
  await popup.getByRole('button', { name: 'Connect' }).click();
}

function browser(): Browser {
  const [first] = Object.values(panel.snapshot.browsers);
  if (!first) throw new Error('The panel shows no browser.');
  return first;
}

function relayPid(): number | null {
  const { state } = browser();
  return state.kind === 'connected' ? state.relayPid : null;
}

const said = (tool: string, args?: Record<string, unknown>) => toolText(agent, tabId, tool, args);
