// What a browser tells of a call before its question, as a hub takes it: told, refused, malformed, too large, not at all, or unheard of.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxDescribedPictureBytes } from '../../../contract/companion.ts';
import { extensionIds } from '../../../contract/names.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { type Agent, type HubPlace, openPlace } from '../../support/hub-process.ts';
import { PlayedBrowser } from '../compat/claudezilla-scene.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const element = { key: 'k1', role: 'button', name: 'Save', frame: null, isInView: true };
const described = { title: 'Orders', elements: [element], picture: null };
const shown = { act: 'left_click', title: 'Orders', elements: [{ role: 'button', name: 'Save' }], untold: null };

let place: HubPlace;
let panel: PanelClient;
let browser: PlayedBrowser;
let claude: Agent;
let tabId: number;
let clientId: string;

async function connect(profile: string, describes?: true): Promise<PlayedBrowser> {
  const known = new Set(Object.keys(panel.snapshot.browsers));
  const hello = { argv: [`chrome-extension://${extensionIds.chromium}/`], pid: process.pid + known.size };
  const channel = await connectToHub({ home: place.home, role: 'relay', hello });
  const played = new PlayedBrowser(channel, { profile, ...(describes && { describes }) });
  const find = () => Object.keys(panel.snapshot.browsers).find(each => !known.has(each)) ?? '';
  await panel.waitFor(() => find() !== '', 'the browser waits');
  const browserId = find();
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is approved');
  return played;
}

beforeAll(async () => {
  place = openPlace();
  panel = await place.panel(await place.serve());
  browser = await connect('telling', true);
  const credential = await panel.request('clients:create', { name: 'Claude', start: 'ask' });
  clientId = credential.client.id;
  claude = await place.stdioAgent(credential);
  const opening = claude.call('tabs_create', { url: 'https://shop.example/' });
  await answer(await asked(), 'allow');
  tabId = (JSON.parse((await opening).text) as { tabId: number }).tabId;
});

afterAll(async () => {
  browser.close();
  await place.end();
});

async function asked(): Promise<Prompt> {
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'a question waits');
  return Object.values(panel.snapshot.prompts)[0]!;
}

async function answer({ id }: Prompt, effect: 'allow' | 'deny'): Promise<void> {
  await panel.request('prompts:answer', { promptId: id, effect, lifetime: 'use', breadth: 'tool' });
  await panel.waitFor(({ prompts }) => !(id in prompts), 'the question is gone');
}

const click = (args: object = {}) =>
  claude.call('computer', { action: 'left_click', tabId, coordinate: [1, 2], ...args });

/** The question about a click, which is then denied. */
async function askedOfClick(): Promise<Prompt> {
  const calling = click();
  const prompt = await asked();
  await answer(prompt, 'deny');
  await calling;
  return prompt;
}

