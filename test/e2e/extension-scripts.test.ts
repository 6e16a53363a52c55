// What the companion extension does beside a page: scripts, console, requests, window, files and messages of megabytes, in a real Chromium.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { companionWorker } from '../support/chromium.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';

const form = '<!doctype html><title>Form</title><textarea id="notes"></textarea>';

const noisy = `<!doctype html><title>Noisy</title><link rel="icon" href="data:,"><script>
  console.log('first', { a: 1 }); console.warn('careful'); console.error('broken');
  setTimeout(() => { throw new Error('thrown later'); });
  fetch('/data?q=1'); fetch('/missing').catch(() => {});
</script>`;

const objects = `<!doctype html><title>Objects</title><link rel="icon" href="data:,"><body><script>
  window.ran = 0;
  const run = () => (ran += 1, 'run');
  console.log('order', { a: 1, b: [1, 2], c: { d: 'x' } }, [{ z: null }, 'two'], {});
  console.log('odd', { get got() { return run(); }, toJSON: run }, new Proxy({}, { ownKeys: run, get: run }), window,
    Array(2000).fill(0), document.body, new Map([[1, 2]]), { by: { frame: window } });
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

describeWith(['chromium'], 'beside the page, the companion extension', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({
      '/': form,
      '/noisy': noisy,
      '/objects': objects,
      '/data': '{}',
      '/drops': drops,
    });
  });
  afterAll(() => scene?.close());
  const here = () => ({ origin: scene.origin });
  beforeEach(async () => {
    tabId = await scene.open('/');
    return async () => void (await scene.companion.call('tabs_close', {}, tabId));
  });

  const call = async (tool: string, args: object) => (await scene.companion.call(tool, args, tabId)).text;
  const failure = (tool: string, args: object) => scene.companion.failure(tool, args, tabId);
  const script = async (text: string): Promise<unknown> => JSON.parse(await call('javascript_tool', { text }));

  test.each([
    ['1 + 1', '2'],
    ['document.title', '"Form"'],
    ['({ a: [1, null] })', '{"a":[1,null]}'],
    ['undefined', 'undefined'],
    ['const x = 5; x * 2', '10'],
    ['await new Promise(resolve => setTimeout(resolve, 50, "later"))', '"later"'],
    ['new Promise(resolve => setTimeout(resolve, 50, { later: true }))', '{"later":true}'],
    ['10n', '10n'],
    ['document.querySelector("#notes")', 'textarea#notes'],
    ['(a, b) => a + b', '(a, b) => a + b'],
    ['null', 'null'],
    ['["a", undefined]', '["a",null]'],
  ])('javascript_tool answers %s with %s.', async (text, value) => {
    expect(await call('javascript_tool', { text })).toBe(value);
  });

  test('javascript_tool says what a script threw.', async () => {
    const [code, message] = await failure('javascript_tool', { text: 'missing.thing' });
    expect([code, message]).toEqual([
      'ERR_TOOL_FAILED',
      expect.stringContaining('The script threw ReferenceError: missing'),
    ]);
  });

  test('What is too long for an answer says how much of it is missing.', async () => {
    const [, thrown] = await failure('javascript_tool', { text: "throw 'x'.repeat(3_000)" });
    expect(thrown).toMatch(/x…\(1000 more characters\)$/);
    await call('javascript_tool', { text: "console.log('y'.repeat(2_500)), 1" });
    expect(await call('read_console_messages', {})).toContain('y…(500 more characters)"');
  });

  test('javascript_tool waits for a promise no longer than it was given.', async () => {
    const [code, message] = await failure('javascript_tool', { text: 'new Promise(() => {})', timeout: 1 });
    expect([code, message]).toEqual([
      'ERR_TOOL_FAILED',
      'The script did not end within 1 s and is still running; send a longer timeout, or do less at once.',
    ]);
    expect(await script('1')).toBe(1);
  });

  test('javascript_tool says of a script whose page is left that it was begun.', async () => {
    const text = 'location.href = "/noisy"; await new Promise(resolve => setTimeout(resolve, 5_000))';
    expect(await failure('javascript_tool', { text })).toEqual([
      'ERR_TOOL_FAILED',
      'The script had started, but its page was left before it ended; what it did stays done, and its value is not known.',
    ]);
  });

  test('javascript_tool waits no longer for a promise that never settles when its call is cancelled.', async () => {
    const args = { text: 'new Promise(() => {})' };
    const id = scene.companion.send('call', { tool: 'javascript_tool', args, tabId, decided: here() });
    scene.companion.notify('cancel', { id });
    expect((await scene.companion.answerTo(id)).error?.data.code).toBe('ERR_CANCELLED');
    expect(await call('javascript_tool', { text: '7' })).toBe('7');
  });

  test('javascript_tool says when a value has no form as JSON.', async () => {
    expect(await failure('javascript_tool', { text: 'const ring = {}; ring.self = ring; ring' })).toEqual([
      'ERR_TOOL_FAILED',
      'The value has no form as JSON; end the script with one that has.',
    ]);
  });

  test('javascript_tool ends a script that holds up its page, also a cancelled one, and then runs the next.', async () => {
    const args = { text: 'for (;;);', timeout: 1 };
    expect(await failure('javascript_tool', args)).toEqual([
      'ERR_TOOL_FAILED',
      'The script ran for 1 s without a pause and was ended; do less at once.',
    ]);
    const id = scene.companion.send('call', { tool: 'javascript_tool', args, tabId, decided: here() });
    const behind = scene.companion.send('call', {
      tool: 'javascript_tool',
      args: { text: '7' },
      tabId,
      decided: here(),
    });
    scene.companion.notify('cancel', { id });
    expect((await scene.companion.answerTo(id)).error?.data.code).toBe('ERR_CANCELLED');
    expect((await scene.companion.answerTo(behind)).result).toMatchObject({ content: [{ text: '7' }] });
  });

  test('read_console_messages knows what was written before it was asked, and leaves out what was cleared.', async () => {
    await scene.companion.call('navigate', { url: `${scene.origin}/noisy` }, tabId);
    const all = async () => JSON.parse(await call('read_console_messages', {})).messages;
    await expect
      .poll(all)
      .toEqual(
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

  test('read_console_messages shows what logged objects hold, and runs nothing of their page for that.', async () => {
    await scene.companion.call('navigate', { url: `${scene.origin}/objects` }, tabId);
    const texts = async () => {
      const { messages } = JSON.parse(await call('read_console_messages', {})) as { messages: { text: string }[] };
      return messages.map(({ text }) => text);
    };
    await expect.poll(texts).toHaveLength(2);
    const [plain, odd] = await texts();
    expect(plain).toBe('order {"a":1,"b":[1,2],"c":{"d":"x"}} [{"z":null},"two"] {}');
    expect(odd).toBe(
      'odd {"got":(…),"toJSON":function} Proxy(Object) Window Array(2000) body Map(1) {"by":{"frame":Window}}',
    );
    expect(await script('ran')).toBe(0);
    // Told while something listened, and again to who comes later.
    await call('javascript_tool', { text: 'console.log({ later: [true] }), 1' });
    expect((await texts()).at(-1)).toBe('{"later":[true]}');
  });

  test('read_network_requests knows the requests of the tab, and of no other.', async () => {
    await scene.companion.call('navigate', { url: `${scene.origin}/noisy` }, tabId);
    const all = async () => JSON.parse(await call('read_network_requests', {})).requests;
    await expect
      .poll(all)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ url: `${scene.origin}/noisy`, type: 'main_frame', status: 200 }),
          expect.objectContaining({ url: `${scene.origin}/data?q=1`, method: 'GET', status: 200 }),
          expect.objectContaining({ url: `${scene.origin}/missing`, status: 404 }),
        ]),
      );
    const missing = JSON.parse(
      await call('read_network_requests', { status: 'error', urlPattern: 'missing', clear: true }),
    );
    expect(missing).toMatchObject({ requests: [{ status: 404 }], filtered: 1 });
    expect(JSON.parse(await call('read_network_requests', {})).requests).toEqual([]);
  });

  test('read_network_requests counts those that it has not kept, and says since when it knows any.', async () => {
    const read = async (of: number) =>
      JSON.parse((await scene.companion.call('read_network_requests', { limit: 1 }, of)).text);
    await scene.companion.call('navigate', { url: `${scene.origin}/` }, tabId);
    await script('Promise.all(Array.from({ length: 320 }, (_, at) => fetch("/data?n=" + at))).then(() => 1)');
    const { total, dropped, note } = await read(tabId);
    expect([total, dropped >= 20, note]).toEqual([300, true, undefined]);
    const page = await scene.context.newPage();
    await page.goto(`${scene.origin}/?own`);
    const { content } = await scene.companion.call('tabs_context', {});
    const [, id] = /"tabId":(\d+)[^{}]*\?own/.exec(String(content[0]?.text)) ?? [];
    const own = Number(id);
    expect(await read(own)).toMatchObject({
      requests: [],
      note: expect.stringMatching(/^Requests before 2\S+Z are not known; /),
    });
    await scene.companion.call('navigate', { url: `${scene.origin}/?again` }, own);
    expect(await read(own)).toMatchObject({ requests: [{ status: 200 }] });
    expect(await read(own)).not.toHaveProperty('note');
    await page.close();
  });

  test('Arguments of 3 MB reach the page whole, and calls behind them are served.', async () => {
    const value = 'Wörter und Zeichen. '.repeat(150_000);
    const filled = call('form_input', { selector: '#notes', value });
    expect(await script('document.title')).toBe('Form');
    expect(await filled).toBe(`Set the value (${value.length} characters).`);
    expect(await script('document.querySelector("#notes").value.length')).toBe(value.length);
  });

  test('A call of which only a part has come is given up when it is cancelled.', async () => {
    const id = scene.companion.send('call', {
      tool: 'form_input',
      args: { value: 'x'.repeat(3_000_000) },
      tabId,
      decided: here(),
    });
    scene.companion.notify('cancel', { id });
    expect(await script('1 + 1')).toBe(2);
  });

  test('An answer of more than 4 MB arrives whole, and says how to read on.', async () => {
    await script('document.body.innerHTML = ("<p>" + "word ".repeat(40) + "</p>").repeat(30_000); 1');
    const tree = await call('read_page', { max_chars: 5_000_000 });
    expect(tree.length).toBeGreaterThan(4_000_000);
    expect(tree).toMatch(/\(\+\d+ characters; get_page_text ref=ref_\d+\)/);
  });

  test('upload_image hands a screenshot to a file field by its id, and drops a picture of 4 MB on a page.', async () => {
    await scene.companion.call('navigate', { url: `${scene.origin}/drops` }, tabId);
    const { content } = await scene.companion.call('computer', { action: 'screenshot' }, tabId);
    const imageId = /imageId (img_[0-9a-f]{20}),/.exec(String(content[1]?.text))?.[1];
    const bytes = Buffer.from(String(content[0]?.data), 'base64').length;
    expect(await call('upload_image', { imageId, selector: '#one' })).toBe('The field holds image.jpg.');
    const data = Buffer.alloc(4_000_000, 7).toString('base64');
    expect(await call('upload_image', { data, filename: '../big.png', selector: '#zone' })).toBe(
      'Dropped big.png on div "Drop here". No change seen.',
    );
    await expect
      .poll(() => script('got'))
      .toEqual([
        ['change one', ['image.jpg', 'image/jpeg', bytes]],
        ['drop', ['big.png', 'image/png', 4_000_000]],
      ]);
  });

  test('file_upload hands files to a field, and says what takes none.', async () => {
    await scene.companion.call('navigate', { url: `${scene.origin}/drops` }, tabId);
    const files = ['a.txt', 'b.txt'].map(name => ({ name, type: 'text/plain', data: btoa(name) }));
    expect(await call('file_upload', { files, selector: '#many' })).toBe('The field holds a.txt, b.txt.');
    await expect
      .poll(() => script('got'))
      .toEqual([['change many', ['a.txt', 'text/plain', 5], ['b.txt', 'text/plain', 5]]]);
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
    expect(await failure('shortcuts_list', {})).toEqual([
      'ERR_TOOL_NOT_FOUND',
      'shortcuts_list has no counterpart in the companion extension; use another tool.',
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

  test('A window that fills the screen still does so where its size is refused.', async () => {
    const worker = await companionWorker(scene.context);
    const stateOf = (change: object) =>
      worker.evaluate(
        async ([id, state]) => {
          const { windowId } = await chrome.tabs.get(id);
          if (state) await chrome.windows.update(windowId, state);
          return (await chrome.windows.get(windowId)).state;
        },
        [tabId, change] as const,
      );
    await stateOf({ state: 'maximized' });
    await expect.poll(() => stateOf({})).toBe('maximized');
    const [code, message] = await failure('resize_window', { left: 19_000, top: 19_000 });
    expect([code, message]).toEqual(['ERR_TOOL_FAILED', expect.stringMatching(/^The window cannot be /)]);
    await expect.poll(() => stateOf({})).toBe('maximized');
    await stateOf({ state: 'normal' });
  });
});
