// What acts by a ref reaches the element wherever its frame stands, and no other document, in a real Chromium.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene, type Page } from './extension-scene.ts';

/** Which buttons were pressed by a trusted event. */
const hits: string[] = [];
const frame = (path: string, style = '', more = '') => `<iframe src="${path}" style="${style}" ${more}></iframe>`;
const button = (name: string) =>
  `<button onclick="event.isTrusted && fetch('/hit/${name}', { mode: 'no-cors' })">Hit ${name}</button>`;

/** How a frame stands in its page, around the address of what is shown in it. */
const stands: Readonly<Record<string, (inner: string, other: string) => string>> = {
  'of its own origin': inner => frame(inner),
  'of another origin': (inner, other) => frame(other + inner),
  'far down': (inner, other) =>
    `<div style="height:4000px"></div>${frame(other + inner)}<div style="height:4000px"></div>`,
  'with border and padding': (inner, other) => frame(other + inner, 'border:20px solid red;padding:30px 10px 5px 40px'),
  'at half its size': (inner, other) =>
    `<div style="transform:scale(.5);transform-origin:0 0">${frame(other + inner, 'margin-left:300px')}</div>`,
  zoomed: inner => `<div style="zoom:1.5">${frame(inner, 'margin-left:100px')}</div>`,
  'in a sandbox': inner => frame(inner, '', 'sandbox="allow-scripts"'),
  'in a box that scrolls': (inner, other) =>
    `<div style="overflow:auto;height:200px;width:400px"><div style="height:900px"></div>${frame(other + inner)}</div>`,
  'taller than the window, with the element at its end': inner => frame(`/tall${inner}`, 'height:3000px'),
  'that scrolls itself': (inner, other) => frame(`${other}/tall${inner}`),
  'in a closed shadow tree': (inner, other) =>
    `<div id="host"></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = '${frame(other + inner)}'</script>`,
  'in a frame of another origin': (inner, other) => frame(`${other}/around?${inner}`),
};
const names = Object.keys(stands).map((_, at) => `n${at}`);

/** Shows the address behind the `?` in a frame of the first origin. */
const around = (origin: string) =>
  `<p>Around</p><script>document.write('<iframe style="margin:30px" src="${origin}' + location.search.slice(1) + '"></iframe>')</script>`;

const sites = (origin: string, other: string): Record<string, Page> => ({
  ...Object.fromEntries(
    Object.values(stands).map((stand, at) => [`/n${at}`, `<title>Outer</title>${stand(`/in/n${at}`, other)}`]),
  ),
  ...Object.fromEntries(names.map(name => [`/in/${name}`, button(name)])),
  ...Object.fromEntries(names.map(name => [`/tall/in/${name}`, `<div style="height:2800px"></div>${button(name)}`])),
  ...Object.fromEntries(
    [...names, 'second'].map((name): [string, Page] => [
      `/hit/${name}`,
      response => void (hits.push(name), response.end()),
    ]),
  ),
  '/around': around(origin),
  '/turned': frame('/in/n0', 'transform:rotate(20deg);margin:100px'),
  '/covered': `${frame(`${other}/in/n0`)}<div role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:#fff">We use cookies</div>`,
  '/twins': `<div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '${frame(`${other}/in/n0`)}${frame(`${other}/in/n1`)}'</script>`,
  '/form': `<title>Order</title><h1>Order</h1>${frame(`${other}/fields`, 'height:400px')}`,
  '/fields': `<label>Name <input id="name"></label><label>Size <select id="size"><option>Small<option>Large</select></label>
    <label>Gift <input type="checkbox" id="gift"></label><label>File <input type="file" id="file"></label>
    <div id="box" style="height:80px;overflow:auto" tabindex="0" role="listbox" aria-label="Long"><div style="height:2000px">Long list</div></div>
    <p id="out" role="status"></p><script>
      const show = () => out.textContent = [document.querySelector('#name').value, size.value, gift.checked, file.files[0]?.name, box.scrollTop > 0].join();
      for (const type of ['input', 'change', 'scroll']) addEventListener(type, show, true);
    </script>`,
  '/blob': `<title>Blob</title><p>Page</p><script>
      const blob = Object.assign(document.createElement('iframe'), { src: URL.createObjectURL(new Blob(['<p>Own words</p>'], { type: 'text/html' })) });
      blob.style = 'position:absolute;top:300px;left:0';
      document.body.append(blob);
    </script>${frame(`${other}/in/n0`, 'position:absolute;top:0;left:0')}`,
  '/swaps': `<title>Swaps</title>${frame('/in/n0')}`,
  '/plain': `<title>Plain</title>${button('second')}`,
});

