// Keys that answer the dialogs of pages, in a real Chromium: for agents whose programs list no handle_dialog, and within what they may do.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { companionWorker } from '../support/chromium.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';
import type { CompanionHub } from '../integration/native-host/companion-hub.ts';

let scene: ExtensionScene;
let companion: CompanionHub;
let tabId = 0;

const asking = (script: string) =>
  `<!doctype html><title>Asking</title><p id="said">nothing</p>
   <button style="position:fixed;left:0;top:0;width:200px;height:100px">Go</button>
   <script>const say = value => { said.textContent = String(value); };
   document.querySelector('button').onclick = () => { ${script} };</script>`;

const click = { action: 'left_click', coordinate: [50, 50] };
const key = (text: string, more: object = {}) => ({ action: 'key', text, ...more });
const remedy = 'Answer it with computer key Enter, which accepts it, or key Escape, which dismisses it';

describeWith(['chromium'], 'keys that answer dialogs', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({
      '/': '<!doctype html><title>Elsewhere</title>elsewhere',
      '/alert': asking("alert('Saved'); say('gone on')"),
      '/confirm': asking("say(confirm('Delete it?'))"),
      '/prompt': asking("say(prompt('Your name?', 'Ana'))"),
      '/two': asking("say([confirm('First?'), confirm('Second?')])"),
      '/unload': `${asking("say('touched')")}<script>onbeforeunload = event => event.preventDefault()</script>`,
      '/framed': `<!doctype html><title>Framed</title><p id="said">nothing</p><script>
        document.body.append(Object.assign(document.createElement('iframe'), { src: location.href.replace('127.0.0.1', 'localhost').replace('framed', 'inner') }));</script>`,
      '/inner': '<!doctype html><title>Inner</title><script>setTimeout(() => alert("Of the frame"), 300)</script>',
    });
    ({ companion } = scene);
    // Playwright would dismiss each of them by itself.
    scene.context.on('dialog', () => {});
  });
  afterAll(() => scene?.close());
  beforeEach(() => {
    companion.dialogs = 'keys';
    companion.asker = '';
    companion.letsAnswer = true;
    return async () => {
      const worker = await companionWorker(scene.context);
      await worker.evaluate(id => chrome.tabs.remove(id).catch(() => {}), tabId);
    };
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
    ['alert', 'Enter', 'Accepted the alert dialog.', 'gone on'],
    ['alert', 'Escape', 'Dismissed the alert dialog.', 'gone on'],
    ['confirm', 'Return', 'Accepted the confirm dialog.', 'true'],
    ['confirm', 'Esc', 'Dismissed the confirm dialog.', 'false'],
    ['prompt', 'Enter', 'Accepted the prompt dialog.', 'Ana'],
    ['prompt', 'Escape', 'Dismissed the prompt dialog.', 'null'],
  ])('on a dialog of kind %s the key %s does what it does at the keyboard', async (kind, text, answered, came) => {
    await open(`/${kind}`);
    await call('computer', click);
    expect(await call('computer', key(text))).toBe(answered);
    expect(await said()).toContain(came);
  });

  test('answers name the keys, and every other call does too', async () => {
    await open('/confirm');
    expect(await call('computer', click)).toBe(
      `computer left_click opened a confirm dialog, "Delete it?", in tab ${tabId}. ${remedy}.`,
    );
    for (const [tool, args, name] of [
      ['navigate', { url: `${scene.origin}/` }, 'navigate'],
      ['computer', key('a'), 'computer key'],
      ['computer', key('Enter', { repeat: 2 }), 'computer key'],
      ['computer', key('Enter', { selector: 'button' }), 'computer key'],
      ['computer', { action: 'type', text: 'x' }, 'computer type'],
    ] as const)
      expect(await companion.failure(tool, args, tabId)).toEqual([
        'ERR_TOOL_FAILED',
        `Tab ${tabId} shows a confirm dialog, "Delete it?". ${remedy}, then call ${name} again; it was not begun.`,
      ]);
    await call('computer', key('Enter'));
    expect(await said()).toContain('true');
  });

  test('what is typed for a prompt goes to it with Enter', async () => {
    await open('/prompt');
    expect(await call('computer', click)).toContain('Enter, which accepts it (after computer type, with another text)');
    expect(await call('computer', { action: 'type', text: 'Be' })).toContain(
      'Typed 2 characters for the prompt dialog',
    );
    expect(await call('computer', { action: 'type', text: 'n\n' })).toContain('It takes no line breaks');
    expect(await call('computer', key('Enter'))).toBe('Accepted the prompt dialog.');
    expect(await said()).toContain('Ben');
    await call('computer', click);
    await call('computer', { action: 'type', text: 'Be' });
    await call('computer', { action: 'type', text: 'Cem', clear: true });
    await call('computer', key('Enter'));
    expect(await said()).toContain('Cem');
  });

  test('one that no answer has named is named first, and so is the next one', async () => {
    await open('/confirm');
    const opens = scene.context.waitForEvent('dialog');
    const page = scene.context.pages().find(each => each.url().endsWith('/confirm'));
    await page?.evaluate(() => void setTimeout(() => document.querySelector('button')?.click(), 0));
    await opens;
    expect(await companion.failure('computer', key('Enter'), tabId)).toEqual([
      'ERR_TOOL_FAILED',
      `Tab ${tabId} shows a confirm dialog, "Delete it?". ${remedy}, then call computer key again; it was not begun.`,
    ]);
    expect(await call('computer', key('Escape'))).toBe('Dismissed the confirm dialog.');
    expect(await said()).toContain('false');
    await call('navigate', { url: `${scene.origin}/two` });
    await call('computer', click);
    expect(await call('computer', key('Enter'))).toBe(
      `Accepted the confirm dialog. Open in tab ${tabId} now: a confirm dialog, "Second?". ${remedy}.`,
    );
    await call('computer', key('Escape'));
    expect(await said()).toContain('true,false');
  });

  test('what was typed is taken back with an empty text, and handle_dialog hands it over as well', async () => {
    await open('/prompt');
    await call('computer', click);
    await call('computer', { action: 'type', text: 'Ben' });
    expect(await call('computer', { action: 'type', text: '', clear: true })).toContain(
      'Nothing is left for the prompt dialog, in place of what is filled in; key Enter accepts it with that.',
    );
    await call('computer', key('Enter'));
    expect(await said()).not.toMatch(/Ana|Ben/);
    await call('computer', click);
    await call('computer', { action: 'type', text: 'Cem' });
    await call('handle_dialog', { accept: true });
    expect(await said()).toContain('Cem');
  });

  test('a key that was sent before its asker knew of the dialog answers nothing', async () => {
    await open('/confirm');
    const ask = (args: object) =>
      companion.request('call', {
        ...{ tool: 'computer', args, tabId, asker: '', dialogs: 'keys' },
        decided: { origin: scene.origin, frames: [] },
      });
    const [clicked, pressed] = await Promise.all([ask(click), ask(key('Enter'))]);
    expect(clicked.result).toMatchObject({ content: [{ text: expect.stringContaining('opened a confirm dialog') }] });
    expect(pressed.error?.message).toContain('then call computer key again; it was not begun.');
    expect(await call('computer', key('Escape'))).toBe('Dismissed the confirm dialog.');
    expect(await said()).toContain('false');
  });

  test('one that was named to another agent is named first, to handle_dialog too', async () => {
    await open('/confirm');
    await call('computer', click);
    companion.asker = 'another';
    expect(await companion.failure('handle_dialog', { accept: true }, tabId)).toEqual([
      'ERR_TOOL_FAILED',
      expect.stringContaining('which no answer had named before'),
    ]);
    companion.asker = 'a third';
    expect((await companion.failure('computer', key('Enter'), tabId))[1]).toContain('it was not begun');
    expect(await call('computer', key('Escape'))).toBe('Dismissed the confirm dialog.');
    expect(await said()).toContain('false');
  });

  test('one that rules keep from handle_dialog by now is left to the user', async () => {
    await open('/confirm');
    await call('computer', click);
    companion.letsAnswer = false;
    expect(await companion.failure('computer', key('Enter'), tabId)).toEqual([
      'ERR_TOOL_FAILED',
      `By now no rule lets this agent answer the dialog in tab ${tabId}; nothing was answered. Ask the user to answer it in the browser.`,
    ]);
    companion.letsAnswer = true;
    await call('computer', key('Escape'));
    expect(await said()).toContain('false');
  });

  test('Escape stays on a page that asks whether to leave it, and Enter leaves', async () => {
    await open('/unload');
    await call('computer', click);
    expect(await call('navigate', { url: `${scene.origin}/` })).toContain(`in tab ${tabId}. ${remedy}.`);
    expect(await call('computer', key('Escape'))).toContain(`Tab ${tabId} stays where it is.`);
    await call('navigate', { url: `${scene.origin}/` });
    expect(await call('computer', key('Enter'))).toContain(`Tab ${tabId} shows another page now.`);
  });

  test('an agent that may answer no dialog answers none with keys either', async () => {
    await open('/confirm');
    await call('computer', click);
    companion.dialogs = 'user';
    expect(await companion.failure('computer', key('Enter'), tabId)).toEqual([
      'ERR_TOOL_FAILED',
      `Tab ${tabId} shows a confirm dialog, "Delete it?". Ask the user to answer it in the browser, then call computer key again; it was not begun.`,
    ]);
    companion.dialogs = undefined;
    await call('handle_dialog', { accept: false });
    expect(await said()).toContain('false');
  });

  test('a dialog of a frame is answered where the call was decided for that frame too, and not before', async () => {
    await open('/framed');
    const decided = { origin: scene.origin, frames: [] };
    const look = () => companion.request('call', { tool: 'read_page', args: {}, tabId, decided, dialogs: 'keys' });
    await expect.poll(async () => (await look()).error?.message).toContain('shows an alert dialog');
    const { error } = await companion.request('call', { tool: 'computer', args: key('Enter'), tabId, decided });
    const inner = scene.origin.replace('127.0.0.1', 'localhost');
    expect(error?.data).toMatchObject({
      code: 'ERR_TAB_MOVED',
      details: { origin: inner, inFrame: true, begun: false },
    });
    const both = { ...decided, frames: [inner] };
    const { result } = await companion.request('call', { tool: 'computer', args: key('Enter'), tabId, decided: both });
    expect(result).toMatchObject({ content: [{ text: 'Accepted the alert dialog.' }] });
  });

  test('the user is asked about the dialog and not about what has the focus, and another one is not answered', async () => {
    await open('/two');
    await call('computer', click);
    const decided = { origin: scene.origin, frames: [] };
    const ask = { tool: 'computer', args: { action: 'key' }, tabId, decided, picture: false };
    const described = await companion.request('describe', ask);
    const { elements } = described.result as { elements: { key: string }[] };
    expect(elements).toMatchObject([{ role: 'confirm dialog', name: 'First?' }]);
    const keys = elements.map(each => each.key);
    const press = () =>
      companion.request('call', {
        tool: 'computer',
        args: key('Enter'),
        tabId,
        decided: { ...decided, elements: keys },
      });
    expect((await press()).result).toMatchObject({
      content: [{ text: expect.stringContaining('Accepted the confirm') }],
    });
    expect((await press()).error?.message).toContain('another dialog by now than the user was asked about');
    await call('computer', key('Escape'));
    expect(await said()).toContain('true,false');
    // None is open any more.
    expect((await press()).error?.data.details).toMatchObject({ elementChanged: true });
  });
});
