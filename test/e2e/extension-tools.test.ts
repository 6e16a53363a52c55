// The tools of the companion extension that name elements, fill forms, run scripts and look behind the page, in a real Chromium.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';

const form = `<!doctype html><title>Form</title>
<h1>Order</h1>
<form><label>Name <input id="name" value="old"></label>
<label>Notes <textarea id="notes"></textarea></label>
<label>Size <select id="size"><option value="s">Small</option><option value="l">Large</option></select></label>
<label>Gift <input id="gift" type="checkbox"></label>
<input id="fixed" readonly value="fixed"><input id="secret" type="password" value="hunter2"></form>
<div id="free" contenteditable>old words</div>
<button id="go" class="act">Save order</button><button class="act">Drop order</button>
<button id="off" style="display:none">Hidden</button>
<div style="height:3000px"></div><p id="end">The end</p>
<script>
  const log = [];
  for (const type of ['click', 'dblclick', 'contextmenu', 'mouseover', 'input', 'change'])
    addEventListener(type, event => log.push([type, event.target.id, event.isTrusted, event.detail, event.ctrlKey].join(' ')));
  addEventListener('click', event => {
    if (event.target.id === 'go') setTimeout(() => document.body.append(Object.assign(document.createElement('b'), { id: 'late', textContent: 'Saved now' })), 300);
  });
</script>`;

const noisy = `<!doctype html><title>Noisy</title><script>
  console.log('first', { a: 1 }); console.warn('careful'); console.error('broken');
  setTimeout(() => { throw new Error('thrown later'); });
  fetch('/data?q=1'); fetch('/missing').catch(() => {});
</script>`;

const board = `<!doctype html><title>Board</title><body style="margin:0"><div id="pad" style="width:400px;height:400px"></div><script>
  window.moves = [];
  for (const type of ['mousedown', 'mousemove', 'mouseup'])
    addEventListener(type, event => moves.push([type, Math.round(event.clientX), Math.round(event.clientY), event.buttons].join(' ')));
</script>`;

const drops = `<!doctype html><title>Drops</title>
<label>One <input id="one" type="file"></label><input id="many" type="file" multiple>
<div id="zone" style="width:200px;height:100px">Drop here</div><p id="dead">no drop</p><script>
  window.got = [];
  const note = async (how, files) => got.push([how, ...await Promise.all([...files].map(async file => [file.name, file.type, (await file.arrayBuffer()).byteLength]))]);
  addEventListener('change', event => note('change ' + event.target.id, event.target.files));
  zone.ondragover = event => event.preventDefault();
  zone.ondrop = event => { event.preventDefault(); note('drop', event.dataTransfer.files); };
</script>`;

let scene: ExtensionScene;
let tabId = 0;

