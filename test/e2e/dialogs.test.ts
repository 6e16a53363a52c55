// The dialogs that pages open, in a real Chromium: no call waits for one, an answer names it, and handle_dialog answers it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { companionWorker } from '../support/chromium.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';
import type { CompanionHub } from '../integration/native-host/companion-hub.ts';

let scene: ExtensionScene;
let companion: CompanionHub;
let tabId = 0;

const asking = (name: string, script: string) =>
  `<!doctype html><title>${name}</title><p id="said">nothing</p>
   <button style="position:fixed;left:0;top:0;width:200px;height:100px">Go</button>
   <script>const say = value => { said.textContent = String(value); };
   document.querySelector('button').onclick = () => { ${script} };</script>`;

const click = { action: 'left_click', coordinate: [50, 50] };

describeWith(['chromium'], 'dialogs that pages open', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({
      '/': '<!doctype html><title>Elsewhere</title>elsewhere',
      '/alert': asking('Alert', "alert('Saved\\n\\u202eevil'); say('gone on')"),
      '/confirm': asking('Confirm', "say(confirm('Delete it?'))"),
      '/prompt': asking('Prompt', "say(prompt('Your name?', 'Ana'))"),
      '/two': asking('Two', "say([confirm('First?'), confirm('Second?')])"),
      '/endless': asking('Endless', "for (let at = 1; ; at += 1) alert('Number ' + at)"),
      '/long': asking('Long', "alert('x'.repeat(1e6))"),
      '/field': `<!doctype html><title>Field</title><input id="name" onchange="said.textContent = confirm('Rename it?')"><p id="said">nothing</p>`,
      '/steps': `<!doctype html><title>Steps</title>${['one', 'two', 'three'].map(id => `<input id="${id}">`).join('')}<p id="said"></p><script>
        two.onchange = () => alert('Second');
        three.oninput = () => { if (three.value.length === 3) alert('Third'); };
        three.onkeydown = ({ key }) => { if (key === 'ArrowUp') alert('Up'); };
        one.onclick = () => alert('Clicked');</script>`,
      '/drag': `<!doctype html><title>Drag</title><button id="go">Go</button><p style="margin-top:200px">There</p><script>
        const heard = [];
        for (const type of ['mousedown', 'mouseup', 'click']) addEventListener(type, ({ target }) => heard.push(type + ' ' + target.nodeName));
        onmousemove = ({ buttons }) => { if (buttons && heard.length === 1) { heard.push('alert'); alert('Moved'); } };</script>`,
      '/files':
        '<!doctype html><title>Files</title><input type="file" style="position:fixed;left:0;top:0;width:200px;height:100px">',
      '/load': '<!doctype html><title>Load</title><script>alert("Welcome")</script>loaded',
      '/soon': asking('Soon', '').replace(
        '</script>',
        "; setTimeout(() => { alert('By itself'); say('gone on'); }, 1500)</script>",
      ),
      '/later': asking('Later', "setTimeout(() => say(confirm('Still there?')), 200)"),
      '/unload': `${asking('Unload', "say('touched')")}<script>onbeforeunload = event => event.preventDefault()</script>`,
    });
    ({ companion } = scene);
    // Playwright would dismiss each of them by itself.
    scene.context.on('dialog', () => {});
  });
  afterAll(() => scene?.close());
  beforeEach(() => async () => {
    const worker = await companionWorker(scene.context);
    await worker.evaluate(id => chrome.tabs.remove(id).catch(() => {}), tabId);
  });

  const open = async (path: string) => {
    tabId = await scene.open(path);
  };
  const call = async (tool: string, args: object) => {
    const { content } = await companion.call(tool, args, tabId);
    return content.map(({ text }) => String(text)).join(' ');
  };
  const said = async () => (await companion.call('get_page_text', { selector: '#said' }, tabId)).text;

  test.each([
    ['alert', { accept: true }, 'an alert dialog, "Saved␊⟨U+202E⟩evil"', 'Accepted the alert dialog.', 'gone on'],
    ['confirm', { accept: true }, 'a confirm dialog, "Delete it?"', 'Accepted the confirm dialog.', 'true'],
    ['confirm', { accept: false }, 'a confirm dialog, "Delete it?"', 'Dismissed the confirm dialog.', 'false'],
    [
      'prompt',
      { accept: true, text: 'Ben' },
      'a prompt dialog, "Your name?", with "Ana" filled in',
      'Accepted the prompt dialog.',
      'Ben',
    ],
    [
      'prompt',
      { accept: true },
      'a prompt dialog, "Your name?", with "Ana" filled in',
      'Accepted the prompt dialog.',
      'Ana',
    ],
    [
      'prompt',
      { accept: false },
      'a prompt dialog, "Your name?", with "Ana" filled in',
      'Dismissed the prompt dialog.',
      'null',
    ],
  ])('a click that opens one of kind %s names it, and %o answers it', async (kind, args, words, answered, came) => {
    await open(`/${kind}`);
    expect(await call('computer', click)).toBe(
      `computer left_click opened ${words}, in tab ${tabId}. Answer it with handle_dialog.`,
    );
    expect(await call('handle_dialog', args)).toBe(answered);
    expect(await said()).toContain(came);
  });

  test('every other call says at once what keeps it, and works once the dialog is answered', async () => {
    await open('/confirm');
    await call('computer', click);
    for (const [tool, args, name] of [
      ['read_page', {}, 'read_page'],
      ['computer', { action: 'screenshot' }, 'computer screenshot'],
      ['javascript_tool', { text: '1' }, 'javascript_tool'],
      ['navigate', { url: `${scene.origin}/` }, 'navigate'],
    ] as const)
      expect(await companion.failure(tool, args, tabId)).toEqual([
        'ERR_TOOL_FAILED',
        `Tab ${tabId} shows a confirm dialog, "Delete it?". Answer it with handle_dialog, then call ${name} again; it was not begun.`,
      ]);
    await call('handle_dialog', { accept: true });
    expect(await call('read_page', {})).toContain('Go');
    expect(await call('javascript_tool', { text: 'said.textContent' })).toBe('"true"');
    expect(JSON.parse(await call('navigate', { url: `${scene.origin}/` }))).toMatchObject({ title: 'Elsewhere' });
  });

  test('one dialog after the other is named before it is answered', async () => {
    await open('/two');
    await call('computer', click);
    expect(await call('handle_dialog', { accept: true })).toBe(
      `Accepted the confirm dialog. Open in tab ${tabId} now: a confirm dialog, "Second?". Answer it with handle_dialog.`,
    );
    expect(await call('handle_dialog', { accept: false })).toBe('Dismissed the confirm dialog.');
    expect(await said()).toContain('true,false');
  });

  test('a page that never stops asking can be closed', async () => {
    await open('/endless');
    await call('computer', click);
    for (const number of [2, 3, 4])
      expect(await call('handle_dialog', { accept: true })).toContain(`"Number ${number}"`);
    expect(await call('tabs_close', {})).toBe(`Closed tab ${tabId}.`);
  });

  test('a text of a million characters is cut, and the answer says so', async () => {
    await open('/long');
    const answer = await call('computer', click);
    expect(answer).toMatch(/"x{499}…" \(cut at 500 characters\)/);
    await call('handle_dialog', { accept: true });
  });

  test('a field whose change asks is set, and the dialog named', async () => {
    await open('/field');
    expect(await call('form_input', { selector: '#name', value: 'Ana' })).toContain('a confirm dialog, "Rename it?"');
    await call('handle_dialog', { accept: true });
    expect(await said()).toContain('true');
  });

  test('what is left of a call is not done behind a dialog, and the answer says so', async () => {
    await open('/steps');
    const fields = ['#one', '#two', '#three'].map(selector => ({ selector, value: 'set' }));
    const typing = { action: 'type', selector: '#three', text: 'as long as this' };
    const cases = [
      [
        'form_input',
        { fields },
        'Field 2 of 3 was being set; nothing after it was, so send the rest again. Set before it:\n',
      ],
      ['computer', typing, 'Of 15 characters 8 at most were typed; type the rest again.'],
      ['computer', { action: 'key', selector: '#three', text: 'ArrowUp ArrowDown' }, '1 of 2 keys was pressed.'],
      ['computer', { action: 'double_click', selector: '#one' }, '1 of 2 presses was made.'],
    ] as const;
    for (const [tool, args, words] of cases) {
      expect(await call(tool, args)).toContain(words);
      await call('handle_dialog', { accept: true });
    }
    const values = await call('javascript_tool', { text: '[one, two, three].map(({ value }) => value)' });
    expect(JSON.parse(values)).toEqual(['set', 'set', expect.stringMatching(/^.{3,8}$/)]);
    expect(await call('form_input', { selector: '#three', value: '' })).not.toContain('nothing after');
  });

  test('a drag that a dialog breaks off is no click on what it had hold of', async () => {
    await open('/drag');
    const drag = { action: 'left_click_drag', start_selector: '#go', selector: 'p' };
    expect(await call('computer', drag)).toContain('goes back to where it came from.');
    await call('handle_dialog', { accept: true });
    const heard = async () => JSON.parse(await call('javascript_tool', { text: 'heard' }));
    await expect.poll(heard).toContainEqual(expect.stringContaining('mouseup'));
    expect((await heard()).filter((each: string) => each.endsWith('BUTTON'))).toEqual(['mousedown BUTTON']);
  });

  test('a script that asks is told of, and goes on once that is answered', async () => {
    await open('/');
    expect(await call('javascript_tool', { text: 'window.answer = confirm("Sure?")' })).toBe(
      `javascript_tool opened a confirm dialog, "Sure?", in tab ${tabId}. The value of the script is not known. Answer it with handle_dialog.`,
    );
    await call('handle_dialog', { accept: true });
    expect(await call('javascript_tool', { text: 'window.answer' })).toBe('true');
  });

  test('a page that greets with a dialog does not hold navigate up', async () => {
    await open('/');
    expect(await call('navigate', { url: `${scene.origin}/load` })).toBe(
      `navigate opened an alert dialog, "Welcome", in tab ${tabId}. Answer it with handle_dialog.`,
    );
    expect(await call('handle_dialog', { accept: true })).toContain('Accepted the alert dialog.');
    expect(await call('get_page_text', {})).toContain('loaded');
  });

  test('a page that greets with a dialog does not hold tabs_create up, nothing lies before it, and the dialog is answered', async () => {
    const opened = await companion.call('tabs_create', { url: `${scene.origin}/load` });
    tabId = opened.tab?.tabId ?? 0;
    expect([JSON.parse(opened.text).note, opened.surprise]).toEqual([
      'The page opened an alert dialog, "Welcome". Answer it with handle_dialog.',
      true,
    ]);
    expect(await call('handle_dialog', { accept: true })).toContain('Accepted the alert dialog.');
    expect(await call('get_page_text', {})).toContain('loaded');
    expect(await call('javascript_tool', { text: 'history.length' })).toBe('1');
  });

  test('a dialog in a tab that was only read is named and answered', async () => {
    await open('/soon');
    await call('get_page_text', {});
    await expect
      .poll(() => companion.failure('get_page_text', {}, tabId))
      .toEqual(['ERR_TOOL_FAILED', expect.stringContaining('an alert dialog, "By itself"')]);
    expect(await call('handle_dialog', { accept: true })).toBe('Accepted the alert dialog.');
    expect(await said()).toContain('gone on');
  });

  test('a dialog that comes between two calls is named by the next', async () => {
    await open('/later');
    await call('computer', click);
    await expect
      .poll(() => companion.failure('get_page_text', {}, tabId))
      .toEqual(['ERR_TOOL_FAILED', expect.stringContaining('a confirm dialog, "Still there?"')]);
    await call('handle_dialog', { accept: true });
    expect(await said()).toContain('true');
  });

  test('leaving a page that asks whether to: navigate and tabs_close name it, and it is answered', async () => {
    await open('/unload');
    await call('computer', click);
    const asked = `opened a beforeunload dialog, which asks whether to leave the page, in tab ${tabId}. Answer it with handle_dialog.`;
    expect(await call('navigate', { url: `${scene.origin}/` })).toBe(`navigate ${asked}`);
    expect(await call('handle_dialog', { accept: false })).toBe(
      `Dismissed the beforeunload dialog. Tab ${tabId} stays where it is.`,
    );
    expect(await call('get_page_text', {})).toContain('touched');
    expect(await call('navigate', { url: `${scene.origin}/` })).toBe(`navigate ${asked}`);
    expect(await call('handle_dialog', { accept: true })).toContain(`Tab ${tabId} shows another page now.`);
    expect(await call('get_page_text', {})).toContain('elsewhere');
  });

  test('a tab whose page asks whether to leave it closes when that is accepted', async () => {
    await open('/unload');
    await call('computer', click);
    expect(await call('tabs_close', {})).toContain('tabs_close opened a beforeunload dialog');
    expect(await call('handle_dialog', { accept: true })).toContain(`Tab ${tabId} is closed.`);
    expect((await companion.failure('get_page_text', {}, tabId))[0]).toBe('ERR_INVALID_ARGUMENTS');
  });

  test('a file chooser is not shown, but told of, and file_upload serves its field', async () => {
    await open('/files');
    expect(await call('computer', click)).toContain(
      'The page asked for files; no chooser is shown: hand them to its file field with file_upload.',
    );
    const files = [{ name: 'a.txt', type: 'text/plain', data: 'aGk=' }];
    expect(await call('file_upload', { selector: 'input', files })).toBe('The field holds a.txt.');
  });

  test('what handle_dialog cannot do is said', async () => {
    await open('/confirm');
    expect(await companion.failure('handle_dialog', { accept: true }, tabId)).toEqual([
      'ERR_INVALID_ARGUMENTS',
      `No dialog that can be answered is open in tab ${tabId}; go on without.`,
    ]);
    await call('computer', click);
    expect(await companion.failure('handle_dialog', { accept: 'yes' }, tabId)).toEqual([
      'ERR_INVALID_ARGUMENTS',
      'accept is "yes"; send true or false.',
    ]);
    expect(await companion.failure('handle_dialog', { accept: true, text: 'x' }, tabId)).toEqual([
      'ERR_INVALID_ARGUMENTS',
      'A confirm dialog takes no text; send accept alone.',
    ]);
    await call('handle_dialog', { accept: false });
  });
});
