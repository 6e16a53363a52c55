// Several browsers: names and colours that tell them apart, the one that an agent is bound to, and what it may do when that one is away.
// Both browsers count their tabs alike, so that each number is a tab in either.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { extensionIds } from '../../../contract/names.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { openPlace } from '../../support/hub-process.ts';
import { PlayedBrowser } from '../compat/claudezilla-scene.ts';
import type { Agent, HubPlace, HubProcess } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

let place: HubPlace;
let hub: HubProcess;
let panel: PanelClient;
let work: PlayedBrowser;
let home: PlayedBrowser;
let workId: string;
let homeId: string;
let claude: Agent;

beforeEach(async () => {
  place = openPlace();
  hub = await place.serve();
  panel = await place.panel(hub);
  ({ browser: work, id: workId } = await approve('work'));
  ({ browser: home, id: homeId } = await approve('home'));
  claude = await place.stdioAgent(await panel.request('clients:create', { name: 'Claude', start: 'own-tabs' }));
});

afterEach(async () => {
  work.close();
  home.close();
  await place.end();
});

async function start(profile: string, options: ConstructorParameters<typeof PlayedBrowser>[1] = {}) {
  const hello = { argv: [`chrome-extension://${extensionIds.chromium}/`], pid: process.pid };
  const relay = await connectToHub({ home: place.home, role: 'relay', hello });
  return new PlayedBrowser(relay, { profile, ...options });
}

async function approve(profile: string) {
  const known = new Set(Object.keys(panel.snapshot.browsers));
  const browser = await start(profile);
  const find = () => Object.keys(panel.snapshot.browsers).find(each => !known.has(each)) ?? '';
  await panel.waitFor(() => find() !== '', 'the browser waits');
  const id = find();
  await panel.request('browsers:approve', { browserId: id });
  await panel.waitFor(({ browsers }) => browsers[id]?.state.kind === 'connected', 'the browser is approved');
  return { browser, id };
}

async function close(browser: PlayedBrowser, id: string) {
  browser.close();
  await panel.waitFor(({ browsers }) => browsers[id]?.state.kind === 'away', 'it is away');
}

const stateOf = (id: string) => panel.snapshot.browsers[id]?.state.kind;
const agentNow = () => Object.values(panel.snapshot.agents).find(({ name }) => name === 'Claude');
/** In the panel, for the agent of that name. */
async function chooseFor(name: string, browserId: string) {
  const find = () => Object.values(panel.snapshot.agents).find(agent => agent.name === name);
  await panel.waitFor(() => find() !== undefined, 'the agent is here');
  await panel.request('agents:set-browser', { agentId: find()?.id ?? '', browserId });
  await panel.waitFor(() => find()?.browserId === browserId && find()?.moved?.by === 'user', 'it works there');
}

const toolsOf = (browser: PlayedBrowser) => browser.calls.map(({ tool, tabId }) => [tool, tabId]);

async function json(tool: string, args: Record<string, unknown> = {}) {
  const { text, isError } = await claude.call(tool, args);
  if (isError) throw new Error(text);
  return JSON.parse(text);
}

/** The agent works in Work, with tab 2. */
async function works() {
  expect(await json('tabs_create')).toMatchObject({ tabId: 2 });
  expect(toolsOf(work)).toEqual([['tabs_create', undefined]]);
}

const away = (others: string) =>
  `Chromium is not connected now. Call again and you go on in ${others}. Numbers of your tabs in Chromium mean no tabs there. [ERR_BROWSER_UNAVAILABLE]`;

