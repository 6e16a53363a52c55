// form_input with one field and with many, of every kind, and what is said of what they hold, in a real Chromium.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';

const form = `<!doctype html><title>Fields</title><form>
<input id="name" aria-label="Name"><input id="day" type="date" aria-label="Day"><input id="at" type="time">
<input id="when" type="datetime-local"><input id="month" type="month"><input id="week" type="week">
<input id="colour" type="color"><input id="range" type="range" min="0" max="10" step="2"><input id="count" type="number"><input id="filled" type="week" value="2012-W10" oninput="document.title = 'Heard'">
<select id="many" multiple aria-label="Many"><option>Red</option><option value="g">Green</option><option>Blue</option><option disabled>Grey</option></select>
<select id="one" aria-label="One"><option>Small</option><option>Large</option></select>
<input id="styled" aria-label="Styled" placeholder="mm/dd/yyyy"><input id="back" aria-label="Back" value="kept"><input id="cut" maxlength="3">
<label style="display:block">Terms <input id="terms" type="checkbox" style="display:none"></label>
<input id="hidden" style="display:none" aria-label="Gone"><input id="later" aria-label="Later" disabled>
<div id="free" contenteditable aria-label="Free">old</div><div id="fake" role="combobox" aria-label="Fake" tabindex="0">Pick</div>
<input id="go" type="submit" value="Send"><input id="secret" type="password" aria-label="Secret">
<div style="overflow:hidden;width:0;height:0"><select id="styled-list" aria-label="Styled list"><option>Low</option><option>High</option></select></div><ul id="drawn" hidden><li>Low<li>High</ul>
<textarea id="notes" aria-label="Notes" readonly>fixed</textarea><p id="text" tabindex="0">Words</p></form>
<script>
  styled.addEventListener('change', () => setTimeout(() => { const [y, m, d] = styled.value.split('-'); styled.value = m + '/' + d + '/' + y; }));
  back.addEventListener('input', () => Promise.resolve().then(() => { back.value = 'kept'; }));
  document.getElementById('styled-list').addEventListener('focus', () => { drawn.hidden = false; });
  secret.addEventListener('input', () => { secret.value = secret.value.slice(0, 4); });
</script>`;

let scene: ExtensionScene;
let tabId = 0;

