// An agent of spec 000's wire works through an extension of spec 001 in a real page, by selectors, none of which that extension knows.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectToHub } from '../../native-host/relay/hub-connection.ts';
import { claudezillaFiles, exchange, switchOn } from '../integration/compat/claudezilla-scene.ts';
import { type HubPlace, openPlace } from '../support/hub-process.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { describeWith } from '../support/provided.ts';
import { type Site, serveSite } from '../support/site.ts';
import type { Browser, Page } from 'playwright';
import type { FrameChannel } from '../../native-host/framing/frame-channel.ts';

const html = `<!doctype html><title>Orders</title><h1 id="head">Orders</h1><label>Name <input id="name" value="old"></label>
  <input type="checkbox" id="box" aria-label="Agree"><button id="go" style="margin-top:1500px">Save</button><p id="said"></p>
  <script>const name = document.getElementById('name');
  go.onclick = e => setTimeout(() => document.body.append(Object.assign(document.createElement('b'), { id: 'late', textContent: name.value + ' saved ' + e.isTrusted })), 300);
  name.onkeydown = e => { if (e.key === 'Enter') said.textContent = 'Enter in ' + e.target.id; };</script>`;
const tools = new Set<string>();

interface Args {
  readonly action?: string;
  readonly text?: string;
  readonly coordinate?: readonly [number, number];
}

/** The extension's side with a page of a real browser behind it: refs and places alone, one call at a time. */
class ExtensionWithPage {
  readonly #channel: FrameChannel;
  readonly #page: Page;

  constructor(channel: FrameChannel, page: Page) {
    this.#channel = channel;
    this.#page = page;
    channel.onFrame(frame => void this.#take(JSON.parse(frame.toString()) as Record<string, unknown>));
  }

  async #take({ type, params }: Record<string, unknown>): Promise<void> {
    if (type !== 'tool_request') return;
    const { tool, args } = params as { tool: string; args: Args };
    tools.add(tool);
    const answer = await this.#answer(tool, args).then(
      text => ({ result: { content: [{ type: 'text', text }] } }),
      (error: unknown) => ({ error: { content: String(error) } }),
    );
    this.#channel.send(JSON.stringify({ type: 'tool_response', ...answer }));
  }

  async #answer(tool: string, args: Args): Promise<string> {
    if (tool === 'tabs_create_mcp') return 'Created new tab. Tab ID: 7';
    if (tool === 'tabs_context_mcp')
      return JSON.stringify({ availableTabs: [{ tabId: 7, title: '', url: this.#page.url() }], tabGroupId: 3 });
    if (tool === 'navigate') {
      await this.#page.goto((args as { url?: string }).url ?? '');
      return 'Navigated';
    }
    if (tool === 'javascript_tool') return String(await this.#page.evaluate(args.text ?? ''));
    if (tool !== 'computer') throw new Error(`Unknown tool: ${tool}`);
    return this.#use(args);
  }

  async #use({ action, text = '', coordinate = [0, 0] }: Args): Promise<string> {
    const { mouse, keyboard } = this.#page;
    if (action === 'left_click') await mouse.click(...coordinate);
    else if (action === 'type') await keyboard.type(text);
    else if (action === 'key') await keyboard.press(text.replace('ctrl+', 'Control+'));
    else throw new Error(`Unknown action: ${action}`);
    return `${action} done`;
  }
}

let place: HubPlace;
let site: Site;
let browser: Browser;
let page: Page;
let channel: FrameChannel;

describeWith(['chromium'], 'Through an extension that knows refs and places alone', () => {
  beforeAll(async () => {
    site = await serveSite((_request, response) => {
      response.setHeader('content-type', 'text/html').end(html);
    });
    browser = await launchPanelBrowser();
    page = await browser.newPage();
    place = openPlace();
    const panel = await place.panel(await place.serve());
    await switchOn(panel);
    await panel.waitFor(({ endpoints }) => endpoints.claudezilla?.state.kind === 'listening', 'the socket is open');
    const argv = ['chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn/'];
    channel = await connectToHub({ home: place.home, role: 'relay', hello: { argv, pid: process.pid } });
    new ExtensionWithPage(channel, page);
    await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the extension waits');
    const [browserId = ''] = Object.keys(panel.snapshot.browsers);
    await panel.request('browsers:approve', { browserId });
    await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is approved');
    await panel.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'own-tabs' });
    await ask('createWindow', { url: `${site.origin}/` });
  });
  afterAll(async () => {
    channel?.close('The test ends.');
    await place?.end();
    await browser?.close();
    await site?.close();
  });

  const ask = async (command: string, params: object = {}): Promise<Record<string, unknown>> => {
    const { socket, tokenFile } = claudezillaFiles(place);
    const authToken = readFileSync(tokenFile, 'utf8');
    const agentId = `agent_7c10653f804e7443c6cd9550bb4ce881_${process.pid}`;
    const [reply = {}] = await exchange(socket, [{ command, params: { agentId, ...params }, authToken }]);
    if (reply.success !== true) throw new Error(String(reply.error));
    return reply.result as Record<string, unknown>;
  };

  test('000 Request Format: selectors are typed into, clicked, waited for, read and scrolled to.', async () => {
    await ask('type', { selector: '#name', text: 'Ana' });
    expect(await page.inputValue('#name')).toBe('Ana');
    await ask('click', { selector: '#go' });
    expect(await ask('waitFor', { selector: '#late' })).toMatchObject({ found: true });
    expect(await ask('waitFor', { text: 'Ana saved', timeout: 2_000 })).toMatchObject({ found: true });
    expect(await ask('getContent', { selector: '#late' })).toMatchObject({ text: 'Ana saved true', title: 'Orders' });
    expect(await ask('getElementInfo', { selector: '#go' })).toMatchObject({
      tagName: 'button',
      name: 'Save',
      attributes: { id: 'go' },
    });
    expect(await ask('getAccessibilitySnapshot', { selector: 'label' })).toMatchObject({
      nodeCount: 2,
      truncated: false,
      tree: { children: [{ text: 'Name' }, { role: 'textbox', name: 'Name', selector: '#name', value: 'Ana' }] },
    });
    await ask('scroll', { selector: '#head' });
    await ask('pressKey', { selector: '#name', key: 'Enter' });
    expect(await page.textContent('#said')).toBe('Enter in name');
    await ask('scroll', { y: 400 });
    expect(await page.evaluate(() => scrollY)).toBe(400);
    expect([...tools].toSorted()).toEqual([
      'computer',
      'javascript_tool',
      'navigate',
      'tabs_context_mcp',
      'tabs_create_mcp',
    ]);
  });

  test('000 Request Format: a selector that finds nothing in its time is refused in a sentence.', async () => {
    await expect(ask('click', { selector: '#none', waitTimeout: 300 })).rejects.toThrow(
      'The selector "#none" was not there within 0.3 s',
    );
    await expect(ask('getContent', { selector: '#none' })).rejects.toThrow('nothing on the page matches that selector');
  });
});