describe('Names and colours', () => {
  test('Two Chromiums have names and colours of their own from the start, and keep them over a restart.', async () => {
    const looks = () =>
      [workId, homeId].map(id => [panel.snapshot.browsers[id]?.name, panel.snapshot.browsers[id]?.colour]);
    expect(looks()).toEqual([
      ['Chromium', 1],
      ['Chromium 2', 2],
    ]);
    await panel.request('browsers:rename', { browserId: workId, name: 'Work' });
    await hub.kill('SIGTERM');
    hub = await place.serve();
    panel = await place.panel(hub);
    expect(looks()).toEqual([
      ['Work', 1],
      ['Chromium 2', 2],
    ]);
    const third = await approve('third');
    expect(panel.snapshot.browsers[third.id]).toMatchObject({ name: 'Chromium', colour: 3 });
    third.browser.close();
  });

  test('A new name is what its pop-up, agents and the trace say from then on, and no other browser may have it.', async () => {
    await panel.request('browsers:rename', { browserId: homeId, name: '  Home ' });
    await panel.waitFor(({ browsers }) => browsers[homeId]?.name === 'Home', 'it is called so');
    await expect.poll(() => home.name).toBe('Home');
    expect(await json('list_connected_browsers')).toMatchObject([{ name: 'Chromium' }, { name: 'Home' }]);
    expect((await claude.call('select_browser', { deviceId: 'Home' })).text).toContain(`Home (${homeId}) now`);
    expect(await json('tabs_context')).toEqual({ availableTabs: [], browser: `Home (${homeId})` });
    await json('tabs_create');
    const { entries } = await panel.request('trace:window', { filter: {}, from: -1, count: 50 });
    expect(JSON.stringify(entries)).toContain('"label":"Home"');
    for (const name of ['home', 'Home', ' HOME '])
      await expect(panel.request('browsers:rename', { browserId: workId, name })).rejects.toThrow(
        'Another browser is called Home already',
      );
    await expect(panel.request('browsers:rename', { browserId: workId, name: ' ' })).rejects.toThrow();
    await expect(panel.request('browsers:rename', { browserId: workId, name: 'x'.repeat(61) })).rejects.toThrow();
    expect(panel.snapshot.browsers[workId]?.name).toBe('Chromium');
  });
});

test('The command line names each with its id and how it stands, in its lists and for programs.', async () => {
  await panel.request('browsers:rename', { browserId: workId, name: 'Work' });
  await close(home, homeId);
  const lines = [`  Work (${workId}), connected`, `  Chromium 2 (${homeId}), away`];
  for (const command of [['status'], ['browsers', 'list']]) {
    const { stdout } = await place.run(command);
    for (const line of lines) expect(stdout.split('\n')).toContain(line);
  }
  await works();
  const status = JSON.parse((await place.run(['status', '--json'])).stdout);
  expect(status.agents).toMatchObject([{ name: 'Claude', browserId: workId }]);
  const { known } = JSON.parse((await place.run(['browsers', 'list', '--json'])).stdout);
  expect(known).toMatchObject([
    { id: workId, name: 'Work', family: 'chromium', state: 'connected' },
    { id: homeId, name: 'Chromium 2', family: 'chromium', state: 'away' },
  ]);
});

