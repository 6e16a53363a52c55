// What may happen to a page while a question about it waits: what was allowed is done in the document that was shown or not at all, in a real Chromium and a real Firefox.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type DecidedPlace, type DecidedScene, openDecidedScene, type Pages } from './decided-scene.ts';
import { pageAt } from './decided-shop.ts';
import { openFirefoxScene } from './firefox-scene.ts';
import type { Page } from 'playwright';
import type { Lifetime } from '../../contract/permissions.ts';
import type { Prompt } from '../../contract/schemas/permissions.ts';
import type { Agent } from '../support/hub-process.ts';

const secret = 'Balance of the other page';

const shopPages: Pages = (_, bank) => ({
  '/': `<title>Orders</title><button id="save" onclick="fetch('/pressed')">Save</button><input aria-label="Street">`,
  '/card': `<title>Card</title><iframe src="${bank}/field?number"></iframe><iframe src="${bank}/field?code"></iframe>`,
  '/frame': `<title>Checkout</title><iframe src="${bank}/pay" width="300" height="200"></iframe>
    <script>addEventListener('message', ({ data }) => document.querySelector('iframe').src = data)</script>`,
});
/** Goes on by itself once its site says so. */
const bankPages: Pages = () => ({
  '/pay': `<title>Pay</title><button>Pay now</button><script>
    setInterval(async () => { if ((await fetch('/go')).status === 200) location.href = '/other'; }, 50)</script>`,
  '/field': `<title>Field</title><input aria-label="Field">`,
  '/other': `<title>Other</title><h1>${secret}</h1><script>fetch('/arrived')</script>`,
});

/** The one question that waits. */
async function asked({ hub }: DecidedPlace): Promise<Prompt> {
  await hub.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'a question waits');
  return Object.values(hub.snapshot.prompts)[0]!;
}

async function allow({ hub }: DecidedPlace, { id }: Prompt, lifetime: Lifetime = 'use'): Promise<void> {
  await hub.request('prompts:answer', { promptId: id, effect: 'allow', lifetime, breadth: 'tool' });
  await hub.waitFor(({ prompts }) => !(id in prompts), 'the question is gone');
}

/** Asks to read the frame, lets it go on where `goes` does that, and allows it. */
async function readFrame(scene: DecidedPlace, claude: Agent, goes?: () => void): Promise<{ text: string }> {
  const { shop, bank } = scene;
  const before = bank.visits.get('/pay') ?? 0;
  const tabId = await scene.open(claude, `${shop.origin}/frame`);
  await until(() => (bank.visits.get('/pay') ?? 0) > before, 'the frame has loaded');
  const ref = async () => /\[(ref_\d+)\]/.exec((await claude.call('read_page', { tabId, filter: 'all' })).text)?.[1];
  await until(async () => (await ref()) !== undefined, 'the frame has a ref');
  const calling = claude.call('read_page', { tabId, ref_id: await ref() });
  const prompt = await asked(scene);
  expect(prompt.site).toBe(bank.origin);
  goes?.();
  // That of the tab before goes on too.
  if (goes) await until(() => bank.visits.get('/arrived') === 2, 'both frames have gone on');
  await allow(scene, prompt);
  return calling;
}

async function tellsNothingOfOthers(scene: DecidedPlace, claude: Agent): Promise<void> {
  expect((await readFrame(scene, claude)).text).toContain('Pay now');
  const { text } = await readFrame(scene, claude, () => scene.bank.serve('/go'));
  expect(text).not.toContain(secret);
  expect(text).toMatch(/\[ERR_(TAB_MOVED|TOOL_FAILED)\]$/);
}

let scene: DecidedScene;
let claude: Agent;
let codex: Agent;

