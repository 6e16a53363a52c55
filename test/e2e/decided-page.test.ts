// What was decided for one site never runs on another: attacks on a real Chromium, with a real hub between it and the agent.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import {
  allowedSites,
  bankColour,
  codesOf,
  dropsOf,
  hitsOf,
  isGoods,
  isNear,
  openShopAndBank,
  pageAt,
  picturesIn,
  pixelAt,
  readsOf,
  secret,
  shopColour,
} from './decided-shop.ts';
import type { Agent } from '../support/hub-process.ts';
import type { DecidedScene, Site } from './decided-scene.ts';

let scene: DecidedScene;
let claude: Agent;

describeWith(['chromium'], 'What was decided for one site', () => {
  beforeEach(async () => {
    scene = await openShopAndBank();
    claude = await scene.agent();
  });
  afterEach(() => scene?.close());

  test('A page that flips between a site that may be read and one that may not gives nothing of the other.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/flip`);
    const reads = [...readsOf(claude, tabId), () => claude.call('read_console_messages', { tabId })];
    const answers: { text: string; isError: boolean }[] = [];
    // As long as it takes until both sites were shown often, and what was withheld from its agent stands in the audit as dropped.
    while ((scene.bank.visits.get('/flip') ?? 0) < 40 || !answers.some(isGoods) || !(await dropsOf(scene)))
      answers.push(...(await Promise.all(reads.map(read => read()))));
    expect(answers.map(({ text }) => text).filter(text => text.includes(secret))).toEqual([]);
    expect(await allowedSites(scene)).toEqual(new Set([scene.shop.origin]));
  });

  test('A page that flips takes no value, press or key for the other site.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/flip`);
    await scene.browser.pages().at(-1)?.bringToFront();
    const acts = [
      () => claude.call('form_input', { tabId, selector: '#field', value: 'x' }),
      () => claude.call('computer', { tabId, action: 'left_click', coordinate: [40, 80] }),
      () => claude.call('computer', { tabId, action: 'key', text: 'a' }),
    ];
    const visits = (site: Site, path: string) => site.visits.get(path) ?? 0;
    for (const act of acts) {
      const [flips, done] = [visits(scene.bank, '/flip'), visits(scene.shop, '/done')];
      // As long as it takes until both sites were shown often, and the shop was used.
      while (visits(scene.bank, '/flip') < flips + 8 || visits(scene.shop, '/done') === done)
        await Promise.all([act(), act(), act()]);
    }
    expect(visits(scene.bank, '/done')).toBe(0);
  }, 600_000);

  test('A picture of a page that flips never shows the other site.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/flip`);
    // A tab behind others draws no frames, and there would be few pictures.
    await scene.browser.pages().at(-1)?.bringToFront();
    const shown: number[][] = [];
    while ((scene.bank.visits.get('/flip') ?? 0) < 20 || shown.length < 3) {
      const result = await claude.client.callTool({ name: 'computer', arguments: { action: 'screenshot', tabId } });
      shown.push(...picturesIn(result).map(image => pixelAt(image, 0.9, 0.9)));
    }
    expect(shown.filter(pixel => isNear(pixel, bankColour))).toEqual([]);
    expect(shown.every(pixel => isNear(pixel, shopColour))).toBe(true);
  });

  test('A list of tabs has no title of a page that may not be read.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    await claude.call('navigate', { tabId, url: `${scene.shop.origin}/away` });
    await scene.hub.waitFor(
      ({ tabs }) => Object.values(tabs).some(({ title }) => title === secret),
      'the hub has the title',
    );
    const { text } = await claude.call('tabs_context');
    expect(text).toContain(`${scene.bank.origin}/`);
    expect(text).not.toContain(secret);
  });

  test('Requests and console messages of a page that may not be read stay out of the next one’s.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const away = await claude.call('navigate', { tabId, url: `${scene.shop.origin}/away` });
    // The redirect is told by its address alone; the title of the bank's page is its content.
    expect(away.text).toContain(`${scene.bank.origin}/`);
    expect(away.text).not.toContain(secret);
    await until(() => scene.bank.visits.get('/account') !== undefined, 'the bank was shown');
    await claude.call('navigate', { tabId, url: `${scene.shop.origin}/next` });
    const requests = await claude.call('read_network_requests', { tabId });
    expect(requests.text).toContain(`${scene.shop.origin}/next`);
    expect(requests.text).not.toContain(secret);
    expect(JSON.parse(requests.text)).toMatchObject({ withheld: expect.any(Number) });
    expect((await claude.call('read_console_messages', { tabId })).text).not.toContain(secret);
  });

  test('A page of no address has the site of whoever opened it.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const page = await pageAt(scene, `${scene.shop.origin}/`);
    await page.goto(`${scene.bank.origin}/`);
    // The bank writes into an empty page, which has its origin.
    await page
      .evaluate(`(() => { const text = document.body.innerHTML; location.href = 'about:blank'; return text; })()`)
      .catch(() => {});
    await page.waitForURL('about:blank');
    await page.evaluate(`document.body.textContent = ${JSON.stringify(secret)}`);
    expect(await page.evaluate('origin')).toBe(scene.bank.origin);
    // The hub sees no site and asks; what the user allows of such a page is nothing of the bank's.
    await scene.hub.waitFor(
      ({ tabs }) => Object.values(tabs).some(tab => tab.tabId === tabId && tab.url === 'about:blank'),
      'the hub knows',
    );
    const read = claude.call('get_page_text', { tabId });
    await scene.hub.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'the user is asked');
    const [promptId = ''] = Object.keys(scene.hub.snapshot.prompts);
    await scene.hub.request('prompts:answer', { promptId, effect: 'allow', lifetime: 'use', breadth: 'tool' });
    const { text } = await read;
    expect(text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    expect(text).not.toContain(secret);
  });

  test('An answer to a question about one site is none about the site that the tab shows by then.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    await scene.revoke('allow', 'browser:activeTab.interact', scene.shop.origin);
    await scene.revoke('deny', 'browser:activeTab.interact', scene.bank.origin);
    const call = claude.call('form_input', { tabId, selector: '#field', value: 'order' });
    await scene.hub.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'the user is asked');
    const page = await pageAt(scene, `${scene.shop.origin}/`);
    await page.goto(`${scene.bank.origin}/`);
    await scene.hub.waitFor(
      ({ tabs }) => Object.values(tabs).some(tab => tab.url.startsWith(scene.bank.origin)),
      'the hub knows',
    );
    const [promptId = ''] = Object.keys(scene.hub.snapshot.prompts);
    await scene.hub.request('prompts:answer', { promptId, effect: 'allow', lifetime: 'use', breadth: 'tool' });
    expect(codesOf([await call])).toEqual(new Set(['ERR_TAB_MOVED']));
    expect(await hitsOf(scene, scene.bank.origin)).toEqual([]);
  });

  test('A kept picture of a site that may be seen no more is given to no page.', async () => {
    await scene.grant('allow', 'browser:files', scene.shop.origin);
    await scene.revoke('deny', 'browser:activeTab.screenshot', scene.bank.origin);
    await scene.grant('allow', 'browser:navigate', scene.bank.origin);
    const allowed = await scene.grant('allow', 'browser:activeTab.screenshot', scene.bank.origin);
    const tabId = await scene.open(claude, `${scene.bank.origin}/`);
    const { text } = await imageIdOf(claude, tabId);
    await scene.hub.request('grants:revoke', { grantId: allowed });
    await claude.call('navigate', { tabId, url: `${scene.shop.origin}/` });
    const upload = await claude.call('upload_image', { tabId, imageId: text, selector: '#field' });
    expect(upload.text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
  });
});

async function imageIdOf(agent: Agent, tabId: number): Promise<{ text: string }> {
  const result = await agent.client.callTool({ name: 'computer', arguments: { action: 'screenshot', tabId } });
  return { text: /img_\w+/.exec(JSON.stringify(result.content))?.[0] ?? '' };
}
