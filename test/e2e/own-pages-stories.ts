// What a user does in the companion's own pages, in a real browser before a real hub: a page asks and is answered beside it, the side panel
// shows whose the tab is, what its site may, and asks about the page.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { says } from '../support/models/script.ts';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type OwnPages, ownPagesOf } from './own-pages-scene.ts';
import { type BrowserKind, openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';

/** Where pictures of them are kept for whoever looks; nowhere when absent. */
const pictures = process.env['PILOTHOUSE_OWN_PAGES_PICTURES'];

export function ownPagesStories(kind: BrowserKind): void {
  describeWith([kind], `the companion's own pages in ${kind}`, () => {
    let pages: PagesInBrowser;
    let own: OwnPages;
    const wish = (scopes: readonly string[], reason: string) =>
      pages.begin(`return await agent.requestPermissions(${JSON.stringify({ scopes, reason })})`);
    const picture = (page: { picture(file: string): Promise<void> }, name: string) =>
      pictures === undefined ? undefined : page.picture(join(pictures, `${kind}-${name}.png`));
    const newestChange = async () => (await pages.panel.request('audit:query', { filter: {}, count: 1 })).entries[0];

    beforeAll(async () => {
      pages = await openPagesInBrowser(kind);
      own = ownPagesOf(pages);
    });
    afterAll(() => pages?.close());

    test('A page asks, the window opens by itself, one click allows it, and it is closed again.', async () => {
      const end = await wish(['model:prompt', 'browser:activeTab.read'], 'To find the best plan for you.');
      const window = await own.window();
      await until(async () => (await window.text()).includes('Read this page'), 'it shows what is asked for');
      const text = await window.text();
      expect(text).toContain('This page wants to use your assistant');
      expect(text).toContain('The page says; nobody has checked it');
      expect(text).toContain('“To find the best plan for you.”');
      expect(text).toContain(`${pages.origin}, 2 scopes, 10 minutes.`);
      // By its title, and not by the browser's number.
      expect(text).toMatch(/, tab “[^”]+” in /);
      expect(text).toMatch(/until tab “[^”]+” closes or leaves/);
      await picture(window, 'window');
      await window.picturesForDocs('site-window');
      await window.click('[data-effect="allow"]');
      expect(await end()).toMatchObject({ ok: true, value: { granted: true } });
      await until(async () => !(await own.hasWindow()), 'the window is gone');
      expect(await newestChange()).toMatchObject({
        what: 'sites:answer',
        changedBy: expect.stringMatching(/^in the browser /),
      });
    });

    test('What is asked beside it joins the question, with a mark, and no tool is ticked unasked.', async () => {
      const first = await wish(['chat:open'], 'First.');
      const window = await own.window();
      await until(async () => (await window.text()).includes('Open the chat'), 'it shows the first');
      await wish(['mcp:tools.call'], 'Second.');
      await until(async () => (await window.text()).includes('Call tools'), 'it shows the second');
      expect(await window.read(`document.querySelectorAll('.scopes .tag').length`)).toBe(1);
      await picture(window, 'merged');
      await window.click('[data-effect="deny"]');
      void first;
      await until(async () => !(await own.hasWindow()), 'the window is gone');
    });

    test('A question that its page leaves says so, and nothing was granted.', async () => {
      await wish(['agents:discover'], 'Soon gone.');
      const window = await own.window();
      await until(async () => (await window.text()).includes('See agents'), 'it shows the question');
      await pages.goTo('about:blank');
      await until(async () => (await window.text()).includes('nothing was granted'), 'it says that the page is gone');
      await picture(window, 'gone');
      await window.click('[data-key="over"]');
      await until(async () => !(await own.hasWindow()), 'the window is gone');
      await pages.goTo(`${pages.origin}/`);
    });

    test('No window opens while a panel is in front, and none of our pages is a tab to anybody.', async () => {
      await pages.panel.request('panel:seen', { seen: true });
      const end = await wish(['agents:message'], 'Ask in the panel.');
      await pages.panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'the page asks');
      expect(await own.hasWindow()).toBe(false);
      await pages.panel.request('panel:seen', { seen: false });
      const window = await own.window();
      await until(async () => (await window.text()).includes('Exchange messages'), 'it shows the question');
      const addresses = Object.values(pages.panel.snapshot.tabs).map(({ url }) => url);
      expect(addresses.filter(url => url.includes('extension://'))).toEqual([]);
      await window.click('[data-effect="deny"]');
      expect(await end()).toMatchObject({ ok: true, value: { granted: false } });
    });

    test('The side panel shows the site, answers its question in place, and changes what it may.', async () => {
      const panel = await own.sidePanel();
      await until(async () => (await panel.text()).includes('Flags and tools'), 'it shows the site');
      const read = await wish(['browser:activeTab.read', 'model:prompt'], 'To read along.');
      await panel.click('[data-effect="allow"]');
      expect(await read()).toMatchObject({ ok: true, value: { granted: true } });
      await until(async () => (await panel.text()).includes('may read this page'), 'it shows what was allowed');
      expect(await panel.text()).toContain('No agent drives this tab');
      const end = await wish(['browser:navigate'], 'To show you the plan.');
      await until(async () => (await panel.text()).includes('Go to other addresses'), 'it shows the question');
      expect(await own.hasWindow()).toBe(false);
      const announced = () => panel.read(`document.querySelector('body > [role="status"]').textContent`);
      expect(await announced()).toBe(`This page wants to use your assistant: ${pages.origin}`);
      await picture(panel, 'panel-asks');
      await panel.click('[data-key="leave"]');
      await until(async () => !(await panel.text()).includes('Go to other addresses'), 'it is left waiting');
      expect(await announced()).toBe('');
      await panel.click('[data-key="waiting"]');
      await until(async () => (await panel.text()).includes('Go to other addresses'), 'the count shows it again');
      await panel.click('[data-effect="deny"]');
      expect(await end()).toMatchObject({ ok: true, value: { granted: false } });
      await until(async () => (await panel.text()).includes('may not go to other addresses'), 'it shows the denial');
      await panel.click('[data-key="flags"]');
      await panel.click('[data-key="flag-multiAgent"]');
      await until(() => pages.panel.snapshot.sites[pages.origin]?.flags.multiAgent === true, 'the flag is set');
      expect(await panel.text()).toContain('It has no tools of its own in this tab');
      await pages.run(`navigator.modelContext.addTool({
        name: 'find_plan', description: 'Finds a plan.', inputSchema: { type: 'object' }, handler: () => 'Basic' })`);
      await until(async () => (await panel.text()).includes('find_plan'), 'it shows a tool of the page');
      expect(await panel.text()).toContain('its own, offered to no agent here');
      await picture(panel, 'panel-flags');
      await pages.run(
        `navigator.modelContext.removeTool?.('find_plan') ?? navigator.modelContext.unregisterTool('find_plan')`,
      );
      await until(async () => !(await panel.text()).includes('find_plan'), 'the tool is gone');
      await panel.click('[data-key="flags"]');
      await panel.click('.gl .link');
      await until(async () => !(await panel.text()).includes('may generate text'), 'the first grant is gone');
    });

    // Chromium alone has pages of an agent's to bring to the front from here.
    if (kind === 'chromium')
      test('The side panel shows whose the tab is, and takes it over and gives it back.', async () => {
        const { scene, context, panel: hub, origin } = pages;
        const agent = await scene.httpAgent();
        const opened = agent.callTool({ name: 'tabs_create', arguments: { url: `${origin}/` } });
        await hub.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'its user is asked');
        const [promptId = ''] = Object.keys(hub.snapshot.prompts);
        await hub.request('prompts:answer', { promptId, effect: 'allow', lifetime: 'use', breadth: 'tool' });
        await opened;
        const tab = () => Object.values(hub.snapshot.tabs).find(({ owner }) => owner.kind === 'agent');
        await hub.waitFor(() => tab() !== undefined, 'the tab is the agent’s');
        const taken = context?.pages().findLast(page => page.url() === `${origin}/`);
        await taken?.bringToFront();
        const panel = await own.sidePanel();
        await until(async () => (await panel.text()).includes('drives this tab'), 'it names the agent');
        await panel.picturesForDocs('side-panel-agent');
        await panel.click('[data-key="turn"]');
        await until(async () => (await panel.text()).includes('You drive this tab'), 'the tab is taken over');
        expect(await panel.text()).toContain('agents may not act here');
        await panel.picturesForDocs('side-panel-taken');
        await panel.click('[data-key="turn"]');
        await until(() => tab() !== undefined, 'the tab is given back');
        // Pressed for what stood there before.
        await panel.read(`(() => {
          const seen = new MutationObserver(() => {
            if (!document.querySelector('.qcard')) return;
            seen.disconnect();
            dispatchEvent(new KeyboardEvent('keydown', { key: '5' }));
          });
          seen.observe(document.body, { childList: true, subtree: true });
        })()`);
        const lasting = () => panel.read(`[...document.querySelectorAll('.qcard select')].at(-1)?.value`);
        const read = agent.callTool({ name: 'read_page', arguments: { tabId: tab()?.tabId } });
        await until(async () => (await panel.text()).includes('wants to read this page'), 'it shows the question');
        expect(await lasting()).toBe('once');
        const counts = `document.querySelector('.qcard [data-effect="allow"]')?.getAttribute('aria-disabled')`;
        await until(async () => (await panel.read(counts)) === 'false', 'answers count');
        await panel.press('5');
        expect(await lasting()).toBe('always');
        await panel.picturesForDocs('side-panel-question');
        await panel.click('[data-effect="deny"]');
        expect(await read).toMatchObject({ isError: true });
        await taken?.close();
      });

    test('The side panel asks the hub’s model about the page, whose words are data to it.', async () => {
      pages.model.script(says('Fine things are **sold** here.'));
      const panel = await own.sidePanel();
      await until(async () => (await panel.text()).includes('this page'), 'it offers the page');
      await panel.type('[data-key="ask"]', 'What is sold here?');
      // It goes on being typed while the page is read.
      const canSend = () => panel.read(`!document.querySelector('[data-key="send"]').disabled`);
      await until(async () => (await canSend()) === true, 'it can be sent');
      await panel.read(`(() => {
        document.querySelector('[data-key="send"]').click();
        document.querySelector('[data-key="ask"]').value += ' And how much is it?';
      })()`);
      await until(async () => (await panel.text()).includes('Fine things are sold here.'), 'the answer is there');
      expect(await panel.read(`document.querySelector('[data-key="ask"]').value`)).toBe('And how much is it?');
      const asked = JSON.stringify(pages.model.asked.at(-1));
      expect(asked).toMatch(/\[data [0-9a-f]+ from the attached file a page of http:\/\/127\.0\.0\.1:\d+\]/);
      expect(asked).toContain('Fine things.');
      await picture(panel, 'panel-chat');
      await panel.picturesForDocs('side-panel');
      const { rows } = await pages.panel.request('chat:list', {});
      expect(rows.map(({ title }) => title)).toEqual(['What is sold here?']);
    });
  });
}
