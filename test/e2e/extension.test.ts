// The companion extension in a real Chromium, with the relay that the browser starts and a real hub endpoint in this process.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CompanionHelloSchema, CompanionTabsSchema } from '../../electron/contract/companion.ts';
import { CompanionHub } from '../integration/native-host/companion-hub.ts';
import { createHubHome, type HubHome } from '../integration/native-host/hub-home.ts';
import { companionWorker, installRelay, launchChromium } from '../support/chromium.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';

const page = `<!doctype html><title>Test page</title>
<h1>Orders</h1><p>There are 3 orders.</p><a href="/next">Next page</a>
<label>Name <input id="name" value=""></label><input type="password" value="hunter2">
<button id="go">Save order</button><div hidden><button>Secret button</button></div>
<div style="height: 3000px"></div>
<script>
  addEventListener('click', event => { if (event.target.id === 'go') document.title = 'clicked ' + event.isTrusted; });
</script>`;

let hub: HubHome;
let site: Server;
let origin = '';
let context: BrowserContext;
let companion: CompanionHub;

describeWith(['chromium'], 'the companion extension in Chromium', () => {
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['build.mjs', '--if-stale', 'extension', 'relay'], {
      cwd: repositoryRoot,
    });
    hub = await createHubHome();
    site = await serveSite();
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    await hub.listen();
    const userDataDir = join(hub.home, 'profile');
    await installRelay(userDataDir, join(repositoryRoot, 'dist/relay/relay.cjs'), hub.home);
    context = await launchChromium({ extensionDir: join(repositoryRoot, 'dist/extension/chromium'), userDataDir });
    await vi.waitFor(() => expect(hub.peers.length).toBe(1), 20_000);
    companion = takePeer(0);
  });

  afterAll(async () => {
    await context?.close();
    await hub?.remove();
    await new Promise(resolve => (site ? site.close(resolve) : resolve(null)));
  });

  describe('before approval', () => {
    test('says who it is, as the contract has it', async () => {
      const hello = await companion.hear(answer => answer.method === 'hello');
      const said = CompanionHelloSchema.parse(hello.params);
      expect(said).toMatchObject({ protocol: 1, pairKey: null, browser: { family: 'chromium', os: 'linux' } });
      companion.reply(hello.id, { state: 'pending', code: '123-456' });
    });

    test('shows the code in the pop-up', async () => {
      expect(await popupText()).toContain('123-456');
    });

    test('refuses calls and tells nothing about tabs', async () => {
      const { error } = await companion.request('call', { tool: 'tabs_context', args: {} });
      expect([error?.data.code, companion.heard.some(({ method }) => method === 'tabs')]).toEqual([
        'ERR_PERMISSION_DENIED',
        false,
      ]);
    });

    test('takes the approval, keeps its key and reports the tabs', async () => {
      companion.notify('state', { state: 'approved', name: 'Test Chromium', pairKey: 'k'.repeat(64) });
      const { params } = await companion.hear(answer => answer.method === 'tabs');
      expect(CompanionTabsSchema.parse(params).tabs.length).toBeGreaterThan(0);
      expect(await popupText()).toContain('Pilothouse knows this browser as Test Chromium.');
    });
  });

  describe('tools', () => {
    let tabId = 0;
    beforeEach(async () => {
      tabId = (await openTab('/')).tabId;
      return async () => {
        const worker = await companionWorker(context);
        await worker.evaluate(id => chrome.tabs.remove(id), tabId);
      };
    });

    test('tabs_create opens a tab behind the others, in the group Pilothouse, and names it', async () => {
      const { tab, text } = await companion.call('tabs_create', {});
      const worker = await companionWorker(context);
      const group = await worker.evaluate(async id => {
        const { groupId, active } = await chrome.tabs.get(id);
        return { active, title: (await chrome.tabGroups.get(groupId)).title };
      }, tab?.tabId ?? 0);
      expect([group, JSON.parse(text).tabId]).toEqual([{ active: false, title: 'Pilothouse' }, tab?.tabId]);
    });

    test('tabs_close closes the tab, and the next list is without it', async () => {
      const { tab } = await companion.call('tabs_create', {});
      const tabId = tab?.tabId ?? -1;
      expect(await companion.call('tabs_close', {}, tabId)).toMatchObject({ text: `Closed tab ${tabId}.` });
      const { text } = await companion.call('tabs_context', { tabIds: [tabId] });
      expect(JSON.parse(text)).toEqual({ availableTabs: [] });
      expect(await companion.failure('tabs_close', {}, tabId)).toEqual([
        'ERR_INVALID_ARGUMENTS',
        `Tab ${tabId} is not open any more; call tabs_context.`,
      ]);
    });

    test('tabs_create leaves no tab behind when it is cancelled', async () => {
      const before = (await companion.call('tabs_context', {})).text;
      const id = companion.send('call', { tool: 'tabs_create', args: { url: `${origin}/slow` } });
      companion.notify('cancel', { id });
      expect((await companion.answerTo(id)).error?.data.code).toBe('ERR_CANCELLED');
      await vi.waitFor(async () => expect((await companion.call('tabs_context', {})).text).toBe(before));
    });

    test('tabs made at the same time share one group', async () => {
      const made = await Promise.all([
        companion.call('tabs_create', {}),
        companion.call('tabs_create', {}),
        companion.call('tabs_create', {}),
      ]);
      const worker = await companionWorker(context);
      const groups = await worker.evaluate(
        ids => Promise.all(ids.map(async id => (await chrome.tabs.get(id)).groupId)),
        made.map(({ tab }) => tab?.tabId ?? 0),
      );
      expect(new Set(groups).size).toBe(1);
    });

    test('tabs_context lists the tabs', async () => {
      const { availableTabs } = JSON.parse((await companion.call('tabs_context', {})).text);
      expect(availableTabs).toContainEqual({ tabId, title: 'Test page', url: `${origin}/` });
    });

    test('navigate waits for the page and answers with its address and title', async () => {
      const { text, tab } = await companion.call('navigate', { url: `${origin}/slow` }, tabId);
      expect(JSON.parse(text)).toEqual({ tabId, url: `${origin}/slow`, title: 'Slow page' });
      expect(tab).toMatchObject({ tabId, url: `${origin}/slow`, title: 'Slow page' });
    });

    test('navigate follows a redirect to its end', async () => {
      const { text } = await companion.call('navigate', { url: `${origin}/redirect` }, tabId);
      expect(JSON.parse(text)).toMatchObject({ url: `${origin}/next`, title: 'Next page' });
    });

    test('navigate jumps within a page', async () => {
      const { text } = await companion.call('navigate', { url: `${origin}/#there` }, tabId);
      expect(JSON.parse(text)).toMatchObject({ url: `${origin}/#there`, title: 'Test page' });
    });

    test('navigate goes back and forward', async () => {
      await companion.call('navigate', { url: `${origin}/next` }, tabId);
      const back = JSON.parse((await companion.call('navigate', { url: 'back' }, tabId)).text);
      const forward = JSON.parse((await companion.call('navigate', { url: 'forward' }, tabId)).text);
      expect([back.title, forward.title]).toEqual(['Test page', 'Next page']);
    });

    test.each([['javascript:alert(1)'], ['file:///etc/passwd'], ['chrome://settings'], ['data:text/html,x']])(
      'navigate refuses %s',
      async url => {
        const error = await companion.failure('navigate', { url }, tabId);
        expect(error).toEqual([
          'ERR_INVALID_ARGUMENTS',
          `"${url}" cannot be opened; send an http or https address, or about:blank.`,
        ]);
      },
    );

    test('navigate says when nothing answers at the address', async () => {
      const [code, message] = await companion.failure('navigate', { url: 'http://127.0.0.1:9/' }, tabId);
      expect([code, message]).toEqual([
        'ERR_TOOL_FAILED',
        expect.stringContaining('http://127.0.0.1:9/ could not be loaded'),
      ]);
    });

    test('get_page_text reads what can be seen', async () => {
      const { text } = await companion.call('get_page_text', {}, tabId);
      expect([text.includes('There are 3 orders.'), text.includes('Secret button')]).toEqual([true, false]);
    });

    test('read_page gives roles, names and refs, and no hidden element or password', async () => {
      const { text } = await companion.call('read_page', { filter: 'all' }, tabId);
      expect(text).toMatch(/heading "Orders" \[ref_\d+\] level=1/);
      expect(text).toMatch(/link "Next page" \[ref_\d+\] href="\/next"/);
      expect(text).toMatch(/textbox "Name" \[ref_\d+\]/);
      expect(text).not.toMatch(/Secret button|hunter2/);
    });

    test('read_page keeps the refs of elements, and reads below one', async () => {
      const first = await refOf('Save order', tabId);
      const again = await refOf('Save order', tabId);
      const { text } = await companion.call('read_page', { ref_id: first }, tabId);
      expect([again, text.endsWith(`button "Save order" [${first}]`)]).toEqual([first, true]);
    });

    test('read_page with filter interactive leaves out what cannot be used', async () => {
      const { text } = await companion.call('read_page', { filter: 'interactive' }, tabId);
      expect([text.includes('Save order'), text.includes('heading')]).toEqual([true, false]);
    });

    test('read_page cuts at max_chars and says so', async () => {
      const { text } = await companion.call('read_page', { max_chars: 100 }, tabId);
      expect(text).toContain('(cut at 100 characters;');
    });

    test('computer takes a screenshot of a tab in the background: a real JPEG of the size of the page', async () => {
      const { content } = await companion.call('computer', { action: 'screenshot' }, tabId);
      const image = content[0];
      const bytes = Buffer.from(String(image?.data), 'base64');
      const { text } = await companion.call('read_page', {}, tabId);
      const [, width, height] = /viewport (\d+)x(\d+)/.exec(text) ?? [];
      expect(image).toMatchObject({ type: 'image', mimeType: 'image/jpeg' });
      expect(jpegSize(bytes)).toEqual([Number(width), Number(height)]);
    });

    test('computer clicks an element by its ref with a trusted event', async () => {
      await companion.call('computer', { action: 'left_click', ref: await refOf('Save order', tabId) }, tabId);
      await vi.waitFor(async () => expect(await title(tabId)).toBe('clicked true'));
    });

    test('computer types into the field that was clicked, character by character', async () => {
      await companion.call('computer', { action: 'left_click', ref: await refOf('Name', tabId) }, tabId);
      await companion.call('computer', { action: 'type', text: 'Ana é 7' }, tabId);
      const { text } = await companion.call('read_page', {}, tabId);
      expect(text).toContain('value="Ana é 7"');
    });

    test('computer presses keys and chords, which edit the field as a user’s would', async () => {
      await companion.call('computer', { action: 'left_click', ref: await refOf('Name', tabId) }, tabId);
      await companion.call('computer', { action: 'type', text: 'abc' }, tabId);
      await companion.call('computer', { action: 'key', text: 'ctrl+a Backspace' }, tabId);
      const { text } = await companion.call('read_page', {}, tabId);
      expect(text).toMatch(/textbox "Name" \[ref_\d+\]\n/);
    });

    test('computer scrolls the page', async () => {
      await companion.call('computer', { action: 'scroll', scroll_direction: 'down', scroll_amount: 5 }, tabId);
      const worker = await companionWorker(context);
      await vi.waitFor(async () => {
        const y = await worker.evaluate(
          async id => (await chrome.scripting.executeScript({ target: { tabId: id }, func: () => scrollY }))[0]?.result,
          tabId,
        );
        expect(y).toBe(500);
      });
    });

    test.each([
      [
        { action: 'fly' },
        'action is "fly"; send one of screenshot, zoom, left_click, right_click, double_click, triple_click, left_click_drag, hover, type, key, scroll, scroll_to, wait.',
      ],
      [{ action: 'left_click' }, 'left_click needs a coordinate [x, y], a ref from read_page or a CSS selector.'],
      [{ action: 'left_click', coordinate: ['a', 1] }, 'coordinate is ["a",1]; send [x, y] in CSS pixels.'],
      [{ action: 'key', text: 'hyper+x' }, '"hyper+x" is no key; send a name such as "Enter", "a" or "ctrl+a".'],
      [{ action: 'wait', duration: 31 }, 'duration is 31; send a number from 0 to 30.'],
    ])('computer refuses %j with a sentence', async (args, message) => {
      expect(await companion.failure('computer', args, tabId)).toEqual(['ERR_INVALID_ARGUMENTS', message]);
    });

    test('a ref that is gone is named', async () => {
      const error = await companion.failure('computer', { action: 'left_click', ref: 'ref_999' }, tabId);
      expect(error).toEqual(['ERR_TOOL_FAILED', 'ref_999 is not on the page any more; call read_page again.']);
    });

    test('a call acts on the tab that the hub names, whatever tab its arguments name', async () => {
      const other = await openTab('/next');
      const { text } = await companion.call('get_page_text', { tabId: other.tabId }, tabId);
      expect(text).toContain('Title: Test page');
    });

    test('a cancelled call is answered at once and does nothing more', async () => {
      const id = companion.send('call', { tool: 'computer', args: { action: 'wait', duration: 30 }, tabId });
      const queued = companion.send('call', { tool: 'navigate', args: { url: `${origin}/next` }, tabId });
      companion.notify('cancel', { id: queued });
      companion.notify('cancel', { id });
      const codes = [await companion.answerTo(id), await companion.answerTo(queued)].map(
        ({ error }) => error?.data.code,
      );
      expect([codes, await title(tabId)]).toEqual([['ERR_CANCELLED', 'ERR_CANCELLED'], 'Test page']);
    });

    test('every answer carries the id of its request, also when a later one is faster', async () => {
      const other = (await openTab('/next')).tabId;
      const slow = companion.send('call', { tool: 'navigate', args: { url: `${origin}/slow` }, tabId });
      const fast = companion.send('call', { tool: 'get_page_text', args: {}, tabId: other });
      const before = companion.heard.length;
      const texts = [await companion.answerTo(slow), await companion.answerTo(fast)].map(({ result }) =>
        JSON.stringify(result),
      );
      const order = companion.heard
        .slice(before)
        .map(({ id }) => id)
        .filter(id => id === slow || id === fast);
      expect([texts[0]?.includes('Slow page'), texts[1]?.includes('Title: Next page'), order]).toEqual([
        true,
        true,
        [fast, slow],
      ]);
    });

    test.each([
      ['an unknown tool', { tool: 'format_disk', args: {} }, 'ERR_TOOL_NOT_FOUND'],
      ['a tool named like a property of objects', { tool: 'constructor', args: {} }, 'ERR_TOOL_NOT_FOUND'],
      ['no tab', { tool: 'navigate', args: { url: 'https://example.com' } }, 'ERR_INVALID_ARGUMENTS'],
      [
        'a tab that is closed',
        { tool: 'navigate', args: { url: 'https://example.com' }, tabId: 1 },
        'ERR_INVALID_ARGUMENTS',
      ],
    ])('%s is an error with a code', async (_what, params, code) => {
      expect((await companion.request('call', params)).error?.data.code).toBe(code);
    });
  });

  describe('the connection', () => {
    test('answers the hub’s ping and measures its own', async () => {
      expect((await companion.request('ping', {})).result).toEqual({});
      const worker = await companionWorker(context);
      const total = await worker.evaluate(() => {
        const { pilothouse } = globalThis as unknown as { pilothouse: { pingHub(count: number): Promise<number> } };
        return pilothouse.pingHub(200);
      });
      expect(total).toBeGreaterThan(0);
    });

    test('offers nothing to pages or other extensions', async () => {
      const text = await readFile(join(repositoryRoot, 'dist/extension/chromium/manifest.json'), 'utf8');
      const manifest: Record<string, unknown> = JSON.parse(text);
      const background = await readFile(join(repositoryRoot, 'dist/extension/chromium/background.js'), 'utf8');
      expect([manifest.externally_connectable, manifest.web_accessible_resources, manifest.content_scripts]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(background).not.toMatch(/runtime\.on(Message|Connect)/);
    });

    test('comes back with its key after the hub was away', async () => {
      companion.close('restarting');
      await vi.waitFor(() => expect(hub.peers.length).toBe(2), 10_000);
      companion = takePeer(1);
      const hello = await companion.hear(answer => answer.method === 'hello');
      expect(CompanionHelloSchema.parse(hello.params).pairKey).toBe('k'.repeat(64));
      companion.reply(hello.id, { state: 'approved', name: 'Test Chromium', pairKey: 'k'.repeat(64) });
      await companion.hear(answer => answer.method === 'tabs');
    });
  });
});

