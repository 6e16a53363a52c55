// What may change while a question about an element waits: whatever it is, nothing is done that was not shown, and a late answer does nothing.
import { beforeEach, describe, expect, test } from 'vitest';
import { extensionIds } from '../../../contract/names.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { type Agent, usePlace } from '../../support/hub-process.ts';
import { PlayedBrowser } from '../compat/claudezilla-scene.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const element = { key: 'k1', role: 'button', name: 'Save', frame: null, isInView: true };

let panel: PanelClient;
let browser: PlayedBrowser;
let claude: Agent;
let clientId: string;
let tabId: number;

beforeEach(async () => {
  const place = usePlace();
  panel = await place.panel(await place.serve());
  const hello = { argv: [`chrome-extension://${extensionIds.chromium}/`], pid: process.pid };
  const channel = await connectToHub({ home: place.home, role: 'relay', hello });
  browser = new PlayedBrowser(channel, { describes: true });
  browser.describe = () => ({ result: { title: 'Orders', elements: [element], picture: null } });
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the browser waits');
  const browserId = Object.keys(panel.snapshot.browsers)[0]!;
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is approved');
  const credential = await panel.request('clients:create', { name: 'Claude', start: 'ask' });
  clientId = credential.client.id;
  claude = await place.stdioAgent(credential);
  const opening = claude.call('tabs_create', { url: 'https://shop.example/' });
  await answer(await asked());
  tabId = (JSON.parse((await opening).text) as { tabId: number }).tabId;
});

async function asked(): Promise<Prompt> {
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'a question waits');
  return Object.values(panel.snapshot.prompts)[0]!;
}

const isGone = () => panel.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'the question is gone');

/** The panel hears later that the question is gone, and must not take it for the next one. */
async function answer({ id }: Prompt): Promise<void> {
  await panel.request('prompts:answer', { promptId: id, effect: 'allow', lifetime: 'use', breadth: 'tool' });
  await isGone();
}

const click = (args: object = {}) =>
  claude.call('computer', { action: 'left_click', tabId, coordinate: [1, 2], ...args });

const clicks = () => browser.calls.filter(({ tool }) => tool === 'computer');

function goTo(url: string): void {
  browser.tabs.set(tabId, { ...browser.tabs.get(tabId)!, url });
  browser.report();
}

describe('While a question about an element waits', () => {
  test('its tab may close: the question goes, its agent gets one error, and an answer is for nobody.', async () => {
    const calling = click();
    const prompt = await asked();
    browser.tabs.delete(tabId);
    browser.report();
    await isGone();
    expect(await calling).toMatchObject({ isError: true });
    await expect(answer(prompt)).rejects.toThrow();
    expect(clicks()).toEqual([]);
  });

  test('its tab may go to another site: what was allowed is not done there.', async () => {
    const calling = click();
    const prompt = await asked();
    goTo('https://bank.example/');
    await panel.waitFor(
      ({ tabs }) => Object.values(tabs).some(({ url }) => url === 'https://bank.example/'),
      'the tab has moved',
    );
    await answer(prompt);
    const { text, isError } = await calling;
    expect(isError).toBe(true);
    expect(text).toContain('The user was asked about https://shop.example, and tab');
    expect(clicks()).toEqual([]);
  });

  test('its browser may go: what was allowed is done nowhere.', async () => {
    const calling = click();
    const prompt = await asked();
    browser.close();
    await panel.waitFor(
      ({ browsers }) => Object.values(browsers).every(({ state }) => state.kind === 'away'),
      'the browser is away',
    );
    await answer(prompt).catch(() => {});
    expect(await calling).toMatchObject({ isError: true });
    expect(clicks()).toEqual([]);
  });

  test('its agent may leave: a late answer does nothing.', async () => {
    const calling = click().catch(() => 'closed');
    const prompt = await asked();
    await claude.client.transport?.close();
    expect(await calling).toBe('closed');
    await panel.waitFor(({ prompts }) => (prompts[prompt.id]?.calls ?? 0) === 0, 'nobody waits at it');
    await answer(prompt).catch(() => {});
    expect(clicks()).toEqual([]);
  });

  test('all may be paused: what was allowed waits, and is then done to the element that was shown.', async () => {
    const calling = click();
    const prompt = await asked();
    await panel.request('hub:set-mode', { mode: 'paused' });
    await answer(prompt);
    expect(clicks()).toEqual([]);
    await panel.request('hub:set-mode', { mode: 'running' });
    expect((await calling).isError).toBe(false);
    expect(clicks()).toMatchObject([{ decided: { elements: ['k1'] } }]);
  });

  test('a rule may deny it: the question goes, and the refusal names to the user what it was about.', async () => {
    const calling = click();
    const prompt = await asked();
    const rule = { effect: 'deny', scope: 'browser:activeTab.interact', lifetime: 'always' } as const;
    await panel.request('grants:set', { ...rule, subject: { kind: 'client', id: clientId } });
    await isGone();
    const { text, isError } = await calling;
    expect(isError).toBe(true);
    expect(text).not.toMatch(/Save|Orders/);
    const { entries } = await panel.request('audit:query', { filter: { outcome: 'deny' }, count: 1 });
    expect(entries).toMatchObject([{ why: { kind: 'denied', element: 'button “Save”', title: 'Orders' } }]);
    await expect(answer(prompt)).rejects.toThrow();
    expect(clicks()).toEqual([]);
  });

  test('the time of its call may end: its agent is told, and a late answer does nothing.', async () => {
    const calling = click({ timeout: 5_000 });
    const prompt = await asked();
    expect(await calling).toMatchObject({ isError: true });
    await answer(prompt).catch(() => {});
    expect(clicks()).toEqual([]);
  });
});
