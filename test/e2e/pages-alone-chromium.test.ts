// Pages of a real Chromium while no hub is there: what the companion answers by itself, its own question, and the hub that comes in the end.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { AloneChromium } from './alone-chromium-scene.ts';
import { picturesForDocs } from './own-pages-scene.ts';
import type { Page } from 'playwright';

/** Where pictures are kept for whoever looks; nowhere when absent. */
const pictures = process.env['PILOTHOUSE_OWN_PAGES_PICTURES'];
const picture = async (page: Page, name: string) =>
  pictures === undefined ? undefined : page.screenshot({ path: join(pictures, `alone-${name}.png`) });

describeWith(['chromium'], 'a page in Chromium without a hub', () => {
  let alone: AloneChromium;
  beforeAll(async () => void (alone = await AloneChromium.open()));
  afterAll(() => alone?.close());

  test('it hears what is missing, and what its user can do', async () => {
    expect(await alone.run(`return agent.capabilities()`)).toMatchObject({
      llm: { available: false },
      agents: { available: false },
      missing: expect.stringContaining('Start Pilothouse'),
    });
    for (const call of [
      'ai.createTextSession()',
      'agent.sessions.list()',
      `agent.mcp.register({ url: '/mcp', name: 'x' })`,
    ])
      expect(await alone.run(`return ${call}`)).toMatchObject({
        code: 'ERR_SERVER_UNAVAILABLE',
        message: expect.stringMatching(/^Pilothouse is not connected, so .*Start Pilothouse/),
      });
  });

  test('it is asked about by its origin, where only a click of its user answers, and has its own tools', async () => {
    await alone.run(
      `navigator.modelContext.addTool({ name: 'add', description: 'Adds', inputSchema: { type: 'object' }, handler: ({ a, b }) => a + b })`,
    );
    const asked = alone.run(
      `return agent.requestPermissions({ scopes: ['mcp:tools.list', 'browser:navigate'], reason: 'I am your bank' })`,
    );
    const window = await alone.question();
    await expect.poll(() => window.locator('#who').textContent()).toContain(alone.site.origin);
    expect(await window.locator('#reason').textContent()).toContain('I am your bank');
    expect(await window.locator('#scopes input').count()).toBe(1);
    // A script is nobody's hand.
    await window.locator('#once:enabled').waitFor();
    await window.evaluate(() => document.getElementById('always')?.click());
    expect(await alone.run(`return (await agent.permissions.list()).scopes['mcp:tools.list']`)).toBe('not-granted');
    await alone.answer(window, 'once');
    expect(await asked).toMatchObject({
      granted: false,
      scopes: { 'mcp:tools.list': 'granted-once', 'browser:navigate': 'not-granted' },
      missing: { scopes: ['browser:navigate'] },
    });
    expect(await alone.run(`return (await agent.tools.list()).map(({ name }) => name)`)).toEqual(['page/add']);
    expect(await alone.run(`return agent.tools.call({ tool: 'page/add', args: { a: 2, b: 3 } })`)).toBe(5);
    expect(await alone.run(`return agent.tools.call({ tool: 'time/now', args: {} })`)).toMatchObject({
      code: 'ERR_TOOL_NOT_FOUND',
      message: expect.stringContaining('Start Pilothouse'),
    });
  });

  test('a page that goes on to another address loses its question', async () => {
    await alone.page.evaluate(
      () =>
        void (window as { agent?: { requestPermissions(ask: object): unknown } }).agent?.requestPermissions({
          scopes: ['model:list'],
        }),
    );
    const window = await alone.question();
    await Promise.all([window.waitForEvent('close'), alone.page.goto(`${alone.site.origin}/next`)]);
    expect(await alone.run(`return (await agent.permissions.list()).scopes['model:list']`)).toBe('not-granted');
    // It was allowed once, in this tab and of this origin.
    expect(await alone.run(`return (await agent.permissions.list()).scopes['mcp:tools.list']`)).toBe('granted-once');
    await alone.page.goto(alone.site.otherOrigin);
    await alone.page.goto(alone.site.origin);
    expect(await alone.run(`return (await agent.permissions.list()).scopes['mcp:tools.list']`)).toBe('not-granted');
  });

  test('the side panel shows what its site was allowed without a hub, and takes it back with one click', async () => {
    const asked = alone.run(`return agent.requestPermissions({ scopes: ['mcp:tools.list', 'model:list'] })`);
    const window = await alone.question();
    await picture(window, 'question');
    await picturesForDocs(window, 'alone-question');
    await alone.answer(window, 'always');
    await asked;
    const panel = await alone.openOwn('side-panel.html');
    await panel.setViewportSize({ width: 360, height: 800 });
    const rows = panel.locator('.gl li');
    await expect
      .poll(() => rows.allTextContents())
      .toEqual(['may list modelsalwaysRevoke', 'may list toolsalwaysRevoke']);
    await picture(panel, 'side-panel');
    await picturesForDocs(panel, 'alone-side-panel');
    await rows.filter({ hasText: 'list tools' }).getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => rows.allTextContents()).toEqual(['may list modelsalwaysRevoke']);
    await panel.close();
    expect(await alone.run(`return (await agent.permissions.list()).scopes`)).toMatchObject({
      'mcp:tools.list': 'not-granted',
      'model:list': 'granted-always',
    });
  });

  test('it has the model of its browser, where that has one, once its user says so', async () => {
    const worker = await alone.worker();
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
    expect(await alone.run(`return [await ai.canCreateTextSession(), await ai.runtime.getBest()]`)).toEqual([
      'readily',
      'chrome',
    ]);
    const answered = alone.run(`
      const session = globalThis.session = await ai.createTextSession({ systemPrompt: 'Be brief.' });
      const first = await session.prompt('Hi');
      let second = '';
      for await (const piece of session.promptStreaming('More')) second += piece;
      return [first, second];`);
    await alone.answer(await alone.question(), 'always');
    expect(await answered).toEqual(['You said Hi after 1.', 'You said More after 3.']);
  });

  test('a hub that comes serves it without a reload, and knows nothing of what was allowed', async () => {
    const pages = await alone.hubComes();
    expect(await alone.run(`return agent.permissions.list()`)).toEqual({ type: 'agent.permissions.list', payload: {} });
    const told = JSON.stringify(pages.opened);
    expect(told).toContain(alone.site.origin);
    expect(told).not.toContain('granted');
    pages.answer = () => {
      throw new Error('No such session.');
    };
    expect(await alone.run(`return session.prompt('Again')`)).toMatchObject({
      message: expect.stringContaining('No such'),
    });
    await alone.hub.stop();
    await expect
      .poll(() => alone.run(`return agent.capabilities()`), { timeout: 10_000 })
      .toMatchObject({ missing: expect.stringContaining('Start Pilothouse') });
  });

  test('what the address bar answers stands in a window of its own, as text, and is read once', async () => {
    const worker = await alone.worker();
    const shown = async (id: string, answer: object) => {
      await worker.evaluate(([key, kept]) => chrome.storage.session.set({ [key]: kept }), [
        `omnibox answer ${id}`,
        answer,
      ] as const);
      const window = await alone.openOwn(`omnibox-answer.html#${id}`);
      await window.setViewportSize({ width: 520, height: 360 });
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
    const popup = await alone.openOwn('popup.html');
    await expect
      .poll(() => popup.locator('#decidedList li').allTextContents())
      .toEqual([expect.stringContaining(alone.site.origin)]);
    expect(await popup.locator('#decidedList button').getAttribute('aria-label')).toMatch(/^Forget: http/);
    await popup.click('#decidedList button');
    await expect.poll(() => popup.locator('#decided').isHidden()).toBe(true);
    await popup.close();
    expect(await alone.run(`return (await agent.permissions.list()).scopes['model:prompt']`)).toBe('not-granted');
  });
});
