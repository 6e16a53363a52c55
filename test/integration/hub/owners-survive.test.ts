// Who owns which tab, and what was allowed for a time, after a hub that stopped or was killed: for whoever is still there, and for nobody else.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runMetaKey } from '../../../contract/limits.ts';
import { extensionIds } from '../../../contract/names.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { openPlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { PlayedBrowser } from '../compat/claudezilla-scene.ts';
import type { Agent as ShownAgent } from '../../../contract/schemas/entities.ts';
import type { Agent, Credential, HubPlace, HubProcess } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

type Options = ConstructorParameters<typeof PlayedBrowser>[1];

let place: HubPlace;
let hub: HubProcess;
let panel: PanelClient;
let browser: PlayedBrowser;
let browserId: string;
let credential: Credential;
let claude: Agent;
let tabId: number;

const site = 'https://shop.example';

beforeEach(async () => {
  place = openPlace();
  hub = await place.serve();
  panel = await place.panel(hub);
  browser = await start();
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the browser waits');
  [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is approved');
  await panel.waitFor(() => browser.pairKey !== null, 'it has its key');
  credential = await panel.request('clients:create', { name: 'Claude', start: 'own-tabs' });
  claude = await place.stdioAgent(credential, ['--no-start']);
  ({ tabId } = await json(claude, 'tabs_create', { url: `${site}/` }));
  await panel.waitFor(() => ownAgent() !== undefined, 'the agent is shown');
});

afterEach(async () => {
  browser.close();
  await place.end();
});

async function start(options: Options = {}): Promise<PlayedBrowser> {
  const hello = { argv: [`chrome-extension://${extensionIds.chromium}/`], pid: process.pid };
  const relay = await connectToHub({ home: place.home, role: 'relay', hello });
  return new PlayedBrowser(relay, { profile: 'work', ...options });
}

async function json(agent: Agent, tool: string, args: Record<string, unknown> = {}) {
  const { text, isError } = await agent.call(tool, args);
  if (isError) throw new Error(text);
  return JSON.parse(text);
}

/** The hub ends and another one starts; the shim of each agent finds it by itself. */
async function restart(signal: NodeJS.Signals): Promise<void> {
  await hub.kill(signal);
  hub = await place.serve();
  panel = await place.panel(hub);
}

/** The browser finds the new hub, with the tabs that it has by then. */
async function comesBack(options: Options = {}): Promise<void> {
  const { pairKey } = browser;
  browser = await start({ pairKey, tabs: [...browser.tabs.values()], ...options });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is back');
}

const ownAgent = (): ShownAgent | undefined =>
  Object.values(panel.snapshot.agents).find(({ name }) => name === 'Claude');
const ownerOf = (id: number) => panel.snapshot.tabs[`${browserId}:${id}`]?.owner;
const isBack = () => panel.waitFor(() => ownAgent()?.state.kind === 'connected', 'the agent is back');
const tabIsTold = () => panel.waitFor(() => ownerOf(tabId) !== undefined, 'the tab is told of');

/** All that was told so far outlives a kill: giving the agent what it has is answered then. */
const isKept = () => panel.request('tabs:give', { browserId, tabId, agentId: ownAgent()?.id ?? '' });

/** Its calls to open a tab, in the trace. */
async function traced() {
  const { entries } = await panel.request('trace:window', { filter: { tool: 'tabs_create' }, from: 0, count: 100 });
  return entries.filter(({ from }) => from.kind === 'agent');
}

/** The ids of its grants, once the panel has them. */
async function grants(count: number): Promise<string[]> {
  await panel.waitFor(shown => Object.keys(shown.grants).length === count, `${count} grants hold`);
  return Object.keys(panel.snapshot.grants);
}

function grant(fields: { lifetime: 'once' | 'agent' | 'always'; resource?: 'tab' | 'site' }) {
  const { lifetime, resource = 'site' } = fields;
  return panel.request('grants:set', {
    subject: { kind: 'client', id: credential.client.id },
    effect: 'allow',
    scope: 'browser:script',
    resource: resource === 'tab' ? { kind: 'tab', browserId, tabId } : { kind: 'site', origin: site },
    lifetime,
    tools: null,
    reading: false,
    agentId: lifetime === 'agent' ? (ownAgent()?.id ?? '') : null,
  });
}

describe.each(['SIGKILL', 'SIGTERM'] as const)('After a hub that ended by %s', signal => {
  test('The agent and its browser go on as before: same agent, same tab, same counts, and the tab is called in.', async () => {
    await panel.waitFor(() => ownAgent()?.calls === 1 && ownAgent()?.inFlight === 0, 'its call is counted');
    await isKept();
    // Writes what waits of the trace.
    await panel.request('trace:recordings', {});
    const before = ownAgent();
    await restart(signal);
    await comesBack();
    await Promise.all([isBack(), tabIsTold()]);
    const calls = { dir: 'in', tool: 'tabs_create' };
    await until(async () => (await traced()).some(entry => entry.from.id === before?.id), 'the trace has its call');
    expect(await traced()).toMatchObject([{ ...calls, from: { id: before?.id }, outcome: 'ok' }]);
    expect(ownAgent()).toMatchObject({ id: before?.id, calls: 1, failed: 0, browserId });
    expect(ownerOf(tabId)).toMatchObject({ kind: 'agent', agentId: before?.id });
    expect(await claude.call('get_page_text', { tabId })).toMatchObject({ isError: false });
    await panel.waitFor(() => ownAgent()?.calls === 2, 'it counts on');
  });

  test('What was allowed until the tab closes, for a time and until the agent leaves goes on, and ends as it would have.', async () => {
    await grant({ lifetime: 'once', resource: 'tab' });
    await grant({ lifetime: 'once' });
    await grant({ lifetime: 'agent' });
    const before = await grants(3);
    const expiresAt = () => before.map(id => panel.snapshot.grants[id]?.expiresAt);
    const until = expiresAt();
    await restart(signal);
    expect((await grants(2)).length).toBe(2);
    await comesBack();
    expect(await grants(3)).toEqual(before);
    expect(expiresAt()).toEqual(until);
    await isBack();
    const script = { tabId, action: 'javascript_exec', text: '1' };
    expect(await claude.call('javascript_tool', script)).toMatchObject({ isError: false });
    browser.tabs.delete(tabId);
    browser.report();
    expect(await grants(2)).toEqual(before.slice(1));
    await panel.request('agents:disconnect', { agentId: ownAgent()?.id ?? '' });
    expect(await grants(1)).toEqual([before[1]]);
  });

  test('A browser that was started anew gives its numbers to other tabs: nobody owns them, and what was granted has ended.', async () => {
    await grant({ lifetime: 'once', resource: 'tab' });
    await grants(1);
    await restart(signal);
    await comesBack({ run: 'another' });
    await Promise.all([isBack(), tabIsTold(), grants(0)]);
    expect(ownerOf(tabId)).toEqual({ kind: 'you' });
    const { text, isError } = await claude.call('get_page_text', { tabId });
    expect([isError, text]).toEqual([true, expect.stringContaining(`tab ${tabId} (owned by the user)`)]);
  });

  test('The tab is decided by what it shows now: it went to another site while no hub ran.', async () => {
    await panel.request('grants:set', {
      subject: { kind: 'client', id: credential.client.id },
      effect: 'deny',
      scope: 'browser:activeTab.read',
      resource: { kind: 'site', origin: 'https://bank.example' },
      lifetime: 'always',
      tools: null,
      reading: false,
      agentId: null,
    });
    await restart(signal);
    const tab = browser.tabs.get(tabId);
    if (!tab) throw new Error('The tab is not there.');
    browser.tabs.set(tabId, { ...tab, url: 'https://bank.example/' });
    await comesBack();
    await Promise.all([isBack(), tabIsTold()]);
    const { text, isError } = await claude.call('get_page_text', { tabId });
    expect([isError, text]).toEqual([true, expect.stringContaining('[ERR_PERMISSION_DENIED]')]);
  });

  test('Another agent of the same credential gets nothing of it.', async () => {
    await restart(signal);
    await claude.close();
    const other = await place.stdioAgent(credential, ['--no-start']);
    await comesBack();
    await tabIsTold();
    expect(await other.call('get_page_text', { tabId })).toMatchObject({ isError: true });
    expect(JSON.stringify(await json(other, 'tabs_context'))).not.toContain(site);
  });
});

describe('Killed right after', () => {
  test('a take-over was answered, the tab is the user’s.', async () => {
    await panel.request('tabs:take-over', { browserId, tabId });
    await restart('SIGKILL');
    await comesBack();
    await Promise.all([isBack(), tabIsTold()]);
    expect(ownerOf(tabId)).toMatchObject({ kind: 'you', takenFrom: ownAgent()?.id });
    expect(await claude.call('get_page_text', { tabId })).toMatchObject({ isError: true });
  });

  test('a revocation was answered, neither the agent nor what it was granted comes back.', async () => {
    await grant({ lifetime: 'agent' });
    await grants(1);
    const { id = '' } = ownAgent() ?? {};
    await panel.request('clients:revoke', { clientId: credential.client.id });
    await restart('SIGKILL');
    await comesBack();
    await tabIsTold();
    expect(panel.snapshot.grants).toEqual({});
    expect(panel.snapshot.agents).toEqual({});
    expect(ownerOf(tabId)).toMatchObject({ kind: 'none', agentId: id });
  });

  test('the browser was forgotten, it has to ask again, and its tabs are nobody’s.', async () => {
    await panel.request('browsers:forget', { browserId });
    await restart('SIGKILL');
    browser = await start({ pairKey: browser.pairKey, tabs: [...browser.tabs.values()] });
    await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'pending', 'it waits again');
    await panel.request('browsers:approve', { browserId });
    await tabIsTold();
    expect(ownerOf(tabId)).toEqual({ kind: 'you' });
  });

  test('the user disconnected the agent, its tabs have no owner.', async () => {
    await panel.request('agents:disconnect', { agentId: ownAgent()?.id ?? '' });
    await restart('SIGKILL');
    await comesBack();
    await tabIsTold();
    expect(ownerOf(tabId)?.kind).toBe('none');
  });
});

test('A budget of a run is not renewed by a hub that starts anew.', async () => {
  const run = { [runMetaKey]: { id: 'r', maxCalls: 2 } };
  const call = () => claude.client.callTool({ name: 'tabs_context', arguments: {}, _meta: run });
  expect((await call()).isError).not.toBe(true);
  await panel.waitFor(() => ownAgent()?.run?.calls === 1, 'the run is counted');
  await isKept();
  await restart('SIGKILL');
  await comesBack();
  await isBack();
  expect((await call()).isError).not.toBe(true);
  expect((await call()).isError).toBe(true);
});