describeWith(['chromium'], 'form_input', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({ '/': form });
  });
  afterAll(() => scene?.close());
  beforeEach(async () => {
    tabId = await scene.open('/');
    return async () => void (await scene.companion.call('tabs_close', {}, tabId));
  });

  const call = async (tool: string, args: object) => (await scene.companion.call(tool, args, tabId)).text;
  const failure = (tool: string, args: object) => scene.companion.failure(tool, args, tabId);
  const valueOf = async (id: string): Promise<unknown> =>
    JSON.parse(await call('javascript_tool', { text: `document.querySelector('${id}').value` }));

  test.each([
    ['#day', '10 Sep 2012', '2012-09-10'],
    ['#day', '2012/9/10', '2012-09-10'],
    ['#at', '9:30 pm', '21:30'],
    ['#when', '2012-09-10 9:30', '2012-09-10T09:30'],
    ['#month', 'September 2012', '2012-09'],
    ['#week', 'week 36, 2012', '2012-W36'],
    ['#colour', 'tomato', '#ff6347'],
    ['#count', 12.5, '12.5'],
  ])('%s takes %j, and holds %s.', async (selector, value, held) => {
    expect(await call('form_input', { selector, value })).toBe(`Set the value (${held.length} characters).`);
    expect(await valueOf(selector)).toBe(held);
  });

  test.each([
    ['#range', 7, 'Set the value (1 characters); it holds "8" now.'],
    ['#styled', '2012-09-10', 'Set the value (10 characters); it holds "09/10/2012" now.'],
    ['#back', 'new', 'Set the value (3 characters); it holds "kept" now.'],
    ['#secret', 'hunter2', 'Set the value (4 characters); it holds 4 characters now.'],
    ['#many', ['Red', 'g'], 'Selected "Red", "Green".'],
    ['#many', [], 'Selected nothing.'],
    ['#terms', true, 'Checked it.'],
    ['#free', 'new words', 'Set the text (9 characters).'],
  ])('Of %s with %j it says what it holds.', async (selector, value, sentence) => {
    expect(await call('form_input', { selector, value })).toBe(sentence);
  });

  test.each([
    ['#day', '9/10/2012', 'takes no "9/10/2012"; send date as 2012-09-30.'],
    ['#colour', 'var(--x)', 'takes no "var(--x)"; send color as #ff8800.'],
    ['#count', 'many', 'takes no "many"; send number as 1234.5.'],
    ['#many', ['Pink'], 'has no option "Pink"; send one of "Red", "Green", "Blue", "Grey".'],
    ['#many', ['Grey'], 'does not let "Grey" be chosen: it is disabled.'],
    ['#one', ['Small', 'Large'], 'takes one option; send one value.'],
    ['#one', [], 'takes one option; send its text.'],
    ['#name', ['a'], 'is no list; send one value.'],
    ['#fake', 'Red', 'is a list that its page draws; left_click it, then the option.'],
    ['#go', 'x', 'is a button; left_click it.'],
  ])('%s refuses %j.', async (selector, value, end) => {
    expect(await failure('form_input', { selector, value })).toEqual([
      'ERR_TOOL_FAILED',
      `What the selector "${selector}" matches ${end}`,
    ]);
  });

  test('What the browser empties a field of leaves the field, and its page, as it was.', async () => {
    expect(await failure('form_input', { selector: '#filled', value: '2013-W53' })).toEqual([
      'ERR_TOOL_FAILED',
      'What the selector "#filled" matches takes no "2013-W53"; it is a field of type week.',
    ]);
    const text = '[filled.value, document.title === "Heard"]';
    expect(JSON.parse(await call('javascript_tool', { text }))).toEqual(['2012-W10', false]);
  });

  test('A field that is hidden or disabled is waited for, then refused.', async () => {
    const fill = (selector: string, seconds: number) => ({ selector, value: 'x', selector_timeout: seconds });
    expect((await failure('form_input', fill('#hidden', 0.1)))[1]).toBe(
      'The textbox "Gone" is still hidden after 0.1 s; choose an element that can be seen.',
    );
    expect((await failure('form_input', fill('#later', 0.1)))[1]).toMatch(/^The textbox "Later" is still disabled/);
    await call('javascript_tool', { text: 'setTimeout(() => { later.disabled = false; }, 1_500); 1' });
    expect(await call('form_input', fill('#later', 5))).toMatch(
      /^Set the value \(1 characters\) after \d\.\d s \(it was disabled\)\.$/,
    );
  });

  test('A list in whose place its page draws another one is chosen from, and that one stays shut.', async () => {
    expect(await call('form_input', { selector: '#styled-list', value: 'High' })).toMatch(/^Selected "High"/);
    const script = `[document.querySelector('#styled-list').value, document.querySelector('#drawn').hidden]`;
    expect(JSON.parse(await call('javascript_tool', { text: script }))).toEqual(['High', true]);
  });

  test('Many fields are filled in their order, and each is told.', async () => {
    const fields = [
      { selector: '#name', value: 'Ana' },
      { selector: '#styled', value: '2012-09-10' },
      { selector: '#one', value: 'Large' },
      { selector: '#terms', value: true },
    ];
    expect(await call('form_input', { fields })).toBe(
      [
        'textbox "Name": Set the value (3 characters)',
        'textbox "Styled": Set the value (10 characters); it holds "09/10/2012" now',
        'combobox "One": Selected "Large"',
        'checkbox "Terms": Checked it.',
      ].join('\n'),
    );
  });

  test('The first field that fails ends the call, which says what was set before it and that nothing was behind it.', async () => {
    const fields = [
      { selector: '#name', value: 'Ana' },
      { selector: '#one', value: 'Huge' },
      { selector: '#back', value: 'x' },
    ];
    expect(await failure('form_input', { fields })).toEqual([
      'ERR_TOOL_FAILED',
      'Field 2 of 3: What the selector "#one" matches has no option "Huge"; send one of "Small", "Large". Nothing behind it was set; set before it:\ntextbox "Name": Set the value (3 characters)',
    ]);
    expect([await valueOf('#name'), await valueOf('#back')]).toEqual(['Ana', 'kept']);
  });

  test.each([
    [{ fields: [] }, 'fields is []; send [{"ref", "value"}, …], at most 100.'],
    [{ fields: [{ value: 'x' }] }, 'form_input needs a ref from read_page or find, or a CSS selector.'],
    [{ selector: '#name' }, /^value is undefined; send a text or a number, /],
  ])('The arguments %j are refused.', async (args, message) => {
    const [code, said] = await failure('form_input', args);
    expect(code).toBe('ERR_INVALID_ARGUMENTS');
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  test('Typing says where it went and what is held after it, and sends no key to what takes none.', async () => {
    const type = (args: object) => ({ action: 'type', ...args });
    expect(await call('computer', type({ selector: '#name', text: 'Ana' }))).toBe(
      'Typed 3 characters into textbox "Name".',
    );
    expect(await call('computer', type({ selector: '#back', text: 'x' }))).toBe(
      'Typed 1 characters into textbox "Back", holds "kept". No change seen.',
    );
    expect(await call('computer', type({ selector: '#cut', text: 'abcdef' }))).toMatch(/, holds "abc"\.$/);
    expect(await call('computer', type({ text: 'd' }))).toMatch(/^Typed 1 characters into textbox/);
    expect((await failure('computer', type({ selector: '#notes', text: 'x' })))[1]).toBe(
      'textbox "Notes" is read-only; its page fills it by other means.',
    );
    expect((await failure('computer', type({ selector: '#later', text: 'x', selector_timeout: 0.1 })))[1]).toMatch(
      /^The textbox "Later" is still disabled/,
    );
    await call('javascript_tool', { text: 'document.activeElement.blur(); 1' });
    expect((await failure('computer', type({ text: 'x' })))[1]).toMatch(
      /^No field has the focus; left_click one first/,
    );
  });

  test('Keys say what they went to, and where they led.', async () => {
    const press = (text: string, args: object = {}) => call('computer', { action: 'key', text, ...args });
    expect(await press('Tab', { selector: '#name' })).toBe(
      'Pressed Tab on textbox "Name"; the focus is on textbox "Day".',
    );
    expect(await press('Space', { selector: '#go' })).toMatch(/^Pressed Space on button "Send"\. The page is http/);
  });
});