describe('A browser that the user chooses for an agent', () => {
  test('takes its next call; its tabs in the other stay its own, and no number of them is taken for a tab here.', async () => {
    await works();
    await claude.call('select_browser', { deviceId: homeId });
    expect(await json('tabs_create')).toMatchObject({ tabId: 2 });
    await claude.call('select_browser', { deviceId: workId });
    await chooseFor('Claude', homeId);
    expect(agentNow()).toMatchObject({ moved: { by: 'user', from: workId } });
    // What it means without naming a tab is in the other one, until it has looked here.
    for (let again = 0; again < 2; again += 1)
      expect(await claude.call('read_page')).toMatchObject({
        isError: true,
        text: expect.stringContaining(`The user moved you from Chromium to Chromium 2 (${homeId})`),
      });
    await json('tabs_context');
    // It knows now, and still the number is one of two tabs.
    expect(await claude.call('read_page', { tabId: 2 })).toMatchObject({
      isError: true,
      text: expect.stringContaining(`You have a tab 2 in Chromium and one in Chromium 2 (${homeId})`),
    });
    expect(await claude.call('read_page')).toEqual({ text: 'read_page done', isError: false });
    await claude.call('select_browser', { deviceId: homeId });
    expect(await claude.call('find', { tabId: 2 })).toEqual({ text: 'find done', isError: false });
    expect(toolsOf(work)).toEqual([['tabs_create', undefined]]);
    expect(toolsOf(home)).toEqual([
      ['tabs_create', undefined],
      ['read_page', 2],
      ['find', 2],
    ]);
    const own = Object.values(panel.snapshot.tabs).filter(({ owner }) => owner.kind === 'agent');
    expect(own.map(({ browserId }) => browserId).sort()).toEqual([homeId, workId].sort());
  });

  test('A list of tabs tells it too, and a tab that it has elsewhere is named with its browser.', async () => {
    await works();
    await chooseFor('Claude', homeId);
    expect(await json('tabs_context')).toEqual({ availableTabs: [], browser: `Chromium 2 (${homeId})` });
    expect(await claude.call('read_page', { tabId: 2 })).toMatchObject({
      isError: true,
      text: expect.stringContaining(`Tab 2 is yours in Chromium, and your calls go to Chromium 2 (${homeId}).`),
    });
    expect(home.calls).toEqual([]);
  });

  test('A question that was asked for the old one is withdrawn, and its call runs in neither.', async () => {
    const careful = await place.stdioAgent(await panel.request('clients:create', { name: 'Careful', start: 'ask' }));
    const called = careful.call('tabs_create');
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'it is asked about');
    await chooseFor('Careful', homeId);
    expect(await called).toMatchObject({ isError: true, text: expect.stringContaining('[ERR_TAB_MOVED]') });
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'the question is gone');
    expect([...work.calls, ...home.calls]).toEqual([]);
    await careful.close();
  });

  test('A call that was held by a pause is not carried out in the new one either, and the one after it is.', async () => {
    await works();
    await panel.request('hub:set-mode', { mode: 'paused' });
    const called = claude.call('tabs_create');
    await panel.waitFor(() => (agentNow()?.inFlight ?? 0) > 0, 'it waits');
    await chooseFor('Claude', homeId);
    await panel.request('hub:set-mode', { mode: 'running' });
    expect(await called).toMatchObject({
      isError: true,
      text: expect.stringContaining(`The user moved you from Chromium to Chromium 2 (${homeId})`),
    });
    expect(home.calls).toEqual([]);
    expect(await json('tabs_create')).toMatchObject({ tabId: 2 });
    expect(toolsOf(home)).toEqual([['tabs_create', undefined]]);
  });

  test('Only one that was approved can be chosen, and only for an agent that is here.', async () => {
    const waiting = await start('waiting');
    const find = () => Object.values(panel.snapshot.browsers).find(({ state }) => state.kind === 'pending');
    await panel.waitFor(() => find() !== undefined, 'it waits');
    const choose = (browserId: string) =>
      panel.request('agents:set-browser', { agentId: agentNow()?.id ?? '', browserId });
    await expect(choose(find()?.id ?? '')).rejects.toThrow('was not let in');
    await expect(choose('nowhere')).rejects.toThrow('There is no browser');
    waiting.close();
    await claude.close();
    await panel.waitFor(() => agentNow()?.state.kind === 'gone', 'it has left');
    await expect(choose(homeId)).rejects.toThrow('Claude has left');
  });
});