let scene: ExtensionScene;
let other = '';
let tabId = 0;

describeWith(['chromium'], 'An element in a frame', () => {
  beforeAll(async () => {
    const pages: Record<string, Page> = {};
    scene = await openExtensionScene(pages);
    other = scene.origin.replace('127.0.0.1', 'localhost');
    Object.assign(pages, sites(scene.origin, other));
  });
  afterAll(() => scene?.close());
  beforeEach(() => {
    hits.length = 0;
    return async () => void (await scene.companion.call('tabs_close', {}, tabId));
  });

  const call = async (tool: string, args: object) => (await scene.companion.call(tool, args, tabId)).text;
  const failure = async (tool: string, args: object) => (await scene.companion.failure(tool, args, tabId)).join(': ');
  const refOf = async (name: string, role: string): Promise<string> => {
    let ref = '';
    await until(async () => {
      const { elements } = JSON.parse(await call('find', { query: `${name} ${role}` }));
      ref = elements.find((it: { name: string; role: string }) => it.name === name && it.role === role)?.ref ?? '';
      return ref !== '';
    }, `${name} is found`);
    return ref;
  };
  const refOfButton = (name: string) => refOf(`Hit ${name}`, 'button');

  test.each(Object.keys(stands).map((stand, at) => [stand, `n${at}`]))(
    '%s is pressed by a trusted event.',
    async (_, name) => {
      tabId = await scene.open(`/${name}`);
      const ref = await refOfButton(name);
      expect(ref).toMatch(/^f\d+_ref_\d+$/);
      await call('computer', { action: 'left_click', ref });
      await until(() => hits.length > 0, `${name} is pressed`);
      expect(hits).toEqual([name]);
    },
  );

  test('takes values, keys, the wheel and files.', async () => {
    tabId = await scene.open('/form');
    const [name, size, , file, box] = await Promise.all(
      [
        ['Name', 'textbox'],
        ['Size', 'combobox'],
        ['Gift', 'checkbox'],
        ['File', 'file'],
        ['Long', 'listbox'],
      ].map(([said = '', role = '']) => refOf(said, role)),
    );
    await call('computer', { action: 'type', ref: name, text: 'Ana' });
    await call('computer', { action: 'key', ref: name, text: 'Backspace' });
    await call('form_input', { ref: size, value: 'Large' });
    await call('form_input', { selector: '#gift', value: true });
    const data = Buffer.from('words').toString('base64');
    await call('upload_image', { ref: file, data, filename: 'words.png' });
    // On a busy machine a wheel may be turned before the browser knows that the frame scrolls; it then says that nothing moved.
    const scrolled = () => call('computer', { action: 'scroll', ref: box, scroll_direction: 'down' });
    await expect.poll(scrolled, { timeout: 10_000 }).toBe('Scrolled down by 300 pixels.');
    const told = () => call('get_page_text', { selector: '#out' });
    await expect.poll(told, { timeout: 10_000 }).toMatch(/\n\nAn,Large,true,words\.png,true$/);
  });

  test('says when nothing scrolled there, and where its frame does not tell.', async () => {
    tabId = await scene.open('/form');
    const ref = await refOf('Long', 'listbox');
    const scroll = (args: object) => call('computer', { action: 'scroll', scroll_amount: 10, ...args });
    expect(await scroll({ ref })).toBe('Scrolled down by 1000 pixels.');
    const [, x = '', y = ''] = /\((\d+), (\d+)\)/.exec(await call('computer', { action: 'scroll_to', ref })) ?? [];
    const coordinate = [Number(x), Number(y)];
    // The first glides for a while, and may have reached the end since.
    await expect.poll(() => scroll({ coordinate })).toMatch(/^Scrolled down by 1000 pixels, but nothing moved: /);
    expect(await scroll({ coordinate, scroll_direction: 'up' })).toBe('Scrolled up by 1000 pixels.');
    scene.companion.covered = () => [];
    const untold = await scroll({ coordinate }).finally(() => (scene.companion.covered = origins => origins));
    expect(untold).toContain(', but whether anything moved is not known: ');
  });

  test('is refused where its frame is turned, and not pressed where something lies above the frame.', async () => {
    tabId = await scene.open('/turned');
    expect(await failure('computer', { action: 'left_click', ref: await refOfButton('n0') })).toMatch(
      /^ERR_TOOL_FAILED: The frame \[ref_\d+\] is turned by its page/,
    );
    await scene.companion.call('navigate', { url: `${scene.origin}/covered` }, tabId);
    const covered = await failure('computer', {
      action: 'left_click',
      ref: await refOfButton('n0'),
      selector_timeout: 0,
    });
    expect(covered).toContain('covered by dialog "Cookies"');
    expect(hits).toEqual([]);
  });

  test('that nothing in its page tells from its like is told apart by the debugger.', async () => {
    tabId = await scene.open('/twins');
    const first = await refOfButton('n0');
    const second = await refOfButton('n1');
    const text = await call('read_page', {});
    expect(text).toMatch(/^iframe [^]*"Hit n0"[^]*^iframe [^]*"Hit n1"/m);
    expect(text).not.toContain('does not tell');
    await call('computer', { action: 'left_click', ref: second });
    await until(() => hits.length > 0, 'the second is pressed');
    await call('computer', { action: 'left_click', ref: first });
    await until(() => hits.length > 1, 'the first is pressed');
    expect(hits).toEqual(['n1', 'n0']);
  });

  test('of another origin keeps its place when a frame before it is one that the browser does not list.', async () => {
    tabId = await scene.open('/blob');
    await refOfButton('n0');
    await until(async () => (await call('read_page', {})).includes('Own words'), 'the unlisted frame is read');
    const decided = { origin: scene.origin, frames: [] };
    const args = { action: 'left_click', coordinate: [30, 20] };
    const { error } = await scene.companion.request('call', { tool: 'computer', args, tabId, decided });
    expect(error?.data).toMatchObject({
      code: 'ERR_TAB_MOVED',
      details: { inFrame: true, origin: other, begun: false },
    });
    expect(hits).toEqual([]);
  });

  test('is gone once its frame shows another page, and its ref names nothing there.', async () => {
    tabId = await scene.open('/swaps');
    const ref = await refOfButton('n0');
    await call('javascript_tool', { text: `document.querySelector('iframe').src = '/plain'` });
    const second = await refOfButton('second');
    expect(second).not.toBe(ref);
    expect(await failure('computer', { action: 'left_click', ref })).toMatch(
      /^ERR_TOOL_FAILED: Frame f\d+ of tab \d+ is gone or shows another page \(nothing was done\); call read_page again\.$/,
    );
    expect(hits).toEqual([]);
  });

  test('Refs of a page that the tab has left say so, and its numbers are never used again.', async () => {
    tabId = await scene.open('/plain');
    const ref = await refOfButton('second');
    await scene.companion.call('navigate', { url: `${scene.origin}/plain?again` }, tabId);
    const again = await refOfButton('second');
    expect(Number(again.replace('ref_', ''))).toBeGreaterThan(Number(ref.replace('ref_', '')));
    expect(await failure('computer', { action: 'left_click', ref })).toBe(
      `ERR_TOOL_FAILED: ${ref} was on a page that tab ${tabId} has left; call read_page again.`,
    );
    expect(hits).toEqual([]);
  });
});