describeWith(['chromium'], 'In Chromium, while a question waits', () => {
  beforeAll(async () => {
    scene = await openDecidedScene(shopPages, bankPages);
    await scene.grant('allow', 'browser:navigate', scene.shop.origin);
    await scene.grant('allow', 'browser:activeTab.read', scene.shop.origin);
    [claude, codex] = [await scene.agent(), await scene.agent()];
  });
  afterAll(() => scene?.close());

  test('a frame may go on within its site: the answer was for what it showed.', () =>
    tellsNothingOfOthers(scene, claude));

  test('what uses two frames of one site is asked about once for both.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/card`);
    const fields: { ref: string; value: string }[] = [];
    await until(async () => {
      const { text } = await claude.call('read_page', { tabId });
      const frames = [...text.matchAll(/iframe [^\n]*\[(ref_\d+)\]/g)].map(([, ref]) => ref);
      return frames.length === 2;
    }, 'both frames are listed');
    await scene.grant('allow', 'browser:activeTab.read', scene.bank.origin);
    await until(async () => {
      const { text } = await claude.call('read_page', { tabId });
      fields.splice(0, 2, ...[...text.matchAll(/\[(f\d+_ref_\d+)\]/g)].map(([, ref = '']) => ({ ref, value: '42' })));
      return fields.length === 2;
    }, 'both fields have refs');
    const calling = claude.call('form_input', { tabId, fields });
    // First that of the page around them.
    for (const { origin } of [scene.shop, scene.bank]) {
      const prompt = await asked(scene);
      expect(prompt.site).toBe(origin);
      await allow(scene, prompt);
    }
    expect(await calling).toMatchObject({
      isError: false,
      text: expect.stringMatching(/Set the value.*\n.*Set the value/),
    });
    await scene.revoke('allow', 'browser:activeTab.read', scene.bank.origin);
  });

  const changes: readonly (readonly [
    string,
    (page: Page, tab: { browserId: string; tabId: number }) => Promise<unknown>,
  ])[] = [
    ['its page is loaded anew, with the same button', page => page.reload()],
    ['its page goes on within its site', page => page.goto(`${scene.shop.origin}/?next`)],
    ['its page goes elsewhere', page => page.goto(`${scene.bank.origin}/other`)],
    ['its page goes away and comes back', page => page.goto(`${scene.bank.origin}/other`).then(() => page.goBack())],
    ['the button is removed', page => page.evaluate(() => document.querySelector('#save')?.remove())],
    [
      'the button is replaced',
      page =>
        page.evaluate(() =>
          document.querySelector('#save')!.replaceWith(document.querySelector('#save')!.cloneNode(true)),
        ),
    ],
    [
      'the button is called otherwise',
      page => page.evaluate(() => void (document.querySelector('#save')!.textContent = 'Delete')),
    ],
    ['the user closes the tab', page => page.close()],
    ['the user takes the tab over', (_, tab) => scene.hub.request('tabs:take-over', tab)],
    ['another agent is given the tab', (_, tab) => scene.hub.request('tabs:give', { ...tab, agentId: other() })],
  ];
  const other = () => Object.values(scene.hub.snapshot.agents).at(-1)!.id;

  test.each(changes)('%s: what was allowed is not done.', async (_, change) => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const page = await pageAt(scene, `${scene.shop.origin}/`);
    const ref = /"(ref_\d+)"/.exec((await claude.call('find', { tabId, query: 'Save' })).text)?.[1];
    const calling = claude.call('computer', { action: 'left_click', tabId, ref });
    const prompt = await asked(scene);
    expect(prompt.description?.elements).toMatchObject([{ role: 'button', name: 'Save' }]);
    const [browserId = ''] = Object.keys(scene.hub.snapshot.browsers);
    await change(page, { browserId, tabId });
    // The question may have gone with what it was about.
    await allow(scene, prompt).catch(() => {});
    expect((await calling).isError).toBe(true);
    expect(scene.shop.visits.get('/pressed')).toBeUndefined();
    if (!page.isClosed()) await page.close();
  });

  test('nothing happens: it is done.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const calling = claude.call('computer', { action: 'left_click', tabId, selector: '#save' });
    await allow(scene, await asked(scene));
    expect((await calling).isError).toBe(false);
    await until(() => scene.shop.visits.get('/pressed') === 1, 'the button was pressed');
    expect(codex.pid).not.toBe(claude.pid);
  });
});

let inFirefox: Awaited<ReturnType<typeof openFirefoxScene>>;

describeWith(['firefox'], 'In Firefox, while a question waits', () => {
  beforeAll(async () => {
    inFirefox = await openFirefoxScene(shopPages, bankPages);
    await inFirefox.revoke('allow', 'browser:activeTab.read', inFirefox.bank.origin);
  });
  afterAll(() => inFirefox?.close());

  test('a frame may go on within its site: the answer was for what it showed.', () =>
    tellsNothingOfOthers(inFirefox, inFirefox.claude));
});
