// Two wires to one real Chromium through a real hub: spec 000's commands with their selectors, and MCP with messages over 1 MiB.
import fs from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claudezillaFiles, exchange } from '../integration/compat/claudezilla-scene.ts';
import { installRelay, launchChromium } from '../support/chromium.ts';
import { type Agent, type HubPlace, openPlace } from '../support/hub-process.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright';
import type { PanelClient } from '../support/panel-client.ts';

const page = `<!doctype html><title>Orders</title><h1>Orders</h1>
<label>Name <input id="name" name="who" value="old" required></label><textarea id="notes"></textarea><input id="file" type="file">
<button id="go">Save</button><img alt="A dot" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" width="30" height="30">
<nav aria-label="Main"><a href="/next">Next</a></nav><div style="height:3000px"></div><p id="end">The end</p><script>
  console.error('not quite right');
  go.onclick = event => setTimeout(() => document.body.append(Object.assign(document.createElement('b'), { id: 'late', textContent: name.value + ' saved, ' + event.isTrusted })), 200);
  file.onchange = async () => { document.title = file.files[0].name + ' ' + (await file.files[0].arrayBuffer()).byteLength; };
  const name = document.querySelector('#name');
</script>`;

const pages: Readonly<Record<string, string>> = {
  '/consent': `<!doctype html><title>Consent</title><div id="host"></div><script>
    const tree = host.attachShadow({ mode: 'open' });
    setTimeout(() => {
      tree.innerHTML = '<button>Reject all</button><button>Accept all cookies</button>';
      tree.lastChild.onclick = event => document.body.append('agreed: ' + event.isTrusted);
    }, 300);
  </script>`,
  '/cmp':
    '<!doctype html><title>Cmp</title><button>Got it</button><button id="onetrust-accept-btn-handler">Fine</button>',
};

const asking = `<!doctype html><title>Asking</title><button id="go">Go</button><script>
  go.onclick = () => { document.title = 'said ' + confirm('Delete it?'); };
  if (location.search === '?at-once') alert('Welcome');
  if (location.search === '?stay') onbeforeunload = event => event.preventDefault();
</script>`;

const agentId = `agent_7c10653f804e7443c6cd9550bb4ce881_${process.pid}`;

let place: HubPlace;
let panel: PanelClient;
let site: Server;
let origin = '';
let chromium: BrowserContext;