describe('A question about a click', () => {
  test('names what its browser told, and the call goes out with the keys of that.', async () => {
    const asks: unknown[] = [];
    browser.describe = ask => {
      asks.push(ask);
      return { result: { ...described, picture: 'aGVsbG8=' } };
    };
    const calling = click({ modifiers: 'ctrl' });
    const prompt = await asked();
    expect(prompt.description).toMatchObject({ ...shown, hasPicture: true });
    const { id: promptId, call } = prompt;
    expect(await panel.request('prompts:picture', { promptId, call })).toEqual({ data: 'aGVsbG8=' });
    await answer(prompt, 'allow');
    expect((await calling).isError).toBe(false);
    // Only what says where is sent before anybody has allowed the rest.
    expect(asks).toEqual([
      {
        tool: 'computer',
        args: { action: 'left_click', coordinate: [1, 2] },
        tabId,
        decided: { origin: 'https://shop.example' },
      },
    ]);
    expect(browser.calls.at(-1)).toMatchObject({ tool: 'computer', decided: { elements: ['k1'] } });
  });

  test('has no picture where that is too large, and still the names.', async () => {
    const tooLarge = 'A'.repeat(Math.ceil(maxDescribedPictureBytes / 3) * 4 + 4);
    browser.describe = () => ({ result: { ...described, picture: tooLarge } });
    expect((await askedOfClick()).description).toMatchObject({ ...shown, hasPicture: false });
  });

  test.each([
    ['refuses', () => ({ error: { code: -32603, message: 'no', data: { code: 'ERR_TAB_MOVED' } } })],
    ['answers what cannot be read', () => ({ result: { title: 7, elements: 'all' } })],
    ['names too much', () => ({ result: { ...described, title: 'x'.repeat(5_000) } })],
    ['says nothing in time', () => undefined],
  ])(
    'says that the page did not tell where its browser %s, and the allowed call is bound to no element.',
    async (_, told) => {
      browser.describe = told;
      const calling = click();
      const prompt = await asked();
      expect(prompt.description).toMatchObject({
        title: 'Probe',
        elements: [],
        untold: 'no-answer',
        hasPicture: false,
      });
      await answer(prompt, 'allow');
      expect((await calling).isError).toBe(false);
      expect(browser.calls.at(-1)).not.toHaveProperty('decided.elements');
    },
  );

  test('with another element at the same place is another question: one answer speaks of one of them.', async () => {
    browser.describe = () => ({ result: described });
    const first = click();
    const prompt = await asked();
    browser.describe = () => ({ result: { ...described, elements: [{ ...element, key: 'k2', name: 'Delete' }] } });
    const second = click();
    await panel.waitFor(({ prompts }) => prompts[prompt.id]?.asks.length === 2, 'both wait at one card');
    await answer(prompt, 'allow');
    expect((await first).isError).toBe(false);
    const other = await asked();
    expect(other.description?.elements).toMatchObject([{ name: 'Delete' }]);
    await answer(other, 'deny');
    expect((await second).isError).toBe(true);
  });

  test('that a rule denies is not asked: its browser is asked for names alone, and only the user reads them.', async () => {
    const asks: object[] = [];
    browser.describe = ask => {
      asks.push(ask);
      return { result: described };
    };
    const sent = browser.calls.length;
    const rule = { effect: 'deny', scope: 'browser:activeTab.interact', lifetime: 'always' } as const;
    const { grant } = await panel.request('grants:set', { ...rule, subject: { kind: 'client', id: clientId } });
    const { text, isError } = await click();
    expect(isError).toBe(true);
    expect(text).not.toMatch(/Save|Orders/);
    expect(asks).toMatchObject([{ tool: 'computer', picture: false }]);
    expect(browser.calls.length).toBe(sent);
    const { entries } = await panel.request('audit:query', { filter: { outcome: 'deny' }, count: 1 });
    const named = { element: 'button “Save”', title: 'Orders' };
    expect(entries).toMatchObject([{ place: named, why: { kind: 'denied', ...named } }]);
    await panel.request('grants:revoke', { grantId: grant.id });
  });

  test('is asked as before of a companion that never heard of descriptions.', async () => {
    browser.close();
    await panel.waitFor(
      ({ browsers }) => Object.values(browsers).every(({ state }) => state.kind === 'away'),
      'the browser is away',
    );
    browser = await connect('silent');
    const other = await place.stdioAgent(await panel.request('clients:create', { name: 'Other', start: 'ask' }));
    const opening = other.call('tabs_create', { url: 'https://shop.example/' });
    await answer(await asked(), 'allow');
    const { tabId: at } = JSON.parse((await opening).text) as { tabId: number };
    const calling = other.call('computer', { action: 'left_click', tabId: at, coordinate: [1, 2] });
    const prompt = await asked();
    expect(prompt.description).toMatchObject({ title: 'Probe', elements: [], untold: 'cannot' });
    await answer(prompt, 'allow');
    expect((await calling).isError).toBe(false);
  });
});
