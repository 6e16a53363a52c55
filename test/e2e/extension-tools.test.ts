// How tools of the companion extension find elements by ref, selector and words, and use them, in a real Chromium.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { imageSize } from '../../electron/core/images/image-size.ts';
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

const board = `<!doctype html><title>Board</title><body style="margin:0"><div id="pad" style="width:400px;height:400px"></div><script>
  window.moves = [];
  for (const type of ['mousedown', 'mousemove', 'mouseup'])
    addEventListener(type, event => moves.push([type, Math.round(event.clientX), Math.round(event.clientY), event.buttons].join(' ')));
</script>`;

/** Terminals take each key out of their field; one listens a little further out. */
const terminal = `<!doctype html><title>Terminal</title><input id="bare"><pre id="line"></pre><div id="wide"><p><input id="around"></p></div><pre id="far"></pre><script>
  const take = (field, into) => event => { if (event.key.length === 1) into.append(event.key); event.preventDefault(); field.value = ''; };
  bare.addEventListener('keydown', take(bare, line));
  wide.onkeydown = take(around, far);
</script>`;
const fields = `<!doctype html><title>Fields</title><input id="plain"><div id="card">${'<input maxlength="4" class="four">'.repeat(4)}</div>
<div id="code">${'<input maxlength="1" class="one">'.repeat(10)}</div><input id="some" maxlength="12" value="12345"><input id="many" type="number"><script>
  window.keys = [];
  addEventListener('keydown', event => keys.push(event.key));
  for (const field of document.querySelectorAll('.one, .four'))
    field.addEventListener('input', () => field.value.length === field.maxLength && field.nextElementSibling?.focus());
  const held = selector => [...document.querySelectorAll(selector)].map(field => field.value).join('-');
</script>`;

/** Elements that are named like members of a prototype. */
const odd = `<!doctype html><title>Odd</title><constructor>First words</constructor>
<valueof>Second words</valueof><input type="constructor" value="typed"><p>Last words</p>`;

let scene: ExtensionScene;
let tabId = 0;

