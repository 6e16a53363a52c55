// Reading pages and using them with the companion extension, in a real Chromium.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { imageSize } from '../../electron/core/images/image-size.ts';
import { companionWorker } from '../support/chromium.ts';
import { jpegQuality } from '../support/jpeg-quality.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';
import type { CompanionHub } from '../integration/native-host/companion-hub.ts';

const page = `<!doctype html><title>Test page</title>
<h1>Orders</h1><p>There are 3 orders.</p><a href="/next">Next page</a>
<label>Name <input id="name" value=""></label><input type="password" value="hunter2">
<button id="go">Save order</button><div hidden><button>Secret button</button></div>
<div style="height: 3000px"></div>
<script>
  addEventListener('click', event => { if (event.target.id === 'go') document.title = 'clicked ' + event.isTrusted; });
</script>`;

let scene: ExtensionScene;
let companion: CompanionHub;
let tabId = 0;

describeWith(['chromium'], 'pages in the companion extension', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({ '/': page });
    ({ companion } = scene);
  });
  afterAll(() => scene?.close());
  beforeEach(async () => {
    tabId = await scene.open('/');
    return async () => {
      const worker = await companionWorker(scene.context);
      await worker.evaluate(id => chrome.tabs.remove(id), tabId);
    };
  });

  const refOf = async (name: string): Promise<string> => {
    const { text } = await companion.call('read_page', { filter: 'interactive' }, tabId);
    return new RegExp(`"${name}" \\[(ref_\\d+)\\]`).exec(text)?.[1] ?? `no ref for ${name} in ${text}`;
  };

  const title = async (): Promise<string | undefined> => {
    const worker = await companionWorker(scene.context);
    return worker.evaluate(async id => (await chrome.tabs.get(id)).title, tabId);
  };

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
    const first = await refOf('Save order');
    const again = await refOf('Save order');
    const { text } = await companion.call('read_page', { ref_id: first }, tabId);
    expect([again, text.includes(`\n\nbutton "Save order" [${first}]\n\nreading `)]).toEqual([first, true]);
  });

  test('read_page with filter interactive leaves out what cannot be used', async () => {
    const { text } = await companion.call('read_page', { filter: 'interactive' }, tabId);
    expect([text.includes('Save order'), text.includes('heading')]).toEqual([true, false]);
  });

  test('read_page stops at max_chars and says how to read on, which gives the rest', async () => {
    const { text } = await companion.call('read_page', { max_chars: 100 }, tabId);
    const [, left, from] = /\((\d+) more parts; read_page from=(\d+)\)/.exec(text)?.map(Number) ?? [];
    const rest = await companion.call('read_page', { from }, tabId);
    expect([left, from, text.includes('heading "Orders"')]).toEqual([5, 1, true]);
    expect([rest.text.includes('button "Save order"'), rest.text.includes('heading')]).toEqual([true, false]);
  });

  test('computer takes a screenshot of a tab in the background: a real JPEG of the size of the page', async () => {
    const { content } = await companion.call('computer', { action: 'screenshot', scale: 1, format: 'jpeg' }, tabId);
    const image = content[0];
    const bytes = Buffer.from(String(image?.data), 'base64');
    const { text } = await companion.call('read_page', {}, tabId);
    const [, width, height] = /viewport (\d+)x(\d+)/.exec(text) ?? [];
    expect(image).toMatchObject({ type: 'image', mimeType: 'image/jpeg' });
    expect(imageSize(bytes)).toEqual({ width: Number(width), height: Number(height) });
  });

  test('a screenshot is half the size unless more is asked for, says how its pixels become coordinates, and takes the smaller form', async () => {
    const take = (args: object) => companion.call('computer', { action: 'screenshot', ...args }, tabId);
    const half = await take({});
    expect(half.content[1]?.text).toMatch(/It is scaled by 0\.5: a coordinate is its pixel divided by 0\.5\.$/);
    const forms = await Promise.all(['jpeg', 'png'].map(format => take({ format })));
    const sizes = forms.map(({ content }) => String(content[0]?.data).length);
    expect(forms.map(({ content }) => content[0]?.mimeType)).toEqual(['image/jpeg', 'image/png']);
    expect(String(half.content[0]?.data).length).toBe(Math.min(...sizes));
    const glance = await take({ purpose: 'quick-glance' });
    expect(glance.content[1]?.text).toContain('scaled by 0.25');
    expect(await companion.failure('computer', { action: 'screenshot', purpose: 'art' }, tabId)).toEqual([
      'ERR_INVALID_ARGUMENTS',
      'purpose is "art"; send one of quick-glance, read-text, inspect-ui, full-detail.',
    ]);
  });

  test('a screenshot has the quality and the scale that are asked for, or those of its purpose', async () => {
    const { text } = await companion.call('javascript_tool', { text: 'document.documentElement.clientWidth' }, tabId);
    const take = async (args: object) => {
      const { content } = await companion.call('computer', { action: 'screenshot', format: 'jpeg', ...args }, tabId);
      const bytes = Buffer.from(String(content[0]?.data), 'base64');
      // The whole page has its scroll bar as well.
      const scale = Math.round(((imageSize(bytes)?.width ?? 0) / Number(text)) * 20) / 20;
      return { made: `quality ${jpegQuality(bytes)}, scale ${scale}`, bytes: bytes.length };
    };
    const made = async (args: object) => (await take(args)).made;
    expect(await made({})).toBe('quality 60, scale 0.5');
    expect(await made({ purpose: 'quick-glance' })).toBe('quality 30, scale 0.25');
    expect(await made({ purpose: 'read-text' })).toBe('quality 60, scale 0.5');
    expect(await made({ purpose: 'inspect-ui' })).toBe('quality 80, scale 0.75');
    expect(await made({ purpose: 'full-detail' })).toBe('quality 95, scale 1');
    expect(await made({ purpose: 'quick-glance', quality: 70, scale: 1 })).toBe('quality 70, scale 1');
    const [coarse, fine] = [await take({ quality: 10 }), await take({ quality: 90 })];
    expect([coarse.made, fine.made]).toEqual(['quality 10, scale 0.5', 'quality 90, scale 0.5']);
    expect(fine.bytes).toBeGreaterThan(coarse.bytes);
  });

  test('an annotated screenshot differs, and names refs that are clicked', async () => {
    const take = (args: object) => companion.call('computer', { action: 'screenshot', format: 'png', ...args }, tabId);
    const [plain, marked] = [await take({}), await take({ annotate: true })];
    expect(marked.content[0]?.data).not.toBe(plain.content[0]?.data);
    expect(marked.content[1]?.text).toContain('A number on it is a ref: 12 is ref_12.');
  });

  test('computer clicks an element by its ref with a trusted event', async () => {
    await companion.call('computer', { action: 'left_click', ref: await refOf('Save order') }, tabId);
    await expect.poll(title).toBe('clicked true');
  });

  test('computer types into the field that was clicked, character by character', async () => {
    await companion.call('computer', { action: 'left_click', ref: await refOf('Name') }, tabId);
    await companion.call('computer', { action: 'type', text: 'Ana é 7' }, tabId);
    const { text } = await companion.call('read_page', {}, tabId);
    expect(text).toContain('value="Ana é 7"');
  });

  test('computer presses keys and chords, which edit the field as a user’s would', async () => {
    await companion.call('computer', { action: 'left_click', ref: await refOf('Name') }, tabId);
    await companion.call('computer', { action: 'type', text: 'abc' }, tabId);
    await companion.call('computer', { action: 'key', text: 'ctrl+a Backspace' }, tabId);
    const { text } = await companion.call('read_page', {}, tabId);
    expect(text).toMatch(/textbox "Name" \[ref_\d+\] focused\n/);
  });

  test('computer scrolls the page', async () => {
    await companion.call('computer', { action: 'scroll', scroll_direction: 'down', scroll_amount: 5 }, tabId);
    const worker = await companionWorker(scene.context);
    const y = () =>
      worker.evaluate(
        async id => (await chrome.scripting.executeScript({ target: { tabId: id }, func: () => scrollY }))[0]?.result,
        tabId,
      );
    await expect.poll(y).toBe(500);
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
});
