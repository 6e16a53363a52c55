// The companion extension in a real Chromium, with the relay that the browser starts and a real hub endpoint in this process.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { companionProtocol } from '../../contract/companion.ts';
import { CompanionHelloSchema, CompanionTabsSchema } from '../../contract/schemas/companion.ts';
import { CompanionHub } from '../integration/native-host/companion-hub.ts';
import { createHubHome, type HubHome } from '../integration/native-host/hub-home.ts';
import { companionWorker, installRelay, launchChromium } from '../support/chromium.ts';
import { until } from '../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright';

const page = '<!doctype html><title>Test page</title><h1>Orders</h1>';

let hub: HubHome;
let site: Server;
let origin = '';
let context: BrowserContext;
let companion: CompanionHub;
/** Lets the second half of /slow go. */
let endSlow = () => {};

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
    await until(() => hub.peers.length === 1, 'the browser starts its relay');
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
      expect(said).toMatchObject({
        protocol: companionProtocol,
        pairKey: null,
        browser: { family: 'chromium', os: 'linux' },
      });
      companion.reply(hello.id, { state: 'pending', code: '123-456' });
    });

    test('shows the code in the pop-up', async () => {
      await popupSays('123-456');
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
      await popupSays('Pilothouse knows this browser as Test Chromium.');
    });
  });

  describe('calls', () => {
    let tabId = 0;
    beforeEach(async () => {
      tabId = (await openTab('/')).tabId;
      return async () => {
        const worker = await companionWorker(context);
        await worker.evaluate(id => chrome.tabs.remove(id), tabId);
      };
    });

    test('a call acts on the tab that the hub names, whatever tab its arguments name', async () => {
      const other = await openTab('/next');
      const { text } = await companion.call('get_page_text', { tabId: other.tabId }, tabId);
      expect(text).toContain('Title: Test page');
    });

    test('a cancelled call is answered at once and does nothing more', async () => {
      const id = companion.send('call', {
        tool: 'computer',
        args: { action: 'wait', duration: 30 },
        tabId,
        decided: { origin },
      });
      const queued = companion.send('call', {
        tool: 'navigate',
        args: { url: `${origin}/next` },
        tabId,
        decided: { origin },
      });
      companion.notify('cancel', { id: queued });
      companion.notify('cancel', { id });
      const codes = [await companion.answerTo(id), await companion.answerTo(queued)].map(
        ({ error }) => error?.data.code,
      );
      expect([codes, await title(tabId)]).toEqual([['ERR_CANCELLED', 'ERR_CANCELLED'], 'Test page']);
    });

    test('every answer carries the id of its request, also when a later one is faster', async () => {
      const other = (await openTab('/next')).tabId;
      const slow = companion.send('call', {
        tool: 'navigate',
        args: { url: `${origin}/slow` },
        tabId,
        decided: { origin },
      });
      const fast = companion.send('call', { tool: 'get_page_text', args: {}, tabId: other, decided: { origin } });
      expect(JSON.stringify((await companion.answerTo(fast)).result)).toContain('Title: Next page');
      expect(companion.heard.some(({ id, method }) => id === slow && method === undefined)).toBe(false);
      endSlow();
      expect(JSON.stringify((await companion.answerTo(slow)).result)).toContain('Slow page');
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
    test('answers the hub’s ping', async () => {
      expect((await companion.request('ping', {})).result).toEqual({});
    });

    test('offers nothing to pages or other extensions', async () => {
      const text = await readFile(join(repositoryRoot, 'dist/extension/chromium/manifest.json'), 'utf8');
      const manifest: Record<string, unknown> = JSON.parse(text);
      const background = await readFile(join(repositoryRoot, 'dist/extension/chromium/background.js'), 'utf8');
      expect([manifest.externally_connectable, manifest.content_scripts]).toEqual([undefined, undefined]);
      // The panel of a chat stands in pages, which can neither look into it nor speak for it.
      expect(manifest.web_accessible_resources).toEqual([
        { resources: ['page-chat.html'], matches: ['http://*/*', 'https://*/*'] },
      ]);
      expect(background).not.toMatch(/runtime\.on(Message|ConnectExternal|UserScript)/);
    });

    test('comes back with its key after the hub was away', async () => {
      companion.close('restarting');
      await expect.poll(() => hub.peers.length).toBe(2);
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
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (path === '/next') return response.end('<!doctype html><title>Next page</title>next');
    if (path !== '/slow') return response.end(page);
    endSlow = () => response.end('slow');
    return response.write('<!doctype html><title>Slow page</title>');
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

async function title(tabId: number): Promise<string | undefined> {
  const worker = await companionWorker(context);
  return worker.evaluate(async id => (await chrome.tabs.get(id)).title, tabId);
}

/** The pop-up follows the state while it is open. */
async function popupSays(text: string): Promise<void> {
  const worker = await companionWorker(context);
  const popup = await context.newPage();
  await popup.goto(new URL('/popup.html', worker.url()).href);
  await popup.getByText(text).waitFor();
  await popup.close();
}
