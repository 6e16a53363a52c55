// Pages of a real Chromium while no hub is there: what the companion answers by itself, its own question, and the hub that comes in the end.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { CompanionHub } from '../integration/native-host/companion-hub.ts';
import { createHubHome, type HubHome } from '../integration/native-host/hub-home.ts';
import { companionWorker, installRelay, launchChromium } from '../support/chromium.ts';
import { until } from '../support/panel-client.ts';
import { PlayedPages } from '../support/played-pages.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { picturesForDocs } from './own-pages-scene.ts';
import { servePlainSite } from './plain-site.ts';
import type { BrowserContext, Page } from 'playwright';
import type { PlainSite } from './plain-site.ts';

/** Where pictures are kept for whoever looks; nowhere when absent. */
const pictures = process.env['PILOTHOUSE_OWN_PAGES_PICTURES'];
const picture = async (page: Page, name: string) =>
  pictures === undefined ? undefined : page.screenshot({ path: join(pictures, `alone-${name}.png`) });

const questionUrl = `chrome-extension://${extensionIds.chromium}/alone-question.html`;

describeWith(['chromium'], 'a page in Chromium without a hub', () => {
  let hub: HubHome;
  let site: PlainSite;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    const build = ['build.mjs', '--if-stale', 'extension', 'relay'];
    await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
    hub = await createHubHome();
    site = await servePlainSite();
    const userDataDir = join(hub.home, 'profile');
    await installRelay(userDataDir, join(repositoryRoot, 'dist/relay/relay.cjs'), hub.home);
    context = await launchChromium({ extensionDir: join(repositoryRoot, 'dist/extension/chromium'), userDataDir });
    // Only what is registered by then runs in a page.
    const worker = await companionWorker(context);
    const registered = () => worker.evaluate(async () => (await chrome.scripting.getRegisteredContentScripts()).length);
    await until(async () => (await registered()) > 0, 'the API is registered');
    page = await context.newPage();
    await page.goto(site.origin);
  });
  afterAll(async () => {
    await context?.close();
    await site?.close();
    await hub?.remove();
  });

  /** What a body of an async function comes to in the page. */
  const run = (body: string): Promise<unknown> =>
    page.evaluate(`(async () => { ${body} })().catch(error => ({ code: error.code, message: error.message }))`);
  const question = async (): Promise<Page> => {
    const find = () => context.pages().find(one => one.url() === questionUrl);
    await until(async () => find() !== undefined, 'the companion asks');
    return find()!;
  };
  /** Its button may be clicked once the question has stood there for a moment. The window may be gone before the click has come back. */
  const click = (window: Page, id: string) =>
    Promise.all([window.waitForEvent('close'), window.click(`#${id}`).catch(() => {})]);

  test('it hears what is missing, and what its user can do', async () => {
    expect(await run(`return agent.capabilities()`)).toMatchObject({
      llm: { available: false },
      agents: { available: false },
      missing: expect.stringContaining('Start Pilothouse'),
    });
    for (const call of [
      'ai.createTextSession()',
      'agent.sessions.list()',
      `agent.mcp.register({ url: '/mcp', name: 'x' })`,
    ])
      expect(await run(`return ${call}`)).toMatchObject({
        code: 'ERR_SERVER_UNAVAILABLE',
        message: expect.stringMatching(/^Pilothouse is not connected, so .*Start Pilothouse/),
      });
  });

  test('it is asked about by its origin, where only a click of its user answers, and has its own tools', async () => {
    await run(
      `navigator.modelContext.addTool({ name: 'add', description: 'Adds', inputSchema: { type: 'object' }, handler: ({ a, b }) => a + b })`,
    );
    const asked = run(
      `return agent.requestPermissions({ scopes: ['mcp:tools.list', 'browser:navigate'], reason: 'I am your bank' })`,
    );
    const window = await question();
    await expect.poll(() => window.locator('#who').textContent()).toContain(site.origin);
    expect(await window.locator('#reason').textContent()).toContain('I am your bank');
    expect(await window.locator('#scopes input').count()).toBe(1);
    // A script is nobody's hand.
    await window.locator('#once:enabled').waitFor();
    await window.evaluate(() => document.getElementById('always')?.click());
    expect(await run(`return (await agent.permissions.list()).scopes['mcp:tools.list']`)).toBe('not-granted');
    await click(window, 'once');
    expect(await asked).toMatchObject({
      granted: false,
      scopes: { 'mcp:tools.list': 'granted-once', 'browser:navigate': 'not-granted' },
      missing: { scopes: ['browser:navigate'] },
    });
    expect(await run(`return (await agent.tools.list()).map(({ name }) => name)`)).toEqual(['page/add']);
    expect(await run(`return agent.tools.call({ tool: 'page/add', args: { a: 2, b: 3 } })`)).toBe(5);
    expect(await run(`return agent.tools.call({ tool: 'time/now', args: {} })`)).toMatchObject({
      code: 'ERR_TOOL_NOT_FOUND',
      message: expect.stringContaining('Start Pilothouse'),
    });
  });

  test('a page that goes on to another address loses its question', async () => {
    await page.evaluate(
      () =>
        void (window as { agent?: { requestPermissions(ask: object): unknown } }).agent?.requestPermissions({
          scopes: ['model:list'],
        }),
    );
    const window = await question();
    await Promise.all([window.waitForEvent('close'), page.goto(`${site.origin}/next`)]);
    expect(await run(`return (await agent.permissions.list()).scopes['model:list']`)).toBe('not-granted');
    // It was allowed once, in this tab and of this origin.
    expect(await run(`return (await agent.permissions.list()).scopes['mcp:tools.list']`)).toBe('granted-once');
    await page.goto(site.otherOrigin);
    await page.goto(site.origin);
    expect(await run(`return (await agent.permissions.list()).scopes['mcp:tools.list']`)).toBe('not-granted');
  });

  test('the side panel shows what its site was allowed without a hub, and takes it back with one click', async () => {
    const asked = run(`return agent.requestPermissions({ scopes: ['mcp:tools.list', 'model:list'] })`);
    const window = await question();
    await picture(window, 'question');
    await picturesForDocs(window, 'alone-question');
    await click(window, 'always');
    await asked;
    const panel = await context.newPage();
    await panel.setViewportSize({ width: 360, height: 800 });
    await panel.goto(`chrome-extension://${extensionIds.chromium}/side-panel.html`);
    const rows = panel.locator('.gl li');
    await expect
      .poll(() => rows.allTextContents())
      .toEqual(['may list modelsalwaysRevoke', 'may list toolsalwaysRevoke']);
    await picture(panel, 'side-panel');
    await picturesForDocs(panel, 'alone-side-panel');
    await rows.filter({ hasText: 'list tools' }).getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => rows.allTextContents()).toEqual(['may list modelsalwaysRevoke']);
    await panel.close();
    expect(await run(`return (await agent.permissions.list()).scopes`)).toMatchObject({
      'mcp:tools.list': 'not-granted',
      'model:list': 'granted-always',
    });
  });

  test('it has the model of its browser, where that has one, once its user says so', async () => {
    const worker = await companionWorker(context);
    await worker.evaluate(() => {
      Object.assign(globalThis, {
        LanguageModel: {
          availability: async () => 'available',
          create: async ({ initialPrompts = [] }) => ({
            promptStreaming: (prompts: { content: string }[]) =>
              new ReadableStream({
                start: controller => {
                  for (const piece of ['You said ', prompts[0]?.content, ` after ${initialPrompts.length}.`])
                    controller.enqueue(piece);
                  controller.close();
                },
              }),
            destroy: () => {},
          }),
        },
      });
    });
    expect(await run(`return [await ai.canCreateTextSession(), await ai.runtime.getBest()]`)).toEqual([
      'readily',
      'chrome',
    ]);
    const answered = run(`
      const session = globalThis.session = await ai.createTextSession({ systemPrompt: 'Be brief.' });
      const first = await session.prompt('Hi');
      let second = '';
      for await (const piece of session.promptStreaming('More')) second += piece;
      return [first, second];`);
    await click(await question(), 'always');
    expect(await answered).toEqual(['You said Hi after 1.', 'You said More after 3.']);
  });

  test('a hub that comes serves it without a reload, and knows nothing of what was allowed', async () => {
    await hub.listen();
    await until(() => hub.peers.length > 0, 'the companion comes');
    const companion = new CompanionHub(hub.peers[0]!.connection);
    const pages = new PlayedPages(companion);
    const hello = await companion.hear(said => said.method === 'hello');
    companion.reply(hello.id, { state: 'approved', name: 'Test', pairKey: 'k'.repeat(64) });
    await companion.hear(said => said.method === 'tabs');
    expect(await run(`return agent.permissions.list()`)).toEqual({ type: 'agent.permissions.list', payload: {} });
    const told = JSON.stringify(pages.opened);
    expect(told).toContain(site.origin);
    expect(told).not.toContain('granted');
    pages.answer = () => {
      throw new Error('No such session.');
    };
    expect(await run(`return session.prompt('Again')`)).toMatchObject({ message: expect.stringContaining('No such') });
    await hub.stop();
    await expect
      .poll(() => run(`return agent.capabilities()`), { timeout: 10_000 })
      .toMatchObject({ missing: expect.stringContaining('Start Pilothouse') });
  });

  test('what the address bar answers stands in a window of its own, as text, and is read once', async () => {
    const worker = await companionWorker(context);
    const shown = async (id: string, answer: object) => {
      await worker.evaluate(([key, kept]) => chrome.storage.session.set({ [key]: kept }), [
        `omnibox answer ${id}`,
        answer,
      ] as const);
      const window = await context.newPage();
      await window.setViewportSize({ width: 520, height: 360 });
      await window.goto(`chrome-extension://${extensionIds.chromium}/omnibox-answer.html#${id}`);
      await expect.poll(() => window.locator('#head').textContent()).not.toBe('');
      return window;
    };
    const text = 'Order 4711 is on its way.\n<b>It comes on Friday.</b>';
    const answer = await shown('one', { kind: 'show', text, origin: 'https://orders.shop.example' });
    expect([await answer.locator('h1').textContent(), await answer.locator('#text').textContent()]).toEqual([
      'Answer',
      text,
    ]);
    expect(await answer.locator('#who').textContent()).toBe('https://orders.shop.example');
    await picturesForDocs(answer, 'address-bar-answer');
    await picture(answer, 'address-bar-answer');
    const kept = () => worker.evaluate(async () => Object.keys(await chrome.storage.session.get(null)));
    expect((await kept()).filter(key => key.startsWith('omnibox answer'))).toEqual([]);
    const away = await shown('two', { kind: 'words', words: 'omniboxAway' });
    expect(await away.locator('#text').textContent()).toMatch(/^Pilothouse is not connected .* start it/);
    await picture(away, 'address-bar-away');
    for (const window of [answer, away]) await window.close();
  });

  test('the pop-up shows what was decided, and takes it back', async () => {
    const popup = await context.newPage();
    await popup.goto(`chrome-extension://${extensionIds.chromium}/popup.html`);
    await expect
      .poll(() => popup.locator('#decidedList li').allTextContents())
      .toEqual([expect.stringContaining(site.origin)]);
    await popup.click('#decidedList button');
    await expect.poll(() => popup.locator('#decided').isHidden()).toBe(true);
    await popup.close();
    expect(await run(`return (await agent.permissions.list()).scopes['model:prompt']`)).toBe('not-granted');
  });
});
