// What a page does with the Web Agent API the whole way: its own script, the companion, the hub, a model, a server, and its user's answers.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { wellBehaved } from '../integration/harbor/harbor-a-scene.ts';
import { answerNext } from '../integration/web-agent/page-scene.ts';
import { calls, says, saysInPieces } from '../support/models/script.ts';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type BrowserKind, openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';
import type { PageFlags } from '../../contract/web-agent.ts';
import type { Firefox } from '../support/firefox.ts';

const allOn: PageFlags = {
  ...{ textGeneration: true, toolAccess: true, toolCalling: true },
  ...{ browserInteraction: true, browserControl: true, multiAgent: true },
};

interface Listed {
  readonly id: number;
  readonly windowId: number;
  readonly canControl: boolean;
}

export function pagesStories(kind: BrowserKind): void {
  describeWith([kind], `pages in ${kind}`, () => {
    let pages: PagesInBrowser;
    /** What the user answers next, as it comes. */
    const answered = (answer: Parameters<typeof answerNext>[1] = {}) => answerNext(pages, answer);
    const value = async (body: string) => {
      const end = await pages.run(body);
      if (!end.ok) throw new Error(`${body}: ${String(end.code)} ${end.message}`);
      return end.value;
    };

    beforeAll(async () => {
      pages = await openPagesInBrowser(kind);
      await pages.scene.addServer('well', [wellBehaved]);
    });
    afterAll(() => pages?.close());

    test('the API is there before the first script of the page', async () => {
      expect(await pages.read('JSON.stringify(window.wrappedJSObject ? null : window.first)')).not.toBeUndefined();
      expect(await value('return window.first')).toEqual({
        ai: 'object',
        agent: 'object',
        harbor: 'object',
        tools: 'object',
      });
    });

    test('a session asks its user, prompts and streams', async () => {
      pages.model.script(says('Hello from the model'));
      const prompted = value('const s = await ai.createTextSession(); return s.prompt("Hi")');
      await answered();
      expect(await prompted).toBe('Hello from the model');
      pages.model.script(saysInPieces(['one ', 'two']));
      expect(
        await value(
          'const s = await ai.createTextSession(); let text = ""; const types = []; for await (const c of s.promptStreaming("Count")) { text += c; types.push(c.type); } return { text, types }',
        ),
      ).toEqual({ text: 'one two', types: ['token', 'token'] });
    });

    test('what a page lacks it is told as an Error with a code', async () => {
      const end = await pages.run('return agent.tools.list()');
      expect(end).toMatchObject({ ok: false, code: 'ERR_SCOPE_REQUIRED', isError: true });
      expect(end).toMatchObject({ message: expect.stringContaining('Permission') });
    });

    test('tools are asked for, listed and called', async () => {
      const asked = value(
        'return agent.requestPermissions({ scopes: ["mcp:tools.list", "mcp:tools.call"], tools: ["well/echo"], reason: "To echo" })',
      );
      await answered({ tools: ['well/echo'] });
      expect(await asked).toMatchObject({ granted: true, allowedTools: ['well/echo'] });
      expect(await value('return agent.tools.list()')).toContainEqual(expect.objectContaining({ name: 'well/echo' }));
      expect(await value('return agent.tools.call({ tool: "well/echo", args: { message: "hi" } })')).toMatchObject({
        content: [{ type: 'text' }],
      });
    });

    test('a run is one after the user has switched it on', async () => {
      expect(await pages.run('for await (const e of agent.run({ task: "x" })) return e')).toMatchObject({
        code: 'ERR_FEATURE_DISABLED',
      });
      await pages.panel.request('sites:rules', { change: { flags: allOn } });
      const granted = value('return agent.requestPermissions({ scopes: ["model:tools"] })');
      await answered();
      await granted;
      pages.model.script(calls('well__echo', { message: 'ping' }), says('It said ping.'));
      const events = await value(
        'const events = []; for await (const e of agent.run({ task: "Echo ping with the echo tool" })) events.push(e); return events',
      );
      expect(events).toEqual(
        expect.arrayContaining([expect.objectContaining({ type: 'tool_call', tool: 'well/echo' })]),
      );
      expect((events as unknown[]).at(-1)).toMatchObject({ type: 'final', output: 'It said ping.' });
    });

    test('it reads itself, fills in, selects and clicks', async () => {
      const asked = value(
        'return agent.requestPermissions({ scopes: ["browser:activeTab.read", "browser:activeTab.interact", "browser:activeTab.screenshot"] })',
      );
      await answered();
      await asked;
      expect(await value('return agent.browser.activeTab.readability()')).toMatchObject({
        title: 'The shop',
        text: expect.stringContaining('Fine things.'),
      });
      const elements = (await value('return agent.browser.activeTab.getElements()')) as { ref: string }[];
      expect(elements.map(({ ref }) => ref)).toEqual(['#name', '#secret', '#size', '#buy']);
      expect(JSON.stringify(elements)).not.toContain('hidden');
      expect(await value('return agent.browser.activeTab.fill("#name", "Ada")')).toEqual({ success: true });
      expect(await value('return agent.browser.activeTab.select("#size", "l")')).toEqual({ success: true });
      expect(await value('return agent.browser.activeTab.click("#buy")')).toEqual({ success: true });
      expect(
        await value(
          'const q = s => document.querySelector(s); return [q("#name").value, q("#size").value, q("#buy").dataset.bought]',
        ),
      ).toEqual(['Ada', 'l', 'yes']);
      expect(await pages.run('return agent.browser.activeTab.click("#none")')).toMatchObject({
        code: 'ERR_ELEMENT_NOT_FOUND',
      });
      expect(
        await value(
          'const p = await agent.browser.activeTab.screenshot(); return [String(p).slice(0, 15), p.dataUrl.slice(0, 15)]',
        ),
      ).toEqual(['data:image/png;', 'data:image/png;']);
    });

    test('it opens a tab of its own, reads there and closes it, and no other', async () => {
      const asked = value('return agent.requestPermissions({ scopes: ["browser:tabs.create", "browser:tabs.read"] })');
      await answered();
      await asked;
      const tab = (await value(`return agent.browser.tabs.create({ url: location.origin + "/" })`)) as { id: number };
      expect(tab).toMatchObject({ canControl: true });
      await value(`return agent.browser.tab.waitForLoad(${tab.id})`);
      expect(await value(`return agent.browser.tab.readability(${tab.id})`)).toMatchObject({ title: 'The shop' });
      const listed = (await value('return agent.browser.tabs.list()')) as Listed[];
      expect(listed.every(({ windowId }) => Number.isSafeInteger(windowId) && windowId > 0)).toBe(true);
      expect(listed.filter(({ canControl }) => canControl).map(({ id }) => id)).toEqual([tab.id]);
      const others = listed.filter(({ canControl }) => !canControl);
      expect(await pages.run(`return agent.browser.tab.readability(${others[0]?.id})`)).toMatchObject({
        code: 'ERR_PERMISSION_DENIED',
      });
      expect(await value(`return agent.browser.tabs.close(${tab.id})`)).toBe(true);
    });

    test('this machine is fetched from only with a permission for that very address', async () => {
      const asked = value('return agent.requestPermissions({ scopes: ["web:fetch"] })');
      await answered();
      await asked;
      const fetched = pages.run('return agent.fetch(location.origin + "/")');
      await pages.panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'its user is asked');
      const [prompt] = Object.values(pages.panel.snapshot.prompts);
      expect(prompt).toMatchObject({ scope: 'web:fetch', site: pages.origin });
      await pages.panel.request('prompts:answer', {
        promptId: prompt?.id ?? '',
        effect: 'allow',
        lifetime: 'use',
        breadth: 'tool',
      });
      expect(await fetched).toMatchObject({ ok: true, value: { ok: true, status: 200 } });
    });

    test('what is typed in the address bar is suggested for by an open page, and what is chosen is opened', async () => {
      const asked = value('return agent.requestPermissions({ scopes: ["addressBar:suggest"] })');
      await answered();
      await asked;
      await value(`return agent.addressBar.registerProvider({
        id: 'goods', name: 'Goods', description: 'Finds goods', triggers: [{ type: 'prefix', value: 'buy ' }],
        onQuery: ({ query }) => [
          { id: 'one', type: 'url', title: '<b>' + query + '</b> & more', url: location.origin + '/?one', confidence: 0.9 },
          { id: 'two', type: 'url', title: 'Two', url: location.origin + '/?two', confidence: 0.8 },
        ],
      })`);
      const two = `Two · ${pages.origin}`;
      // A busy machine may be slower than anybody waits; then it is typed again.
      await until(async () => (await pages.addressBar.type('buy shoes')).includes(two), 'the page suggests');
      await pages.addressBar.choose(two);
      const shown = () => pages.read('location.search').catch(() => 'on its way');
      await until(async () => (await shown()) === '?two', 'it is opened in the tab');
    });

    test('an answer that is chosen in the address bar is shown in a window of its own, as text', async () => {
      await pages.goTo(`${pages.origin}/?answers`);
      const text = '<img src=x onerror=alert(1)> 42';
      await value(`return agent.addressBar.registerProvider({
        id: 'answers', name: 'Answers', description: 'Knows all', triggers: [{ type: 'prefix', value: 'why ' }],
        onQuery: () => ['One', 'Two'].map((title, at) => (
          { id: title, type: 'answer', title, confidence: 0.9 - at / 10, answer: { text: ${JSON.stringify(text)} } }
        )),
      })`);
      const two = `Two · ${pages.origin}`;
      await until(async () => (await pages.addressBar.type('why so')).includes(two), 'the page suggests');
      const context = pages.page?.context();
      const opened = context?.waitForEvent('page');
      await pages.addressBar.choose(two);
      const shown = await opened;
      await until(async () => (await shown?.textContent('#text')) === (shown && text), 'the answer is shown');
      expect(await shown?.locator('img').count()).toBe(shown && 0);
      await shown?.close();
    });

    test('files are served where the user says so', async () => {
      const file = join(pages.scene.place.folder, 'page.html');
      await writeFile(file, '<!doctype html><title>File</title>');
      const has = async () => {
        await pages.goTo(`file://${file}`);
        return pages.read(`typeof agent !== 'undefined'`);
      };
      expect(await has()).toBe(false);
      await pages.panel.request('sites:rules', { change: { files: true } });
      // Firefox lets add-ons into files where its user says so too, at any time; Chromium lets one in that comes from a folder.
      if (pages.firefox) {
        expect(await has()).toBe(false);
        await letIntoFiles(pages.firefox);
      }
      await expect.poll(has).toBe(true);
      expect(await pages.read(`agent.permissions.list().then(({ origin }) => origin)`)).toBe('file://');
      await pages.panel.request('sites:rules', { change: { files: false } });
      const refused = `agent.permissions.list().then(() => 'served', ({ code }) => code)`;
      await expect.poll(() => pages.read(refused)).toBe('ERR_PERMISSION_DENIED');
      await expect.poll(has).toBe(false);
    });
  });
}

/** As its user does in about:addons, under the permissions of the companion. */
async function letIntoFiles({ remote }: Firefox): Promise<void> {
  await remote.evaluateInBrowser(`
    const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
    const id = ${JSON.stringify(extensionIds.firefox)};
    const files = { permissions: ['internal:fileSchemeAllowed'], origins: [], data_collection: [] };
    return ExtensionPermissions.add(id, files, WebExtensionPolicy.getByID(id).extension);`);
}