async function serveSite(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    if (path === '/redirect') return response.writeHead(302, { location: '/next' }).end();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (path === '/next') return response.end('<!doctype html><title>Next page</title>next');
    if (path !== '/slow') return response.end(page);
    response.write('<!doctype html><title>Slow page</title>');
    return setTimeout(() => response.end('slow'), 700);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function takePeer(index: number): CompanionHub {
  const peer = hub.peers[index];
  if (!peer) throw new Error(`The browser started ${hub.peers.length} relays and not ${index + 1}.`);
  return new CompanionHub(peer.connection);
}

async function openTab(path: string): Promise<{ tabId: number }> {
  const { tab } = await companion.call('tabs_create', { url: origin + path });
  if (!tab) throw new Error('tabs_create named no tab');
  return tab;
}

async function refOf(name: string, tabId: number): Promise<string> {
  const { text } = await companion.call('read_page', { filter: 'interactive' }, tabId);
  return new RegExp(`"${name}" \\[(ref_\\d+)\\]`).exec(text)?.[1] ?? `no ref for ${name} in ${text}`;
}

async function title(tabId: number): Promise<string | undefined> {
  const worker = await companionWorker(context);
  return worker.evaluate(async id => (await chrome.tabs.get(id)).title, tabId);
}

async function popupText(): Promise<string> {
  const worker = await companionWorker(context);
  const popup = await context.newPage();
  await popup.goto(new URL('/popup.html', worker.url()).href);
  await popup.waitForFunction(() => document.body.dataset.kind !== undefined);
  const text = await popup.innerText('body');
  await popup.close();
  return text;
}

/** Width and height in the frame header of a JPEG (ITU T.81, marker SOF0 or SOF2). */
function jpegSize(bytes: Buffer): [number, number] | null {
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker === 0xffc0 || marker === 0xffc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  return null;
}