describeWith(['chromium'], 'the tools of the companion extension', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({
      '/': form,
      '/board': board,
      '/odd': odd,
      '/fields': fields,
      '/terminal': terminal,
    });
  });
  afterAll(() => scene?.close());
  beforeEach(async () => {
    tabId = await scene.open('/');
    return async () => void (await scene.companion.call('tabs_close', {}, tabId));
  });

  const call = async (tool: string, args: object) => (await scene.companion.call(tool, args, tabId)).text;
  const failure = (tool: string, args: object) => scene.companion.failure(tool, args, tabId);
  const script = async (text: string): Promise<unknown> => JSON.parse(await call('javascript_tool', { text }));

  test('A long text goes into a field at once, and its last character is a key; fields with little room get key after key.', async () => {
    const own = await scene.open('/fields');
    const typeInto = (selector: string, text: string) =>
      scene.companion.call('computer', { action: 'type', selector, text }, own);
    const read = async (text: string) =>
      JSON.parse((await scene.companion.call('javascript_tool', { text }, own)).text);
    await typeInto('#plain', 'a long word');
    expect(await read("[held('#plain'), keys.splice(0)]")).toEqual(['a long word', ['d']]);
    await typeInto('#plain', ', short');
    expect(await read("[held('#plain'), keys.splice(0)]")).toEqual(['a long word, short', [...', short']]);
    await typeInto('.one', '0123456789');
    expect(await read("[held('.one'), keys.splice(0)]")).toEqual(['0-1-2-3-4-5-6-7-8-9', [...'0123456789']]);
    await typeInto('.four', '1111222233334444');
    expect(await read("[held('.four'), keys.splice(0).length]")).toEqual(['1111-2222-3333-4444', 16]);
    await typeInto('#some', '67890abcdef');
    expect(await read("[held('#some'), keys.splice(0).length]")).toEqual(['67890ab12345', 11]);
    await typeInto('#many', '1234567890.5');
    expect(await read("[held('#many'), keys.splice(0).length]")).toEqual(['1234567890.5', 12]);
  });

  test('Tab and Enter in a long text are pressed in a field of one line, and are text in one of many.', async () => {
    await call('computer', { action: 'type', selector: '#notes', text: 'first line\n\tsecond line', clear: true });
    expect(await script("document.querySelector('#notes').value")).toBe('first line\n\tsecond line');
    const own = await scene.open('/fields');
    const inTab = async (tool: string, args: object) => (await scene.companion.call(tool, args, own)).text;
    await inTab('computer', { action: 'type', selector: '#plain', text: 'ana@example.com\tfour' });
    const values = "[document.querySelector('#plain'), document.querySelector('.four')].map(({ value }) => value)";
    expect(JSON.parse(await inTab('javascript_tool', { text: values }))).toEqual(['ana@example.com', 'four']);
  });

  test('A field whose scripts listen to keys hears of each, however long the text is, on a page that was read and on one that was not.', async () => {
    const own = await scene.open('/terminal');
    const inTab = async (tool: string, args: object) => (await scene.companion.call(tool, args, own)).text;
    const text = `rm sonic.tar.gz ${'-v '.repeat(40)}`;
    const type = async () => {
      for (const selector of ['#bare', '#around']) await inTab('computer', { action: 'type', selector, text });
      const lines = `['#line', '#far'].map(each => document.querySelector(each).textContent)`;
      return JSON.parse(await inTab('javascript_tool', { text: lines }));
    };
    expect(await type()).toEqual([text, text]);
    await inTab('read_page', {});
    expect(await type()).toEqual([text + text, text + text]);
  });

  test('Attack 24: a page whose elements are named like members of a prototype is read and searched.', async () => {
    const own = await scene.open('/odd');
    const read = async (tool: string, args: object) => (await scene.companion.call(tool, args, own)).text;
    const text = await read('read_page', { filter: 'all' });
    for (const words of ['First words', 'Second words', 'Last words']) expect(text).toContain(words);
    expect(text).not.toContain('native code');
    expect(await read('find', { query: 'constructor words' })).toContain('First words');
    await scene.companion.call('tabs_close', {}, own);
  });

  test('computer clicks what a selector matches, with a trusted event.', async () => {
    expect(await call('computer', { action: 'left_click', selector: 'button.act' })).toMatch(
      /^Clicked at \(\d+, \d+\): button "Save order"\. No change seen\.$/,
    );
    expect(await script('log')).toContain('click go true 1 false');
  });

  test.each([
    ['#none', 'ERR_TOOL_FAILED', 'Nothing on the page matches the selector "#none"; look with read_page or find.'],
    ['##', 'ERR_INVALID_ARGUMENTS', '"##" is no CSS selector; send one such as "#name" or "button.save".'],
    ['#off', 'ERR_TOOL_FAILED', 'The button "Hidden" is still hidden after 0.2 s; choose an element that can be seen.'],
  ])('The selector %s is refused in a sentence.', async (selector, code, message) => {
    const args = { action: 'left_click', selector, selector_timeout: 0.2 };
    expect(await failure('computer', args)).toEqual([code, message]);
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

  test('computer says where scrolling moved nothing.', async () => {
    const down = { action: 'scroll', scroll_direction: 'down', scroll_amount: 10 };
    expect(await call('computer', down)).toBe('Scrolled down by 1000 pixels.');
    expect(await call('computer', { ...down, scroll_direction: 'right' })).toBe(
      'Scrolled right by 1000 pixels, but nothing moved: what lies there is at its end or does not scroll that way.',
    );
    await script('scrollTo(0, 99999), 1');
    expect(await call('computer', down)).toMatch(/^Scrolled down by 1000 pixels, but nothing moved: /);
    expect(await call('computer', { ...down, scroll_direction: 'up' })).toBe('Scrolled up by 1000 pixels.');
  });

  test('computer waits for what it scrolls to.', async () => {
    await call('computer', { action: 'left_click', selector: '#go' });
    expect(await call('computer', { action: 'scroll_to', selector: '#late' })).toMatch(/^The element is in view/);
    await script("setTimeout(() => { document.querySelector('#off').style.display = ''; }, 600), 1");
    expect(await call('computer', { action: 'scroll_to', selector: '#off' })).toMatch(/^The element is in view/);
    await script("document.querySelector('#off').style.display = 'none', 1");
    for (const action of ['scroll', 'scroll_to'])
      expect(await failure('computer', { action, selector: '#off', selector_timeout: 0 })).toEqual([
        'ERR_TOOL_FAILED',
        'The button "Hidden" is hidden; choose an element that can be seen.',
      ]);
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
    await call('computer', { action: 'left_click', selector: '#name' });
    expect(await call('computer', { action: 'type', text: 'Bo', clear: true, repeat: 2 })).toBe(
      'Typed 2 characters into textbox "Name". type ignores repeat.',
    );
    expect(await script('document.querySelector("#name").value')).toBe('Bo');
    await script('document.activeElement.blur(), document.querySelector("#go").focus(), 1');
    expect((await failure('computer', { action: 'type', text: 'x', clear: true }))[1]).toContain('clear finds no text');
  });

  test('An empty text with clear empties a field as a user would; without clear it is no text to type.', async () => {
    await script(
      "document.querySelector('#notes').oninput = ({ isTrusted }) => { document.title = `emptied ${isTrusted}`; }, 1",
    );
    await call('computer', { action: 'type', selector: '#notes', text: 'one\ntwo' });
    await script("document.title = 'Form', 1");
    expect(await call('computer', { action: 'type', text: '', clear: false })).toBe('The empty text types nothing.');
    expect(await failure('computer', { action: 'type', text: '' })).toEqual([
      'ERR_INVALID_ARGUMENTS',
      'type needs a text to type; with clear: true it may be empty.',
    ]);
    expect(await script('[document.querySelector("#notes").value, document.title]')).toEqual(['one\ntwo', 'Form']);
    const emptied = await call('computer', { action: 'type', text: '', clear: true });
    expect(emptied).toMatch(/^Deleted all of textbox[^,;]*\.$/);
    expect(await script('[document.querySelector("#notes").value, document.title]')).toEqual(['', 'emptied true']);
    expect(await call('computer', { action: 'type', selector: '#notes', text: '', clear: true })).toMatch(
      /^Deleted all of/,
    );
    await script("document.querySelector('#go').focus(), 1");
    expect((await failure('computer', { action: 'type', text: '', clear: true }))[1]).toContain('clear finds no text');
  });

  test('What an empty text does not empty, and what its page puts there instead, is told.', async () => {
    await script(
      "document.querySelector('#name').oninput = ({ target }) => { target.value ||= '0'; }, document.body.insertAdjacentHTML('beforeend', '<select id=size aria-label=Size><option>Small</select>'), 1",
    );
    await call('computer', { action: 'type', selector: '#name', text: '7', clear: true });
    expect(await call('computer', { action: 'type', selector: '#name', text: '', clear: true })).toContain('holds "0"');
    expect(await call('computer', { action: 'type', selector: '#size', text: '', clear: true })).toContain(
      'holds "Small"',
    );
  });

  test('What is typed, filled in or handed over under something else is told to be covered.', async () => {
    await script(
      "document.body.insertAdjacentHTML('beforeend', '<div role=dialog aria-label=Cookies style=\"position:fixed;inset:0\"></div>'), 1",
    );
    const name = { selector: '#name' };
    const covered = 'covered by dialog "Cookies"';
    expect(await call('computer', { action: 'type', ...name, text: 'Ana' })).toContain(`"Name", ${covered}`);
    expect(await call('form_input', { ...name, value: 'Bo' })).toContain(covered);
    expect((await failure('computer', { action: 'left_click', selector: '#name', selector_timeout: 0 }))[1]).toContain(
      covered,
    );
    await script("document.querySelector('[role=dialog]').remove(), 1");
    expect(await call('form_input', { ...name, value: 'Cy' })).not.toContain('covered');
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
    const sizes = [zoomed, small].map(({ content }) => imageSize(Buffer.from(String(content[0]?.data), 'base64')));
    expect(sizes[0]).toEqual({ width: 100, height: 50 });
    expect(sizes[1]).toEqual({ width: Math.round(width / 2), height: Math.round(height / 2) });
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
    expect(elements[0]).toMatchObject({ role: 'button', name: 'Save order', box: { width: expect.any(Number) } });
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
});
