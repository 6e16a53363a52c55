// What the tools tell in a real Firefox, where no debugger is, is what came of them: of what is covered, held back, moved or cut, and of pictures.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageSize } from '../../electron/core/images/image-size.ts';
import { jpegQuality } from '../support/jpeg-quality.ts';
import { describeWith } from '../support/provided.ts';
import { type FirefoxScene, openFirefoxScene } from './firefox-scene.ts';
import type { Scope } from '../../contract/permissions.ts';
import type { Pages } from './decided-scene.ts';

const truths = (bank: string) => `<title>Truths</title><body style="margin:0;height:3000px">
  <button id="under" style="position:absolute;left:10px;top:20px">Under</button>
  <header id="head" style="position:fixed;inset:0 0 auto;height:60px;background:silver">Head</header>
  <div id="held" inert style="margin-top:80px"><button id="kept">Kept back</button></div>
  <button id="plain">Plain</button><button id="ask" onclick="modal.showModal()">Ask</button>
  <dialog id="modal"><button id="done" onclick="modal.close()">Done</button></dialog>
  <button id="drifting" style="position:absolute;left:10px;top:200px">Drifting</button>
  <div style="margin-top:120px"><input id="name" aria-label="Name"><input id="short" aria-label="Short" maxlength="3">
  <input id="fixed" aria-label="Fixed" disabled><input id="last" aria-label="Last">
  <input id="back" aria-label="Back" value="kept" oninput="this.value = 'kept'"></div>
  <button id="away" onclick="location.href = '${bank}/away'">Away</button>
  <button id="tab" onclick="window.open('/opened')">Tab</button>
  <script>const clicks = []; addEventListener('click', event => clicks.push(event.target.id));
    // Frames and timers rest in a tab that nobody sees, messages do not.
    const { port1, port2 } = new MessageChannel();
    // Never where it was: in steps it would come back there between two looks now and then.
    port1.onmessage = () => { drifting.style.left = Math.random() * 300 + 'px'; if (isDrifting) port2.postMessage(0); };
    let isDrifting = false;
    const drift = on => { isDrifting = on; port2.postMessage(0); };
    fetch('/data.json'); fetch('/other.json');</script>`;

/** Nothing that the page brings runs here, but what it says of that stands in its console. */
const closed = `<meta http-equiv="content-security-policy" content="default-src 'none'"><title>Closed</title><h1>Closed</h1>
  <script>console.log('never')</script>`;

const shopPages: Pages = (_, bank) => ({
  '/truths': truths(bank),
  '/closed': closed,
  '/opened': '<title>Opened</title>',
  '/data.json': '{}',
  '/other.json': '{}',
});

const scopes: readonly Scope[] = ['browser:script', 'browser:tabs.create', 'browser:activeTab.screenshot'];

let scene: FirefoxScene;
let tabId = 0;

const said = (tool: string, args: object = {}) => scene.said(tabId, tool, { ...args });
const act = (action: string, args: object = {}) => said('computer', { action, ...args });
const valueOf = async (script: string): Promise<unknown> => JSON.parse(await said('javascript_tool', { text: script }));

async function goTo(path: string): Promise<void> {
  expect(await said('navigate', { url: `${scene.shop.origin}${path}` })).toContain(path);
}

async function picture(args: object = {}): Promise<{ mimeType: string | undefined; bytes: Buffer }> {
  const all = { tabId, action: 'screenshot', ...args };
  const { content } = await scene.claude.client.callTool({ name: 'computer', arguments: all });
  const image = content.find(block => block.type === 'image');
  return { mimeType: image?.mimeType, bytes: Buffer.from(image?.data ?? '', 'base64') };
}