describeWith(['chromium'], 'the tools of the companion extension', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({ '/': form, '/noisy': noisy, '/data': '{}', '/board': board, '/drops': drops });
  });
  afterAll(() => scene?.close());
  beforeEach(async () => {
    tabId = await scene.open('/');
    return async () => void (await scene.companion.call('tabs_close', {}, tabId));
  });

  const call = async (tool: string, args: object) => (await scene.companion.call(tool, args, tabId)).text;
  const failure = (tool: string, args: object) => scene.companion.failure(tool, args, tabId);
  const script = async (text: string): Promise<unknown> => JSON.parse(await call('javascript_tool', { text }));

  test('computer clicks what a selector matches, with a trusted event.', async () => {
    expect(await call('computer', { action: 'left_click', selector: 'button.act' })).toMatch(
      /^Clicked at \(\d+, \d+\)\.$/,
    );
    expect(await script('log')).toContain('click go true 1 false');
  });

  test.each([
    ['#none', 'ERR_TOOL_FAILED', 'Nothing on the page matches the selector "#none"; look with read_page or find.'],
    ['##', 'ERR_INVALID_ARGUMENTS', '"##" is no CSS selector; send one such as "#name" or "button.save".'],
    [
      '#off',
      'ERR_TOOL_FAILED',
      'What the selector "#off" matches has no size on the page; choose an element that can be seen.',
    ],
  ])('The selector %s is refused in a sentence.', async (selector, code, message) => {
    expect(await failure('computer', { action: 'left_click', selector })).toEqual([code, message]);
  });

  test('A ref and a selector at once are refused.', async () => {
    expect(await failure('computer', { action: 'hover', selector: '#go', ref: 'ref_1' })).toEqual([
      'ERR_INVALID_ARGUMENTS',
      'ref and selector both name an element; send one of them.',
    ]);
  });

  test('A selector is waited for as long as the call says.', async () => {
    await call('computer', { action: 'left_click', selector: '#go' });
    expect(await call('get_page_text', { selector: '#late', selector_timeout: 5 })).toMatch(/\n\nSaved now$/);
  });

  test('Waiting ends when what is waited for is there, and says so when it never was.', async () => {
    await call('computer', { action: 'left_click', selector: '#go' });
    expect(await call('computer', { action: 'wait', selector: '#late', text: 'Saved now' })).toMatch(
      /^The selector "#late" and text "Saved now" is there after \d+ ms\.$/,
    );
    expect(await call('computer', { action: 'wait', url: 'http://127.0.0.1:*/' })).toContain('is there after');
    expect(await failure('computer', { action: 'wait', text: 'Never', duration: 0.3 })).toEqual([
      'ERR_TOOL_FAILED',
      'The text "Never" was not there within 0.3 s; look with read_page.',
    ]);
  });

  test('computer clicks with the right button, twice and with keys held.', async () => {
    await call('computer', { action: 'right_click', selector: '#go' });
    await call('computer', { action: 'double_click', selector: '#name' });
    await call('computer', { action: 'left_click', selector: '#gift', modifiers: 'ctrl' });
    expect(await script('log')).toEqual(
      expect.arrayContaining(['contextmenu go true 0 false', 'dblclick name true 2 false', 'click gift true 1 true']),
    );
  });

  test('computer hovers, and scrolls an element into view.', async () => {
    await call('computer', { action: 'hover', selector: '#go' });
    await call('computer', { action: 'scroll_to', selector: '#end' });
    expect(await script('log')).toContain('mouseover go true 0 false');
    expect(await script('scrollY')).toBeGreaterThan(2_000);
  });

  test('computer drags with moves between press and release.', async () => {
    await scene.companion.call('navigate', { url: `${scene.origin}/board` }, tabId);
    await call('computer', { action: 'left_click_drag', start_coordinate: [10, 10], coordinate: [210, 110] });
    const moves = await script('moves');
    expect(moves).toEqual(expect.arrayContaining(['mousedown 10 10 1', 'mousemove 110 60 1', 'mouseup 210 110 0']));
  });

  test('computer types into what a selector matches, and replaces what it held when told to.', async () => {
    await call('computer', { action: 'type', selector: '#name', text: 'Ana', clear: true });
    await call('computer', { action: 'key', selector: '#notes', text: 'a', repeat: 3 });
    expect(await script('[document.querySelector("#name").value, document.querySelector("#notes").value]')).toEqual([
      'Ana',
      'aaa',
    ]);
  });

  test('A long text goes in as if it were pasted.', async () => {
    const text = 'word '.repeat(1_000);
    await call('computer', { action: 'type', selector: '#notes', text });
    expect(await script('document.querySelector("#notes").value')).toBe(text);
  });

  test('zoom shows a part of the page, and a screenshot can be smaller.', async () => {
    const zoomed = await scene.companion.call('computer', { action: 'zoom', region: [0, 0, 100, 50] }, tabId);
    const small = await scene.companion.call('computer', { action: 'screenshot', scale: 0.5 }, tabId);
    const [width, height] = (await script('[document.documentElement.clientWidth, innerHeight]')) as [number, number];
    const sizes = [zoomed, small].map(({ content }) => jpegSize(Buffer.from(String(content[0]?.data), 'base64')));
    expect(sizes[0]).toEqual([100, 50]);
    expect(sizes[1]).toEqual([Math.round(width / 2), Math.round(height / 2)]);
  });

  test.each([[[1, 2, 3]], [[10, 10, 5, 20]], ['all']])('zoom refuses the region %j.', async region => {
    const [code, message] = await failure('computer', { action: 'zoom', region });
    expect([code, message]).toEqual([
      'ERR_INVALID_ARGUMENTS',
      expect.stringContaining('send [left, top, right, bottom]'),
    ]);
  });

  test('form_input fills every kind of field, with the events that a page listens to.', async () => {
    expect(await call('form_input', { selector: '#name', value: 'Ana' })).toBe('Set the value (3 characters).');
    expect(await call('form_input', { selector: '#size', value: 'Large' })).toBe('Selected "Large".');
    expect(await call('form_input', { selector: '#gift', value: true })).toBe('Checked it.');
    await call('form_input', { selector: '#notes', value: 7 });
    await call('form_input', { selector: '#free', value: 'new words' });
    const values = ['#name', '#size', '#gift', '#notes'].map(id => `document.querySelector('${id}').value`).join();
    expect(
      await script(`[${values}, document.querySelector('#gift').checked, document.querySelector('#free').textContent]`),
    ).toEqual(['Ana', 'l', 'on', '7', true, 'new words']);
    expect(await script('log.filter(line => /^(input|change) name/.test(line)).length')).toBe(2);
  });

  test.each([
    ['#size', 'Huge', 'What the selector "#size" matches has no option "Huge"; send one of "Small", "Large".'],
    ['#gift', 'yes', 'What the selector "#gift" matches is a checkbox; send true or false.'],
    ['#fixed', 'x', 'What the selector "#fixed" matches is read-only; its page fills it by other means.'],
    ['h1', 'x', 'What the selector "h1" matches is no field of a form; use computer.'],
  ])('form_input refuses %s with %j.', async (selector, value, message) => {
    expect(await failure('form_input', { selector, value })).toEqual(['ERR_TOOL_FAILED', message]);
  });

  test('find knows elements by words, the best first, with refs that computer takes.', async () => {
    const { matches, elements } = JSON.parse(await call('find', { query: 'save button' }));
    expect(elements[0]).toMatchObject({ role: 'button', name: 'Save order', tag: 'button', visible: true });
    expect(matches).toBeGreaterThan(1);
    await call('computer', { action: 'left_click', ref: elements[0].ref });
    expect(await script('log')).toContain('click go true 1 false');
  });

  test('find describes what a selector matches, and no password.', async () => {
    const found = JSON.parse(await call('find', { selector: '.act, #secret', limit: 3 }));
    expect(found).toMatchObject({
      matches: 3,
      elements: [{ tag: 'input' }, { attributes: { id: 'go', class: 'act' } }, { name: 'Drop order' }],
    });
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  test('read_page reads below what a selector matches.', async () => {
    expect(await call('read_page', { selector: 'form' })).not.toContain('Save order');
  });

  test.each([
    ['1 + 1', '2'],
    ['document.title', '"Form"'],
    ['({ a: [1, null] })', '{"a":[1,null]}'],
    ['undefined', 'undefined'],
    ['const x = 5; x * 2', '10'],
    ['await new Promise(resolve => setTimeout(resolve, 50, "later"))', '"later"'],
    ['10n', '10n'],
  ])('javascript_tool answers %s with %s.', async (text, value) => {
    expect(await call('javascript_tool', { text })).toBe(value);
  });

  test('javascript_tool says what a script threw, and ends one that is cancelled.', async () => {
    const [code, message] = await failure('javascript_tool', { text: 'missing.thing' });
    expect([code, message]).toEqual([
      'ERR_TOOL_FAILED',
      expect.stringContaining('The script threw ReferenceError: missing'),
    ]);
    const id = scene.companion.send('call', { tool: 'javascript_tool', args: { text: 'for (;;);' }, tabId });
    const behind = scene.companion.send('call', { tool: 'javascript_tool', args: { text: '7' }, tabId });
    scene.companion.notify('cancel', { id });
    expect((await scene.companion.answerTo(id)).error?.data.code).toBe('ERR_CANCELLED');
    expect((await scene.companion.answerTo(behind)).result).toMatchObject({ content: [{ text: '7' }] });
  });

  test('read_console_messages knows what was written before it was asked, and leaves out what was cleared.', async () => {
    await scene.companion.call('navigate', { url: `${scene.origin}/noisy` }, tabId);
    const all = JSON.parse(await call('read_console_messages', {}));
    expect(all.messages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ level: 'log', text: expect.stringMatching(/^first /) }),
        expect.objectContaining({ level: 'warn', text: 'careful' }),
        expect.objectContaining({ level: 'error', text: expect.stringContaining('thrown later') }),
      ]),
    );
    const broken = JSON.parse(
      await call('read_console_messages', { onlyErrors: true, pattern: '^BROKEN', clear: true }),
    );
    expect(broken).toMatchObject({ messages: [{ text: 'broken', line: 2 }], total: 1 });
    await call('javascript_tool', { text: 'console.log("after")' });
    const { messages } = JSON.parse(await call('read_console_messages', {}));
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(['after']);
  });

  test('read_network_requests knows the requests of the tab, and of no other.', async () => {
    await scene.companion.call('navigate', { url: `${scene.origin}/noisy` }, tabId);
    await call('computer', { action: 'wait', duration: 0.3 });
    const { requests } = JSON.parse(await call('read_network_requests', {}));
    expect(requests).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ url: `${scene.origin}/noisy`, type: 'main_frame', status: 200 }),
        expect.objectContaining({ url: `${scene.origin}/data?q=1`, method: 'GET', status: 200 }),
      ]),
    );
    const missing = JSON.parse(
      await call('read_network_requests', { status: 'error', urlPattern: 'missing', clear: true }),
    );
    expect(missing).toMatchObject({ requests: [{ status: 404 }], filtered: 1 });
    expect(JSON.parse(await call('read_network_requests', {})).requests).toEqual([]);
  });

  test('Arguments of 3 MB reach the page whole, and calls behind them are served.', async () => {
    const value = 'Wörter und Zeichen. '.repeat(150_000);
    const filled = call('form_input', { selector: '#notes', value });
    expect(await script('document.title')).toBe('Form');
    expect(await filled).toBe(`Set the value (${value.length} characters).`);
    expect(await script('document.querySelector("#notes").value.length')).toBe(value.length);
  });

  test('A call of which only a part has come is given up when it is cancelled.', async () => {
    const id = scene.companion.send('call', { tool: 'form_input', args: { value: 'x'.repeat(3_000_000) }, tabId });
    scene.companion.notify('cancel', { id });
    expect(await script('1 + 1')).toBe(2);
  });

  test('An answer of 5 MB arrives whole.', async () => {
    await script('document.body.innerHTML = ("<p>" + "word ".repeat(40) + "</p>").repeat(25_000); 1');
    const tree = await call('read_page', { max_chars: 5_000_000 });
    expect(tree.length).toBeGreaterThan(5_000_000);
    expect(tree).toMatch(/\n\(cut at 5000000 characters; [^\n]+\)$/);
  });

  test('upload_image hands a screenshot to a file field by its id, and drops a picture of 4 MB on a page.', async () => {
    await scene.companion.call('navigate', { url: `${scene.origin}/drops` }, tabId);
    const { content } = await scene.companion.call('computer', { action: 'screenshot' }, tabId);
    const imageId = /imageId (img_[0-9a-f]{20}),/.exec(String(content[1]?.text))?.[1];
    const bytes = Buffer.from(String(content[0]?.data), 'base64').length;
    expect(await call('upload_image', { imageId, selector: '#one' })).toBe('The field holds image.jpg.');
    const data = Buffer.alloc(4_000_000, 7).toString('base64');
    expect(await call('upload_image', { data, filename: '../big.png', selector: '#zone' })).toBe('Dropped big.png.');
    await call('computer', { action: 'wait', duration: 0.2 });
    expect(await script('got')).toEqual([
      ['change one', ['image.jpg', 'image/jpeg', bytes]],
      ['drop', ['big.png', 'image/png', 4_000_000]],
    ]);
  });

  test('file_upload hands files to a field, and says what takes none.', async () => {
    await scene.companion.call('navigate', { url: `${scene.origin}/drops` }, tabId);
    const files = ['a.txt', 'b.txt'].map(name => ({ name, type: 'text/plain', data: btoa(name) }));
    expect(await call('file_upload', { files, selector: '#many' })).toBe('The field holds a.txt, b.txt.');
    expect(await script('got')).toEqual([['change many', ['a.txt', 'text/plain', 5], ['b.txt', 'text/plain', 5]]]);
    expect(await failure('file_upload', { files, selector: '#one' })).toEqual([
      'ERR_TOOL_FAILED',
      'This field takes one file; send them one by one to fields of their own.',
    ]);
    expect(await failure('file_upload', { files, selector: '#dead' })).toEqual([
      'ERR_TOOL_FAILED',
      'What was named is no file field and takes no drop; choose another element.',
    ]);
  });

  test.each([
    [
      'upload_image',
      { imageId: 'img_none', selector: '#one' },
      '"img_none" is no picture that is kept; take a screenshot and send its imageId.',
    ],
    ['upload_image', { selector: '#one' }, 'upload_image needs the imageId of a screenshot, or data.'],
    ['upload_image', { data: 'AAAA' }, 'Files need a ref, a CSS selector or a coordinate [x, y] to go to.'],
    ['file_upload', { selector: '#one' }, 'file_upload needs paths of files.'],
  ])('%s refuses %j with a sentence.', async (tool, args, message) => {
    expect(await failure(tool, args)).toEqual(['ERR_INVALID_ARGUMENTS', message]);
  });

  test('A tool that only other extensions have is named with ours.', async () => {
    expect(await failure('gif_creator', {})).toEqual([
      'ERR_TOOL_NOT_FOUND',
      'gif_creator has no counterpart in the companion extension; use another tool.',
    ]);
  });

  test('resize_window sets the size of the window, and refuses nonsense.', async () => {
    const sized = JSON.parse(await call('resize_window', { width: 900, height: 700 }));
    expect(sized).toMatchObject({ width: 900, height: 700 });
    expect(await failure('resize_window', { width: 5, height: 700 })).toEqual([
      'ERR_INVALID_ARGUMENTS',
      'width is 5; send a number from 100 to 10000.',
    ]);
  });
});

/** Width and height in the frame header of a JPEG (ITU T.81, marker SOF0 or SOF2). */
function jpegSize(bytes: Buffer): [number, number] | null {
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker === 0xffc0 || marker === 0xffc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  return null;
}
