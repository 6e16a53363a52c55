// Two profiles of a real Chromium at once, on one hub: told apart, named by the user, chosen for an agent, and what that does while one is away.
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installRelay, launchChromium } from '../support/chromium.ts';
import { confirmed } from '../support/confirmed.ts';
import { openPanelPage } from '../support/panel-browser.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { openCompanionScene, toolText } from './companion-scene.ts';
import type { BrowserContext } from 'playwright';
import type { Agent, Credential, HubProcess } from '../support/hub-process.ts';
import type { PanelPage } from '../support/panel-browser.ts';
import type { PanelClient } from '../support/panel-client.ts';
import type { CompanionScene } from './companion-scene.ts';

interface Profile {
  readonly id: string;
  chromium: BrowserContext;
}

let scene: CompanionScene;
let hub: HubProcess;
let panel: PanelClient;
let panelPage: PanelPage;
let first: Profile;
let second: Profile;
let credential: Credential;
let agent: Agent;

const browserOf = ({ id }: Profile) => panel.snapshot.browsers[id];
const looksOf = (profile: Profile) => [browserOf(profile)?.name, browserOf(profile)?.colour];
const isConnected = (profile: Profile) => browserOf(profile)?.state.kind === 'connected';
const agentNow = () => Object.values(panel.snapshot.agents).find(({ state }) => state.kind === 'connected');

const launch = (name: string) =>
  launchChromium({
    extensionDir: path.join(repositoryRoot, 'dist/extension/chromium'),
    userDataDir: path.join(scene.place.folder, name),
  });

async function connect(name: string): Promise<Profile> {
  const { place } = scene;
  await installRelay(path.join(place.folder, name), path.join(repositoryRoot, 'dist/relay/relay.cjs'), place.home);
  const known = new Set(Object.keys(panel.snapshot.browsers));
  const chromium = await launch(name);
  const find = () => Object.keys(panel.snapshot.browsers).find(id => !known.has(id)) ?? '';
  await panel.waitFor(() => find() !== '', `${name} waits`);
  const profile = { id: find(), chromium };
  await panel.request('browsers:approve', { browserId: profile.id });
  await panel.waitFor(() => isConnected(profile), `${name} is connected`);
  return profile;
}

async function leave(profile: Profile): Promise<void> {
  await profile.chromium.close();
  await panel.waitFor(() => browserOf(profile)?.state.kind === 'away', 'it is away');
}

/** How many pages of that path the user would see there. */
const pagesIn = ({ chromium }: Profile, search: string) =>
  chromium.pages().filter(page => page.url().includes(search)).length;

/** In how many tabs of each. */
const isOpen = (search: string, inFirst: number, inSecond: number) =>
  expect.poll(() => [pagesIn(first, search), pagesIn(second, search)]).toEqual([inFirst, inSecond]);

const open = (search: string) => agent.call('tabs_create', { url: `${scene.origin}/?${search}` });

