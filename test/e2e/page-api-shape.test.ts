// What a page sees of the Web Agent API before it uses it: names, marks, events, and that nothing of it can be changed.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageFlags } from '../../contract/web-agent.ts';
import { describeWith } from '../support/provided.ts';
import { allOff, allOn, builtFolder, openPageApiScene, outcome, type PageApiScene } from './page-api-scene.ts';
import type { Page } from 'playwright';

let scene: PageApiScene;

const descriptor = (page: Page, name: string, on = 'window') =>
  page.evaluate(`(() => {
    const { value, ...rest } = Object.getOwnPropertyDescriptor(${on}, '${name}') ?? {};
    return { ...rest, type: typeof value };
  })()`);

const events = ['harbor-discovered', 'harbor-provider-ready', 'agent-ready'];
/** Heard by a script of the page itself. */
const hearing = `<script>
  window.heard = [];
  for (const name of ${JSON.stringify(events)})
    addEventListener(name, event => heard.push([name, event.detail, typeof window.agent, Object.isFrozen(event.detail)]));
</script>`;

describeWith(['chromium'], 'the page API as it stands in a page', () => {
  beforeAll(async () => {
    scene = await openPageApiScene();
  });
  afterAll(() => scene?.close());

  test('names are there for the first script of the page, and only those that pages use themselves can be replaced', async () => {
    const page = await scene.open({
      html: '<script>window.first = [typeof ai, typeof agent, typeof harbor];</script>',
    });
    expect(await page.evaluate('window.first')).toEqual(['object', 'object', 'object']);
    const shape = { type: 'object', writable: false, enumerable: true };
    for (const name of ['ai', 'agent', 'harbor'])
      expect(await page.evaluate(`Reflect.ownKeys(Object.getOwnPropertyDescriptor(window, '${name}')).join()`)).toBe(
        'get,set,enumerable,configurable',
      );
    expect(await descriptor(page, '__harbor')).toEqual({ ...shape, configurable: false });
    expect(
      await page.evaluate(() => {
        const { get, ...rest } = Object.getOwnPropertyDescriptor(navigator, 'modelContext')!;
        return { ...rest, get: typeof get };
      }),
    ).toEqual({ get: 'function', enumerable: true, configurable: false });
    expect(await outcome(page, `[harbor.ai === window.ai, harbor.agent === window.agent]`)).toEqual([true, true]);
    expect(await outcome(page, `({ ...harbor, ai: 0, agent: 0, of: window.__harbor })`)).toEqual({
      ...{ ai: 0, agent: 0, version: '1.0.0', chromeAiDetected: false },
      of: { version: '0.1.0', extensionId: 'unknown', installed: true },
    });
    await page.close();
  });

  test('a script of the page may have its own variable of such a name', async () => {
    const page = await scene.open({
      html: `<script>let ai = 1; const agent = 2; var harbor = 3; window.own = [ai, agent, harbor];</script>`,
    });
    expect(await page.evaluate('window.own')).toEqual([1, 2, 3]);
    await page.close();
  });

  test('what a script that knows nothing of the API assigns is what it reads', async () => {
    const page = await scene.open({
      html: `<script>var agent = navigator.userAgent; window.own = [typeof agent, typeof harbor.agent];</script>`,
    });
    expect(await page.evaluate('window.own')).toEqual(['string', 'object']);
    await page.close();
  });

  test('all objects and functions are frozen', async () => {
    const page = await scene.open({ flags: allOn });
    const open = await page.evaluate(() => {
      const found: string[] = [];
      const seen = new Set<unknown>();
      const look = (value: unknown, name: string): void => {
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
        // A list is made anew each time, and the page's own.
        if (Array.isArray(value)) return;
        seen.add(value);
        if (!Object.isFrozen(value)) found.push(name);
        for (const key of Object.getOwnPropertyNames(value))
          look((value as Record<string, unknown>)[key], `${name}.${key}`);
      };
      look((window as unknown as { harbor: unknown }).harbor, 'harbor');
      look((navigator as unknown as { modelContext: unknown }).modelContext, 'modelContext');
      look((window as unknown as { __harbor: unknown }).__harbor, '__harbor');
      return [found, seen.size > 100];
    });
    expect(open).toEqual([[], true]);
    await page.close();
  });

  test('what pages and browsers have of these names already is kept, and ours is reachable', async () => {
    const before = `
      window.ai = { languageModel: {} };
      window.agent = 'mine';
      Object.defineProperty(Navigator.prototype, 'modelContext', { get: () => 'native' });`;
    const page = await scene.open({ before, html: hearing });
    const kept = `[window.agent, navigator.modelContext, 'languageModel' in window.ai, 'providers' in window.ai]`;
    expect(await outcome(page, kept)).toEqual(['mine', 'native', true, false]);
    const ours = `[harbor.chromeAiDetected, 'providers' in harbor.ai, harbor.ai.runtime.chrome === window.ai, harbor.ai.runtime.harbor === harbor.ai]`;
    expect(await outcome(page, ours)).toEqual([true, true, true, true]);
    expect(await outcome(page, 'harbor.ai.runtime.getBest()')).toBe('chrome');
    await expect.poll(() => page.evaluate('window.heard.length')).toBe(3);
    const [, second] = (await page.evaluate('window.heard')) as [string, object][];
    expect(second![1]).toMatchObject({ chromeAiDetected: true, providers: { harbor: true, chrome: true } });
    await page.close();
  });

  test('the events of each generation are heard once by who listens in time, with all that any of them tells', async () => {
    const page = await scene.open({ html: hearing, flags: { multiAgent: true } });
    await expect.poll(() => page.evaluate('window.heard.length')).toBe(3);
    const detail = {
      ...{ version: '1.0.0', chromeAiDetected: false, chromeAiAvailable: false },
      features: { ...pageFlags, multiAgent: true },
      providers: { harbor: true, chrome: false },
    };
    expect(await page.evaluate('window.heard')).toEqual([
      [events[0], { version: '0.1.0', extensionId: 'unknown' }, 'object', true],
      [events[1], detail, 'object', true],
      [events[2], detail, 'object', true],
    ]);
    await page.close();
  });

  test('a listener that is added when the document is ready hears them too', async () => {
    const html = `<script>
      addEventListener('DOMContentLoaded', () => addEventListener('agent-ready', () => { window.isHeard = true; }));
    </script>`;
    const page = await scene.open({ html });
    await expect.poll(() => page.evaluate('window.isHeard')).toBe(true);
    await page.close();
  });

  test('the document is marked when the API is announced, and its flags are told there as they change', async () => {
    const read = `
      [document.documentElement.dataset.webAgentsContentScript, document.documentElement.dataset.harborContentScript,
       ...['web-agents-api-flags', 'harbor-feature-flags'].map(id => JSON.parse(document.getElementById(id).textContent))]`;
    const page = await scene.open({
      html: `<script>addEventListener('harbor-discovered', () => { window.first = ${read}; });</script>`,
      flags: { toolCalling: true },
    });
    const flags = { ...pageFlags, toolCalling: true };
    await expect.poll(() => page.evaluate('window.first')).toEqual(['true', 'true', flags, flags]);
    await page.evaluate(() => window.side.reply({ flags: { toolCalling: false, toolAccess: false, other: true } }));
    const changed = { ...pageFlags, toolAccess: false };
    await expect.poll(() => page.evaluate(read)).toEqual(['true', 'true', changed, changed]);
    await page.close();
  });

  test('a page that reserves scripts to trusted types is marked without a violation', async () => {
    const headers = {
      'content-security-policy': "require-trusted-types-for 'script'; default-src 'none'; script-src 'unsafe-inline'",
    };
    const before = `window.broken = []; addEventListener('securitypolicyviolation', event => broken.push(event.violatedDirective));`;
    const page = await scene.open({ headers, before });
    await expect
      .poll(() => page.evaluate(`document.getElementById('web-agents-api-flags')?.textContent`))
      .toBe(JSON.stringify(pageFlags));
    expect(await page.evaluate('window.broken')).toEqual([]);
    await page.close();
  });

  test('without texts there is no window.ai; one that comes with a flag stays', async () => {
    const page = await scene.open({ flags: allOff });
    expect(await page.evaluate('[typeof window.ai, typeof harbor.ai]')).toEqual(['undefined', 'object']);
    const told = (textGeneration: boolean) =>
      page.evaluate(on => window.side.reply({ flags: { textGeneration: on } }), textGeneration);
    await told(true);
    await expect.poll(() => page.evaluate('typeof window.ai')).toBe('object');
    await told(false);
    await expect.poll(() => outcome(page, 'ai.providers.list()')).toMatchObject({ code: 'ERR_FEATURE_DISABLED' });
    expect(await page.evaluate('window.ai === harbor.ai')).toBe(true);
    await page.close();
  });

  test('nothing is there for a page that is blocked, and the files of flags leave nothing behind', async () => {
    const entry = `window[Symbol.for('web-agent.flags')]`;
    const blocked = await scene.open({ before: `${entry} = { blocked: true };` });
    const names = `[typeof window.ai, typeof window.agent, typeof window.harbor, typeof navigator.modelContext, typeof window.__harbor]`;
    expect(await blocked.evaluate(names)).toEqual(Array(5).fill('undefined'));
    expect(
      await blocked.evaluate(
        `[typeof ${entry}, document.querySelectorAll('[id], [data-harbor-content-script]').length]`,
      ),
    ).toEqual(['undefined', 0]);
    await blocked.close();
    const page = await scene.open({ flags: allOn });
    expect(await page.evaluate(`Reflect.ownKeys(window).filter(key => typeof key === 'symbol')`)).toEqual([]);
    expect(await page.evaluate(`typeof ${entry}`)).toBe('undefined');
    await page.close();
  });

  test('pages without a secure context are served too', async () => {
    const page = await scene.open({ url: 'http://site.test/' });
    expect(await page.evaluate(`typeof crypto.randomUUID`)).toBe('undefined');
    await page.evaluate(() => (window.side.answers['agent.capabilities'] = { result: { version: '1' } }));
    expect(await outcome(page, 'Promise.all([agent.capabilities(), agent.capabilities()])')).toEqual(
      [1, 2].map(() => ({ version: '1' })),
    );
    await page.close();
  });

  test('the script is small, and one file for each flag tells that it is other than usual', () => {
    expect(fs.statSync(path.join(builtFolder, 'page-api.js')).size).toBeLessThan(20_480);
    const files = Object.entries(pageFlags).map(([name, usual]) => `${name}-${usual ? 'off' : 'on'}.js`);
    expect(fs.readdirSync(path.join(builtFolder, 'flags')).toSorted()).toEqual(files.toSorted());
  });
});