describeWith(['firefox'], 'What the tools tell in Firefox', () => {
  beforeAll(async () => {
    scene = await openFirefoxScene(shopPages, () => ({ '/away': '<title>Away</title>' }), scopes);
    tabId = await scene.open(scene.claude, `${scene.shop.origin}/truths`);
  });
  afterAll(() => scene?.close());

  test('Pictures have the quality, the form and the labels that are asked for.', async () => {
    const whole = imageSize((await picture({ scale: 1, format: 'png' })).bytes)?.width ?? 0;
    const made = async (args: object) => {
      const { bytes } = await picture({ format: 'jpeg', ...args });
      const scale = Math.round(((imageSize(bytes)?.width ?? 0) / whole) * 20) / 20;
      return `quality ${jpegQuality(bytes)}, scale ${scale}`;
    };
    expect(await made({})).toBe('quality 60, scale 0.5');
    expect(await made({ quality: 10 })).toBe('quality 10, scale 0.5');
    expect(await made({ purpose: 'quick-glance' })).toBe('quality 30, scale 0.25');
    expect(await made({ purpose: 'full-detail' })).toBe('quality 95, scale 1');
    const [smaller, jpeg, png] = [await picture(), await picture({ format: 'jpeg' }), await picture({ format: 'png' })];
    expect([jpeg.mimeType, png.mimeType]).toEqual(['image/jpeg', 'image/png']);
    expect(smaller.bytes.length).toBe(Math.min(jpeg.bytes.length, png.bytes.length));
    expect((await picture({ format: 'png', annotate: true })).bytes.equals(png.bytes)).toBe(false);
  });

  test('What a header covers is not clicked, and at a coordinate the header is what is told.', async () => {
    expect(await act('left_click', { coordinate: [20, 30] })).toContain('by a scripted event: banner "Head"');
    expect(await act('left_click', { selector: '#under', selector_timeout: 0.3 })).toContain(
      'The button "Under" is still covered by banner "Head"',
    );
    expect(await valueOf('clicks')).toEqual(['head']);
  });

  test('What keeps moving away is not clicked.', async () => {
    await valueOf('drift(true), 0');
    expect(await act('left_click', { selector: '#drifting', selector_timeout: 0.3 })).toContain(
      'The button "Drifting" is still moving',
    );
    await valueOf('drift(false), 0');
    expect(await valueOf('clicks')).toEqual(['head']);
  });

  test('What is inert or behind a modal dialog is not clicked, and the dialog’s own button is.', async () => {
    expect(await act('left_click', { selector: '#kept', selector_timeout: 0.3 })).toContain('behind a dialog or inert');
    await act('left_click', { selector: '#ask' });
    expect(await act('left_click', { selector: '#plain', selector_timeout: 0.3 })).toContain(
      'behind a dialog or inert',
    );
    expect(await act('left_click', { selector: '#done' })).toContain('button "Done"');
    expect(await valueOf('[clicks.includes("kept"), clicks.includes("plain"), modal.open]')).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('Of many fields those before the one that takes nothing are filled, and the answer says which.', async () => {
    const fields = [
      { selector: '#name', value: 'Ana' },
      { selector: '#fixed', value: 'x' },
      { selector: '#last', value: 'y' },
    ];
    const answer = await said('form_input', { fields, selector_timeout: 0.3 });
    expect(answer).toMatch(/^ERROR Field 2 of 3: The textbox "Fixed" is still disabled/);
    expect(answer).toContain('Nothing behind it was set; set before it:\ntextbox "Name": Set the value (3 characters)');
    expect(await valueOf('["name", "last"].map(id => document.getElementById(id).value)')).toEqual(['Ana', '']);
  });

  test('What a field makes of typing is told.', async () => {
    expect(await act('type', { selector: '#short', text: 'abcdef' })).toContain('holds "abc"');
    expect(await act('type', { selector: '#back', text: 'x' })).toContain('holds "kept"');
  });

  test('Requests are told by a part of their address, and are forgotten when that is asked for.', async () => {
    await expect.poll(() => said('read_network_requests')).toContain('/other.json');
    const told = JSON.parse(await said('read_network_requests', { urlPattern: 'data.json', clear: true }));
    expect(told.requests.map(({ url }: { url: string }) => url)).toEqual([`${scene.shop.origin}/data.json`]);
    expect(JSON.parse(await said('read_network_requests'))).toMatchObject({ requests: [], total: 0 });
  });

  test('find tells as many as are asked for, and of how many.', async () => {
    const { matches, elements } = JSON.parse(await said('find', { selector: 'button', limit: 2 }));
    expect(elements.map(({ name }: { name: string }) => name)).toEqual(['Under', 'Kept back']);
    expect(matches).toBe(await valueOf("document.querySelectorAll('button').length"));
  });

  test('A window is sized and moved.', async () => {
    const bounds = { width: 900, height: 700, left: 30, top: 40 };
    const answer = JSON.parse(await said('resize_window', bounds));
    expect(answer).toMatchObject({ ...bounds, note: expect.stringContaining('when the tab is shown') });
    const shown = () => scene.firefox.remote.evaluateInBrowser('return [outerWidth, outerHeight, screenX, screenY]');
    await expect.poll(shown).toEqual([900, 700, 30, 40]);
  });

  test('The console of a page that lets nothing in tells what was refused.', async () => {
    await goTo('/closed');
    const { messages } = JSON.parse(await said('read_console_messages'));
    const inline = { level: 'error', text: 'The policy of the page (script-src-elem) blocked inline' };
    expect(messages).toContainEqual(expect.objectContaining(inline));
  });

  test('A batch stops where a tab opens and where a call leaves for another site.', async () => {
    await goTo('/truths');
    const batch = (selector: string) =>
      said('browser_batch', {
        actions: [
          { name: 'computer', input: { action: 'left_click', selector, tabId } },
          { name: 'get_page_text', input: { tabId } },
        ],
      });
    const skipped = 'Action 1 of 2 (computer) met a surprise; the 1 after it was not carried out.';
    for (const [selector, surprise] of [
      ['#tab', /The page opened tab \d+ \(.*\/opened\)/],
      ['#away', /The page is http:\/\/localhost:.*\/away now "Away"/],
    ] as const) {
      const answer = await batch(selector);
      expect(answer).toMatch(surprise);
      expect(answer.endsWith(skipped)).toBe(true);
    }
  });
});