describeWith(['chromium'], 'two profiles of Chromium', () => {
  beforeAll(async () => {
    scene = await openCompanionScene();
    hub = await scene.place.serve();
    panel = await scene.place.panel(hub);
    panelPage = await openPanelPage();
    first = await connect('first');
    second = await connect('second');
    credential = await panel.request('clients:create', { name: 'Claude Code', start: 'own-tabs' });
    agent = await scene.place.stdioAgent(credential);
    await panelPage.panel.open((await confirmed(panel, scene.place.run(['open']))).stdout.trim());
  });

  afterAll(async () => {
    await panelPage?.close();
    await first?.chromium.close();
    await second?.chromium.close();
    await scene?.close();
  });

  test('both are there at once, with names, colours and letters of their own', async () => {
    const { page, panel: shown } = panelPage;
    expect([looksOf(first), looksOf(second)]).toEqual([
      ['Chromium', 1],
      ['Chromium 2', 2],
    ]);
    await shown.go('Connect');
    const marks = page.getByRole('table', { name: 'Known browsers' }).locator('.mark.of-browser');
    await expect.poll(() => marks.count()).toBe(2);
    const letters = await marks.allTextContents();
    expect(new Set(letters).size).toBe(2);
  });

  test('the user renames both in the panel, and the agent, the list of its tabs and the trace say so', async () => {
    const { page, panel: shown } = panelPage;
    await shown.go('Connect');
    for (const [before, after] of [
      ['Chromium 2', 'Home'],
      ['Chromium', 'Work'],
    ] as const) {
      await page.getByRole('button', { name: `Rename ${before}`, exact: true }).click();
      const field = page.getByRole('textbox', { name: 'New name' });
      await field.fill(after);
      await field.press('Enter');
      await page.getByRole('button', { name: `Rename ${after}`, exact: true }).waitFor();
    }
    expect([looksOf(first), looksOf(second)]).toEqual([
      ['Work', 1],
      ['Home', 2],
    ]);
    const listed = JSON.parse(await toolText(agent, 0, 'list_connected_browsers'));
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(['Work', 'Home']);
    expect((await open('renamed')).isError).toBe(false);
    await shown.go('Tabs');
    // A cell of the board is one browser and one owner.
    await page
      .getByLabel(/^Work, Claude Code/)
      .getByText('Order page')
      .waitFor();
    await shown.go('Traces');
    await page.getByRole('row', { name: /Hub.*Work.*tabs_create.*ok/ }).waitFor();
  });

  test('an agent that the user binds to the second opens its tabs there, and changes over by select_browser', async () => {
    const { page, panel: shown } = panelPage;
    expect((await open('at-work')).isError).toBe(false);
    await isOpen('at-work', 1, 0);
    await shown.go('Agents');
    await page.getByRole('row', { name: /Claude Code/ }).click();
    await page.getByRole('combobox', { name: 'The browser of Claude Code' }).selectOption({ label: 'Home' });
    await panel.waitFor(() => agentNow()?.browserId === second.id, 'it works at home');
    expect((await open('at-home')).isError).toBe(false);
    await isOpen('at-home', 0, 1);
    expect(await toolText(agent, 0, 'select_browser', { deviceId: 'Work' })).toContain(`Work (${first.id})`);
    expect((await open('chosen')).isError).toBe(false);
    await isOpen('chosen', 1, 0);
    await agent.call('select_browser', { deviceId: 'Home' });
  });

  test('when its browser ends it is told once, goes on in the other, and stays there when that is back', async () => {
    await leave(second);
    const told = await open('too-early');
    expect(told.isError).toBe(true);
    expect(told.text).toContain('Home is not connected now. Call again and you go on in Work');
    expect((await open('went-on')).isError).toBe(false);
    await expect.poll(() => pagesIn(first, 'went-on')).toBe(1);
    expect(pagesIn(first, 'too-early')).toBe(0);
    await panelPage.page.getByText('went on here because Home was away').waitFor();
    second.chromium = await launch('second');
    await panel.waitFor(() => isConnected(second), 'it is back');
    expect(looksOf(second)).toEqual(['Home', 2]);
    expect(agentNow()?.browserId).toBe(first.id);
    // Its tabs of before are gone with the run of the browser that had them.
    const tabs = Object.values(panel.snapshot.tabs).filter(
      ({ browserId, owner }) => browserId === second.id && owner.kind === 'agent',
    );
    expect(tabs).toEqual([]);
    expect((await open('stays')).isError).toBe(false);
    await isOpen('stays', 1, 0);
  });

  test('after a restart of the hub each profile has its own name, colour and agent’s choice again', async () => {
    await agent.close();
    await hub.kill('SIGTERM');
    hub = await scene.place.serve();
    panel = await scene.place.panel(hub);
    await panel.waitFor(() => isConnected(first) && isConnected(second), 'both are back');
    expect([looksOf(first), looksOf(second)]).toEqual([
      ['Work', 1],
      ['Home', 2],
    ]);
    agent = await scene.place.stdioAgent(credential);
    expect(await toolText(agent, 0, 'select_browser', { deviceId: 'Home' })).toContain(`Home (${second.id})`);
    expect((await open('right-one')).isError).toBe(false);
    await isOpen('right-one', 0, 1);
  });
});