describeWith(['chromium'], 'every wire in Chromium', () => {
  beforeAll(async () => {
    site = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('x-kept', 'yes').setHeader('set-cookie', 'a=secret');
      response.end(request.url?.startsWith('/asking') ? asking : (pages[request.url ?? ''] ?? page));
    });
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    place = openPlace();
    panel = await place.panel(await place.serve());
    const userDataDir = path.join(place.folder, 'profile');
    await installRelay(userDataDir, path.join(repositoryRoot, 'dist/relay/relay.cjs'), place.home);
    chromium = await launchChromium({
      extensionDir: path.join(repositoryRoot, 'dist/extension/chromium'),
      userDataDir,
    });
    await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the browser waits');
    const [browserId = ''] = Object.keys(panel.snapshot.browsers);
    await panel.request('browsers:approve', { browserId });
    await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is approved');
  });

  afterAll(async () => {
    await chromium?.close();
    await place?.end();
    await new Promise(resolve => (site ? site.close(resolve) : resolve(null)));
  });

  /** The panel may hear later that they are gone. */
  const answered = new Set<string>();

  /** What `call` answers once the user has allowed it for good. */
  async function allowed<T>(call: Promise<T>): Promise<T> {
    const asked = () => Object.keys(panel.snapshot.prompts).find(id => !answered.has(id));
    await panel.waitFor(() => asked() !== undefined, 'it is asked about');
    const promptId = asked() ?? '';
    answered.add(promptId);
    await panel.request('prompts:answer', { promptId, effect: 'allow', lifetime: 'always' });
    return call;
  }

  describe('spec 000', () => {
    let tabId = 0;

    const ask = async (command: string, params: object = {}): Promise<Record<string, unknown>> => {
      const { socket, tokenFile } = claudezillaFiles(place);
      const authToken = fs.readFileSync(tokenFile, 'utf8');
      const [reply = {}] = await exchange(socket, [{ command, params: { agentId, ...params }, authToken }]);
      if (reply.success !== true) throw new Error(String(reply.error));
      return reply.result as Record<string, unknown>;
    };
    const inTab = (command: string, params: object = {}) => ask(command, { tabId, ...params });

    beforeAll(async () => {
      await panel.request('endpoints:set', { endpointId: 'claudezilla', on: true });
      await panel.waitFor(({ endpoints }) => endpoints.claudezilla?.state.kind === 'listening', 'the socket is open');
      await panel.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'own-tabs' });
      tabId = Number((await ask('createWindow', { url: origin })).tabId);
    });

    test('An empty text of spec 000 empties its field, and where it is not to be emptied nothing is typed.', async () => {
      await inTab('type', { selector: '#notes', text: 'one\ntwo' });
      expect(await inTab('type', { selector: '#notes', text: '', clear: false })).toMatchObject({
        typed: '',
        currentValue: 'one\ntwo',
        message: 'The empty text types nothing.',
      });
      for (const text of ['', ''])
        expect(await inTab('type', { selector: '#notes', text })).toMatchObject({ typed: text, currentValue: '' });
    });

    test('A dialog of the page is answered with its keys, which answers name in its tools.', async () => {
      // Playwright would dismiss it by itself.
      chromium.on('dialog', () => {});
      const asked = Number((await ask('createWindow', { url: `${origin}/asking` })).tabId);
      const failed = async (command: string, params: object) =>
        ask(command, { tabId: asked, ...params }).then(
          done => JSON.stringify(done),
          (error: Error) => error.message,
        );
      const keys = 'Answer it with firefox_press_key Enter, which accepts it, or key Escape, which dismisses it';
      expect(await failed('click', { selector: '#go' })).toContain(keys);
      expect(await failed('getContent', {})).toContain(keys);
      await ask('pressKey', { tabId: asked, key: 'Enter' });
      expect(await failed('getPageState', {})).toContain('said true');
      await ask('navigate', { tabId: asked, url: `${origin}/asking?stay` });
      await ask('click', { tabId: asked, selector: '#go' });
      await ask('pressKey', { tabId: asked, key: 'Escape' });
      const held = await ask('navigate', { tabId: asked, url: `${origin}/` });
      expect([held.navigated, held.message]).toEqual([undefined, expect.stringContaining('a beforeunload dialog')]);
      await ask('pressKey', { tabId: asked, key: 'Enter' });
      const greeted = await ask('createWindow', { url: `${origin}/asking?at-once` });
      expect(greeted.message).toMatch(/^Tab \d+\/12\. The page opened an alert dialog, "Welcome"\..*firefox_press_key/);
      await ask('pressKey', { tabId: greeted.tabId, key: 'Enter' });
      await ask('closeTab', { tabId: greeted.tabId });
      await ask('closeTab', { tabId: asked });
    });

    test('000 Request Format: selectors are clicked, typed into, scrolled to and waited for, and each answer says what the real system says.', async () => {
      expect(await inTab('type', { selector: '#name', text: 'Ana' })).toMatchObject({
        typed: 'Ana',
        selector: '#name',
        currentValue: 'Ana',
      });
      expect(await inTab('click', { selector: '#go' })).toMatchObject({
        clicked: true,
        tagName: 'button',
        text: 'Save',
        id: 'go',
        className: null,
      });
      expect(await inTab('waitFor', { selector: '#late', interval: 20 })).toMatchObject({
        found: true,
        selector: '#late',
        visible: true,
        position: { width: expect.any(Number) },
        ignored: ['interval'],
      });
      expect(await inTab('waitFor', { url: `${origin}*` })).toMatchObject({ found: true, matched: `${origin}/` });
      expect(await inTab('getContent', { selector: '#late' })).toMatchObject({
        text: 'Ana saved, true',
        title: 'Orders',
      });
      expect(await inTab('getContent', { selector: '#late', includeHtml: true })).toMatchObject({
        html: 'Ana saved, true',
        tagName: 'b',
      });
      expect((await inTab('getContent', { includeHtml: true })).html).toMatch(/<h1>Orders<\/h1>/);
      expect(await inTab('pressKey', { key: 'a', ctrlKey: true, selector: '#name' })).toMatchObject({
        key: 'a',
        targetTag: 'input',
        modifiers: { ctrlKey: true, shiftKey: false, altKey: false, metaKey: false },
      });
    });

    test('000 Request Format: scroll goes to an element, to a place of the page, or tells where the page is.', async () => {
      expect(await inTab('scroll', { selector: '#end' })).toMatchObject({
        scrolledTo: true,
        elementPosition: { y: expect.any(Number) },
      });
      expect(await inTab('scroll', { y: 700 })).toMatchObject({ noEffect: false, position: { x: 0, y: 700 } });
      expect(await inTab('scroll', { y: 700, behavior: 'smooth' })).toMatchObject({
        noEffect: true,
        ignored: ['behavior'],
      });
      expect(await inTab('scroll')).toMatchObject({ position: { x: 0, y: 700 }, pageHeight: expect.any(Number) });
      expect(await inTab('scroll', { x: 0, y: 0 })).toMatchObject({ position: { x: 0, y: 0 } });
    });

    test('000 Request Format: the state of a page has its errors and fields, its accessibility is a tree, each with no more than was asked for.', async () => {
      expect(await inTab('getPageState', { maxButtons: 0 })).toMatchObject({
        title: 'Orders',
        viewport: { width: expect.any(Number), scrollY: 0, scrollHeight: expect.any(Number) },
        errors: ['not quite right'],
        headings: [{ level: 'h1', text: 'Orders' }],
        links: [{ text: 'Next', href: '/next' }],
        inputs: expect.arrayContaining([
          expect.objectContaining({ type: 'text', name: 'who', required: true, label: 'Name', value: 'Ana' }),
        ]),
        images: [{ alt: 'A dot', src: expect.stringMatching(/^data:image\/gif/) }],
        buttons: [],
        counts: { buttons: { shown: 0, total: 1 }, landmarks: { shown: 1 } },
      });
      const whole = await inTab('getAccessibilitySnapshot');
      const named = (role: string, name: string) => expect.objectContaining({ role, name });
      expect(whole.tree).toMatchObject({ children: expect.arrayContaining([named('button', 'Save')]) });
      expect(whole).toMatchObject({ truncated: false, maxNodes: 200 });
      expect(await inTab('getAccessibilitySnapshot', { maxNodes: 2 })).toMatchObject({ nodeCount: 2, truncated: true });
    });

    test('000 Message Size Limits: a screenshot is at 60% and half the size, waits for its page, and names what its numbers stand for.', async () => {
      const { dataUrl, ...shot } = await inTab('screenshot', { annotate: true, format: 'jpeg', maxWait: 2_000 });
      expect(String(dataUrl)).toMatch(/^data:image\/jpeg;base64,/);
      expect(shot).toMatchObject({ quality: 60, scale: 0.5, format: 'jpeg', readiness: { timedOut: false } });
      expect(Object.values(shot.labels as object)).toContainEqual(
        expect.objectContaining({ selector: '#go', text: 'Save', role: 'button' }),
      );
      expect(shot).not.toHaveProperty('ignored');
      expect(await inTab('screenshot', { skipReadiness: true, waitForImages: false })).toMatchObject({
        readiness: { waitMs: 0, timedOut: false, timeline: [] },
      });
    });

    test('000 Request Format: commands without an agent id are those of the agent that asks; windows are told as they are.', async () => {
      const unnamed = (command: string, params: object = {}) => ask(command, { agentId: undefined, ...params });
      expect(await unnamed('getTabs')).toMatchObject({ tabs: [{ tabId, ownerId: agentId, url: `${origin}/` }] });
      expect(await unnamed('getActiveTab')).toMatchObject({ tabId, url: `${origin}/`, title: 'Orders' });
      const windowId = (await unnamed('getTabs')).windowId;
      expect(await unnamed('getWindows')).toEqual([
        { windowId, private: false, focused: expect.any(Boolean), tabCount: expect.any(Number) },
      ]);
      expect(await unnamed('getWindowMode')).toEqual({
        privateWindowsAvailable: false,
        currentWindowMode: 'normal',
        windowExists: true,
      });
      expect(await unnamed('resizeWindow', { width: 1_000, height: 800 })).toMatchObject({ windowId, width: 1_000 });
    });

    test('000 Request Format: setViewport gives the page a size of its own, and resizeWindow that of its window again.', async () => {
      const widthOfPage = async () => ((await inTab('getPageState')).viewport as { width: number }).width;
      const before = await widthOfPage();
      expect(await inTab('setViewport', { device: 'iphone-se' })).toMatchObject({
        device: 'iphone-se',
        viewport: { width: 375, height: 667 },
        window: { width: 1_000 },
        type: 'mobile',
      });
      expect((await inTab('getPageState')).viewport).toMatchObject({ width: 375, height: 667 });
      const { dataUrl } = await inTab('screenshot', { scale: 1, format: 'png' });
      const png = Buffer.from(String(dataUrl).split(',')[1] ?? '', 'base64');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([375, 667]);
      expect(await inTab('setViewport', { width: 900, height: 500 })).toMatchObject({
        device: 'custom',
        viewport: { width: 900, height: 500 },
        type: 'tablet',
      });
      await inTab('resizeWindow', { width: 1_000 });
      await expect.poll(widthOfPage).toBe(before);
    });

    test('A size that an agent gave the page ends when the tab is not its any more.', async () => {
      const at = { browserId: Object.keys(panel.snapshot.browsers)[0] ?? '', tabId };
      const shown = chromium.pages().find(each => each.url().startsWith(origin));
      const widthOfPage = () => shown?.evaluate(() => innerWidth);
      const before = await widthOfPage();
      await Promise.all([
        inTab('setViewport', { device: 'iphone-se' }),
        ask('createWindow', { url: `${origin}/next` }).then(({ tabId: other }) =>
          ask('setViewport', { tabId: other, width: 500, height: 500 }),
        ),
      ]);
      expect(await widthOfPage()).toBe(375);
      await panel.request('tabs:take-over', at);
      await expect.poll(widthOfPage).toBe(before);
      await panel.request('tabs:give', at);
      expect(await widthOfPage()).toBe(before);
    });

    test('000 Request Format: handleConsent clicks the button that agrees, and says when there is none.', async () => {
      expect(await inTab('handleConsent', { scanTimeout: 1_000 })).toMatchObject({ found: false, clicked: false });
      await inTab('navigate', { url: `${origin}/consent` });
      expect(await inTab('handleConsent')).toMatchObject({
        found: true,
        clicked: true,
        buttonText: 'Accept all cookies',
        method: 'text-match',
      });
      expect(await inTab('getContent')).toMatchObject({ text: expect.stringContaining('agreed: true') });
      await inTab('navigate', { url: `${origin}/cmp` });
      expect(await inTab('handleConsent')).toMatchObject({ method: 'cmp-selector', buttonText: 'Fine' });
    });

    test('A selector that nothing matches is refused after its time.', async () => {
      await expect(inTab('click', { selector: '#none', waitTimeout: 200 })).rejects.toThrow(
        'Nothing on the page matches the selector "#none"',
      );
    });

    test('000 Request Format: an element, the console and the requests are looked at.', async () => {
      await inTab('navigate', { url: origin });
      expect(await inTab('getElementInfo', { selector: '#go' })).toMatchObject({
        tagName: 'button',
        name: 'Save',
        text: 'Save',
        attributes: { id: 'go' },
        visible: true,
        position: { x: expect.any(Number) },
        styles: { display: expect.any(String), fontSize: expect.any(String) },
      });
      expect(await inTab('getConsoleLogs', { level: 'error' })).toMatchObject({
        logs: [{ level: 'error', message: 'not quite right' }],
        captureEnabled: true,
      });
      await inTab('navigate', { url: `${origin}/again` });
      const again = { url: `${origin}/again`, status: 'completed', statusCode: 200 };
      await expect
        .poll(() => inTab('getNetworkRequests', { status: 'completed' }))
        .toMatchObject({ requests: expect.arrayContaining([expect.objectContaining(again)]) });
      const { requests } = await inTab('getNetworkRequests', { includeHeaders: true, type: 'main_frame' });
      const { responseHeaders } = (requests as Record<string, unknown>[]).at(-1) ?? {};
      expect(responseHeaders).toContainEqual({ name: 'x-kept', value: 'yes' });
      expect(JSON.stringify(responseHeaders)).not.toMatch(/set-cookie/i);
    });

    test('A script runs once the user allows it, because it is no part of what an agent may do in its own tabs.', async () => {
      expect(await allowed(inTab('evaluate', { expression: '[1, 2].length' }))).toMatchObject({
        expression: '[1, 2].length',
        result: 2,
        type: 'number',
      });
    });
  });

  describe('MCP', () => {
    let agent: Agent;
    beforeAll(async () => {
      agent = await place.httpAgent(await panel.request('clients:create', { name: 'Any', start: 'own-tabs' }));
      expect(await agent.call('tabs_create', { url: origin })).toMatchObject({ isError: false });
    });

    test('Arguments of 3 MB reach the page.', async () => {
      const value = 'Zeichen für Zeichen. '.repeat(150_000);
      expect(await agent.call('form_input', { selector: '#notes', value })).toEqual({
        text: `Set the value (${value.length} characters).`,
        isError: false,
      });
      const text = 'document.querySelector("#notes").value.length';
      expect(await allowed(agent.call('javascript_tool', { text }))).toEqual({
        text: String(value.length),
        isError: false,
      });
    });

    test('A file of 2 MB reaches the page by its path; a hidden one does not.', async () => {
      const [file, hidden] = [path.join(place.folder, 'report.pdf'), path.join(place.folder, '.secret')];
      await writeFile(file, Buffer.alloc(2_000_000, 7));
      await writeFile(hidden, 'key');
      expect(await allowed(agent.call('file_upload', { paths: [file], selector: '#file' }))).toEqual({
        text: 'The field holds report.pdf.',
        isError: false,
      });
      const title = async () => (await agent.call('javascript_tool', { text: 'document.title' })).text;
      await expect.poll(title).toBe('"report.pdf 2000000"');
      expect(await agent.call('file_upload', { paths: [hidden], selector: '#file' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('it is hidden or lies in a hidden folder; copy it to a visible one'),
      });
    });

    test('Files of 10 MB together reach the browser, which says what its page takes; more are refused before they are read.', async () => {
      const report = path.join(place.folder, 'report.pdf');
      const upload = (count: number) =>
        agent.call('file_upload', { paths: Array.from({ length: count }, () => report), selector: '#file' });
      expect(await upload(5)).toMatchObject({
        isError: true,
        text: expect.stringContaining('This field takes one file'),
      });
      await truncate(report, 10_000_000);
      expect(await upload(5)).toMatchObject({ isError: true, text: expect.stringContaining('ERR_TOO_LARGE') });
      expect(await agent.call('get_page_text', {})).toMatchObject({ isError: false });
    });
  });
});