describe('An agent whose browser is away', () => {
  test('is told once, with where it goes on, and goes on there by calling again.', async () => {
    await works();
    await close(work, workId);
    expect(await claude.call('tabs_create')).toEqual({ text: away(`Chromium 2 (${homeId})`), isError: true });
    expect(home.calls).toEqual([]);
    expect(await json('tabs_create')).toMatchObject({ tabId: 2 });
    await panel.waitFor(() => agentNow()?.browserId === homeId, 'it works there');
    expect(agentNow()?.moved).toMatchObject({ by: 'away', from: workId });
    expect(await claude.call('read_page')).toEqual({ text: 'read_page done', isError: false });
    expect(toolsOf(home)).toEqual([
      ['tabs_create', undefined],
      ['read_page', 2],
    ]);
  });

  test('never reaches a tab of the same number there, until it has said that it means that one.', async () => {
    await claude.call('select_browser', { deviceId: homeId });
    await json('tabs_create');
    await claude.call('select_browser', { deviceId: workId });
    await works();
    await close(work, workId);
    const first = await claude.call('read_page', { tabId: 2 });
    expect(first).toEqual({ text: away(`Chromium 2 (${homeId})`), isError: true });
    for (let again = 0; again < 3; again += 1)
      expect(await claude.call('read_page', { tabId: 2 })).toMatchObject({
        isError: true,
        text: expect.stringContaining('You have a tab 2 in Chromium and one in Chromium 2'),
      });
    // Also when its browser comes back without that tab.
    work = await start('work', { pairKey: work.pairKey, run: 'work-again' });
    await panel.waitFor(() => stateOf(workId) === 'connected', 'it is back');
    await panel.waitFor(({ tabs }) => Object.values(tabs).length === 1, 'its tabs are gone');
    expect(await claude.call('read_page', { tabId: 2 })).toMatchObject({ isError: true });
    expect(toolsOf(home)).toEqual([['tabs_create', undefined]]);
    await claude.call('select_browser', { deviceId: homeId });
    expect(await claude.call('read_page', { tabId: 2 })).toEqual({ text: 'read_page done', isError: false });
    expect(work.calls).toEqual([]);
  });

  test('Calls that it made before it could know act in no page elsewhere, and one that names no tab asks it to look first.', async () => {
    await claude.call('select_browser', { deviceId: homeId });
    await json('tabs_create');
    await claude.call('select_browser', { deviceId: workId });
    await works();
    await close(work, workId);
    const click = { action: 'left_click', coordinate: [1, 1] };
    const [first, ...later] = await Promise.all([
      claude.call('computer', click),
      claude.call('computer', click),
      claude.call('computer', { ...click, tabId: 2 }),
      claude.call('computer', click),
    ]);
    expect(first).toEqual({ text: away(`Chromium 2 (${homeId})`), isError: true });
    for (const answer of later) expect(answer).toMatchObject({ isError: true });
    expect((await claude.call('computer', click)).text).toContain('You have gone on from Chromium to Chromium 2');
    expect(toolsOf(home)).toEqual([['tabs_create', undefined]]);
    await json('tabs_context');
    expect(await claude.call('read_page')).toEqual({ text: 'read_page done', isError: false });
  });

  test('goes on in its own when that is back before it calls again, and is told anew when it goes once more.', async () => {
    await works();
    await close(work, workId);
    expect((await claude.call('read_page')).isError).toBe(true);
    const { pairKey, tabs } = work;
    work = await start('work', { pairKey, tabs: tabs.values() });
    await panel.waitFor(() => stateOf(workId) === 'connected', 'it is back');
    expect(await claude.call('read_page', { tabId: 2 })).toEqual({ text: 'read_page done', isError: false });
    await close(work, workId);
    expect(await claude.call('tabs_create')).toEqual({ text: away(`Chromium 2 (${homeId})`), isError: true });
    expect(home.calls).toEqual([]);
  });

  test('stays where it has gone on when its own is back, until it or the user chooses.', async () => {
    await works();
    await close(work, workId);
    await claude.call('tabs_create');
    await json('tabs_create');
    work = await start('work', { pairKey: work.pairKey });
    await panel.waitFor(() => stateOf(workId) === 'connected', 'it is back');
    expect(await claude.call('read_page')).toEqual({ text: 'read_page done', isError: false });
    expect(work.calls).toEqual([]);
    expect(await json('list_connected_browsers')).toMatchObject([
      { deviceId: homeId, selected: true },
      { deviceId: workId, selected: false },
    ]);
    await claude.call('select_browser', { deviceId: workId });
    await json('tabs_create');
    expect(toolsOf(work)).toEqual([['tabs_create', undefined]]);
  });

  test('is told of the choice where there are several, and that only the user can help where there is none.', async () => {
    await works();
    const third = await approve('third');
    await close(work, workId);
    expect((await claude.call('tabs_create')).text).toContain(
      `you go on in Chromium 2 (${homeId}), or call select_browser to choose among Chromium 2 (${homeId}), Chromium 3 (${third.id}).`,
    );
    await close(home, homeId);
    await close(third.browser, third.id);
    for (let again = 0; again < 2; again += 1)
      expect((await claude.call('tabs_create')).text).toContain('Ask the user to start it, then call again.');
  });

  test('A first list of tabs opens one where it goes on.', async () => {
    await works();
    await close(work, workId);
    expect((await claude.call('tabs_context_mcp', { createIfEmpty: true })).isError).toBe(true);
    expect(await json('tabs_context_mcp', { createIfEmpty: true })).toMatchObject({
      availableTabs: [{ tabId: 2 }],
      browser: `Chromium 2 (${homeId})`,
    });
  });

  test('One that the user forgot is no browser any more: what was a tab there is none elsewhere.', async () => {
    await claude.call('select_browser', { deviceId: homeId });
    await json('tabs_create');
    await claude.call('select_browser', { deviceId: workId });
    await works();
    await panel.request('browsers:forget', { browserId: workId });
    expect((await claude.call('read_page')).text).toContain('The user moved you from another browser');
    expect((await claude.call('read_page', { tabId: 2 })).text).toContain('You have a tab 2 in another browser');
    expect(toolsOf(home)).toEqual([['tabs_create', undefined]]);
    await json('tabs_context');
    expect(await claude.call('read_page')).toEqual({ text: 'read_page done', isError: false });
  });
});
