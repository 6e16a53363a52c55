// What scripts do in a real Firefox where no debugger is: keys, clipboard, drags, the console, scripts beside a policy, and scripts without an end.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { firefoxBank, firefoxShop } from './firefox-pages.ts';
import { type FirefoxScene, openFirefoxScene } from './firefox-scene.ts';

let scene: FirefoxScene;
let tabId = 0;

const said = (tool: string, args: object = {}) => scene.said(tabId, tool, { ...args });
const act = (action: string, args: object = {}) => said('computer', { action, ...args });
const press = (text: string, selector?: string) => act('key', { text, ...(selector !== undefined && { selector }) });
const valueOf = async (script: string): Promise<unknown> => JSON.parse(await said('javascript_tool', { text: script }));
const textOf = (selector: string) => valueOf(`document.querySelector('${selector}').textContent`);

async function goTo(path: string): Promise<void> {
  expect(await said('navigate', { url: `${scene.shop.origin}${path}` })).toContain(path);
}

/** What is selected of a field, drawn with `[` where the selection began and `|` at the caret. */
const drawn = (id: string) =>
  valueOf(`(() => { const { value, selectionStart: from, selectionEnd: to, selectionDirection } = document.getElementById('${id}');
    const [start, end] = from === to ? ['|', ''] : selectionDirection === 'backward' ? ['|', '['] : ['[', '|'];
    return value.slice(0, from) + start + value.slice(from, to) + end + value.slice(to); })()`);

async function consoleOf(args: object = {}): Promise<{ levels: string[]; texts: string[]; [more: string]: unknown }> {
  const { messages, ...more } = JSON.parse(await said('read_console_messages', args)) as {
    messages: { level: string; text: string }[];
  };
  return { levels: messages.map(({ level }) => level), texts: messages.map(({ text }) => text), ...more };
}

/** As its user agrees to it in the pop-up. */
function letScriptsRun(): Promise<unknown> {
  const id = JSON.stringify(extensionIds.firefox);
  return scene.firefox.remote.evaluateInBrowser(
    `const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
     return ExtensionPermissions.add(${id}, { permissions: ['userScripts'], origins: [] }, WebExtensionPolicy.getByID(${id}).extension)`,
  );
}

describeWith(['firefox'], 'The tools in Firefox', () => {
  beforeAll(async () => {
    scene = await openFirefoxScene(firefoxShop, firefoxBank, ['browser:script', 'browser:tabs.create']);
    tabId = await scene.open(scene.claude, `${scene.shop.origin}/keys`);
  });
  afterAll(() => scene?.close());

  test('Arrows, Home and End move the caret of a field, with shift they select, with ctrl by words.', async () => {
    await press('Home', '#line');
    expect(await drawn('line')).toBe('|one two three');
    await press('ctrl+ArrowRight ArrowRight shift+ArrowRight shift+ArrowRight');
    expect(await drawn('line')).toBe('one [tw|o three');
    await act('type', { text: 'X' });
    expect(await drawn('line')).toBe('one X|o three');
    await press('ctrl+Backspace shift+End');
    expect(await drawn('line')).toBe('one [o three|');
    await press('ctrl+Home ArrowDown End shift+ArrowUp', '#note');
    expect(await drawn('note')).toBe('first|\nsecond[\nthird');
    await press('Delete');
    expect(await drawn('note')).toBe('first|\nthird');
    await press('ctrl+End Enter', '#note');
    expect(await drawn('note')).toBe('first\nthird\n|');
  });

  test('They move it where there is no field as well, and choose in lists, sliders, numbers and groups.', async () => {
    await press('ctrl+Home shift+ctrl+ArrowRight Delete', '#free');
    expect(await textOf('#free')).toMatch(/^\s?beta$/);
    await press('ArrowDown', '#port');
    expect(await valueOf('port.value')).toBe('Bergen');
    await press('End', '#port');
    expect(await valueOf('port.value')).toBe('Malmö');
    await act('type', { selector: '#port', text: 'os' });
    expect(await valueOf('port.value')).toBe('Oslo');
    await press('ArrowRight ArrowUp PageDown', '#volume');
    expect(await valueOf('volume.value')).toBe('50');
    await press('ArrowUp ArrowUp', '#count');
    expect(await valueOf('count.value')).toBe('5');
    await press('ArrowDown', '#wind-n');
    expect(await valueOf('[document.querySelector("#wind-s").checked, document.activeElement.id]')).toEqual([
      true,
      'wind-s',
    ]);
    await act('type', { selector: '#short', text: 'Reykjavik' });
    expect(await drawn('short')).toBe('Reykj|');
  });

  test('Escape closes a dialog, of which its page hears, and a popover.', async () => {
    await act('left_click', { selector: '#open' });
    expect(await valueOf('ask.open')).toBe(true);
    await press('Escape');
    await expect.poll(() => valueOf('[ask.open, document.title]')).toEqual([false, 'Cancelled']);
    await act('left_click', { selector: '#tell' });
    expect(await valueOf('tip.matches(":popover-open")')).toBe(true);
    await press('Escape');
    expect(await valueOf('tip.matches(":popover-open")')).toBe(false);
  });

  test('Enter and Tab in a text are pressed: a form is sent, the next field is typed into; where lines are written, a line begins.', async () => {
    await goTo('/typing');
    await act('type', { selector: '#note', text: 'one\ntwo\r\nthree' });
    expect(await valueOf('note.value')).toBe('one\ntwo\nthree');
    const long = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n');
    await act('type', { selector: '#note', text: long, clear: true });
    expect(await valueOf('note.value')).toBe(long);
    expect(await act('type', { selector: '#free', text: 'one\ntwo' })).toMatch(/^Typed 7/);
    expect(await valueOf('free.innerText.trim()')).toMatch(/^one\n+two$/);
    await act('type', { selector: '#chat', text: 'Hello\nthere\n' });
    expect(await textOf('#sent')).toBe('<Hello><there>');
    expect(await act('type', { selector: '#what', text: 'tea\tOslo\n' })).toContain('/found?what=tea&where=Oslo');
  });

  test('An empty text with clear empties a field, a text of several lines and what is written without a field.', async () => {
    await goTo('/typing');
    for (const selector of ['#what', '#note', '#free']) {
      await act('type', { selector, text: 'some words', clear: true });
      expect(await act('type', { selector, text: '', clear: true })).toMatch(
        /^Deleted all of .* by a scripted event\./,
      );
    }
    expect(await valueOf('[document.querySelector("#what").value, note.value, free.innerText.trim()]')).toEqual([
      '',
      '',
      '',
    ]);
    await act('type', { selector: '#note', text: 'kept' });
    expect(await act('type', { selector: '#note', text: '', clear: false })).toBe('The empty text types nothing.');
    expect(await valueOf('note.value')).toBe('kept');
  });

  test('Clicks select what a hand would select, and the right button asks for a menu.', async () => {
    await goTo('/clicks');
    await act('double_click', { selector: '#words' });
    expect(await valueOf('String(getSelection())')).toBe('middle');
    await act('triple_click', { selector: '#words' });
    expect(await valueOf('String(getSelection()).trim()')).toBe('the middle one');
    await act('triple_click', { selector: '#line' });
    expect(await drawn('line')).toBe('[all of it|');
    await act('right_click', { selector: '#words' });
    expect(await valueOf('heard')).toEqual(['dblclick', 'contextmenu']);
  });

  test('What is copied is pasted, also by a page itself; a password is not, nor what the agent may not read any more.', async () => {
    await goTo('/keys');
    await act('type', { selector: '#note', text: 'first\nthird\n', clear: true });
    expect(await press('ctrl+a ctrl+c', '#note')).toContain('12 characters are on the clipboard of this browser');
    await press('ctrl+a ctrl+v', '#line');
    expect(await valueOf('document.querySelector("#line").value')).toBe('firstthird');
    expect(await press('ctrl+a ctrl+x', '#line')).toContain('10 characters');
    expect(await drawn('line')).toBe('|');
    expect(await press('ctrl+a ctrl+c', '#secret')).toContain('nothing was selected that can be copied');
    await press('ctrl+v', '#own');
    expect(await textOf('#own')).toBe('firstthird');
    expect(await press('ctrl+c', '#own')).toContain('11 characters');
    await said('navigate', { url: `${scene.bank.origin}/paste` });
    await press('ctrl+v', '#line');
    expect(await drawn('line')).toBe('of the page|');
    await scene.grant('deny', 'browser:activeTab.read', scene.shop.origin);
    expect(await press('ctrl+v', '#line')).toMatch(
      /^ERROR What is on the clipboard was copied on .*, which this call may/,
    );
    await scene.revoke('deny', 'browser:activeTab.read', scene.shop.origin);
    expect(await drawn('line')).toBe('of the page|');
  });

  test('A crate is lifted and dropped with its data, into a frame of another site too; a wall takes no drop.', async () => {
    await goTo('/drags');
    const drag = (from: object, to: object) => act('left_click_drag', { ...from, ...to });
    expect(await drag({ start_selector: '#crate' }, { selector: '#wall' })).toMatch(/, which takes no drop of it\./);
    expect(await valueOf('heard.at(-1)')).toBe('dragend none');
    expect(await drag({ start_selector: '#crate' }, { selector: '#hold' })).toMatch(
      /^Dragged from \(.*\) to \(.*\) by a scripted event: .*, which took the drop\./,
    );
    expect(await textOf('#hold')).toMatch(/^Holds tea/);
    await until(async () => (await said('read_page')).includes('Ship'), 'the frame is read');
    const [, ref = ''] = /(f\d+_ref_\d+)/.exec(await said('find', { selector: '#hold', limit: 5 }).then(framed)) ?? [];
    expect(await drag({ start_selector: '#crate' }, { ref })).toMatch(/, which took the drop\./);
    expect(await said('get_page_text')).toMatch(/Ship[^]*Holds tea/);
  });

  test('A slider follows a drag, and a drag over words selects them.', async () => {
    const [x, y] = (await valueOf('(({ x, y, height }) => [x, y + height / 2])(slider.getBoundingClientRect())')) as [
      number,
      number,
    ];
    await act('left_click_drag', { start_coordinate: [x + 5, y], coordinate: [x + 100, y] });
    expect(await valueOf('slider.value')).toBe('50');
    const [left, top] = (await valueOf(
      '(({ x, y, height }) => [x, y + height / 2])(words.getBoundingClientRect())',
    )) as [number, number];
    await act('left_click_drag', { start_coordinate: [left + 1, top], coordinate: [left + 60, top] });
    expect(await valueOf('String(getSelection())')).toMatch(/^0123/);
  });

  test('The console of a page and its frames is collected from its first script on, and the page cannot tell.', async () => {
    await goTo('/consoles');
    await until(async () => (await consoleOf()).texts.includes('of the teller'), 'the frame has written');
    const { levels, texts, note } = await consoleOf();
    expect(note).toMatch(
      /^Firefox tells no extension of the console: collected inside the page from its beginning on\./,
    );
    expect(texts[0]).toBe('early {a: 1, b: Object} [1, "two"] <html>');
    expect(texts).toEqual(expect.arrayContaining(['a warning', 'an assertion']));
    expect(texts).not.toContain('unseen');
    expect(texts.filter(text => /nobody caught this|RangeError: told|missing is not defined/.test(text))).toHaveLength(
      3,
    );
    expect(levels.slice(0, 3)).toEqual(['log', 'warn', 'error']);
    expect(await valueOf('[looks, Object.getOwnPropertySymbols(window).length]')).toEqual([
      expect.stringContaining('[native code]'),
      0,
    ]);
  });

  test('It is read by level, pattern and limit, and cleared; a frame that may not be read is kept back.', async () => {
    expect((await consoleOf({ onlyErrors: true, limit: 1 })).texts).toHaveLength(1);
    expect((await consoleOf({ pattern: 'warn' })).texts).toEqual(['a warning']);
    await scene.grant('deny', 'browser:activeTab.read', scene.bank.origin);
    const denied = await consoleOf({ clear: true });
    expect([denied.texts.includes('of the teller'), denied.withheld]).toEqual([false, 1]);
    await scene.revoke('deny', 'browser:activeTab.read', scene.bank.origin);
    await valueOf('console.info("after"), 1');
    // What it did not tell it did not clear.
    expect((await consoleOf()).texts).toEqual(['of the teller', 'after']);
  });

  test('Where the policy of a page forbids scripts, they run beside it once the user has agreed.', async () => {
    await goTo('/closed');
    const text = 'document.title + typeof window.somethingOfThePage';
    expect(await said('javascript_tool', { text })).toMatch(/^ERROR The policy of this page lets no such script run\./);
    await letScriptsRun();
    expect(await said('javascript_tool', { text })).toMatch(
      /^"Closedundefined"\nIt ran in a world beside that of the page/,
    );
    const waits =
      'const title = await Promise.resolve(document.title); document.getElementById("head").textContent = title + "!"; title';
    expect(await said('javascript_tool', { text: waits })).toMatch(/^"Closed"\n/);
    expect(await said('get_page_text')).toContain('Closed!');
    expect(await said('javascript_tool', { text: 'throw new Error("so")' })).toMatch(
      /^ERROR The script threw Error: so/,
    );
  });

  test('A script that does not end is no longer waited for, and a page that it holds up is left.', async () => {
    await goTo('/open');
    expect(await said('navigate', { url: 'forward' })).toMatch(/^ERROR Tab \d+ has no page to go forward to/);
    const unending = { text: 'new Promise(() => {})', timeout: 1 };
    expect(await said('javascript_tool', unending)).toMatch(
      /^ERROR The script did not end within 1 s and is still running/,
    );
    expect(await valueOf('1 + 1')).toBe(2);
    expect(await said('javascript_tool', { text: 'for (;;);', timeout: 1 })).toMatch(
      /^ERROR The script did not end within 1 s/,
    );
    expect(await said('tabs_close')).not.toMatch(/^ERROR/);
  });
});

/** Those of `find` that lie in a frame. */
function framed(text: string): string {
  return (text.match(/f\d+_ref_\d+/g) ?? []).join(' ');
}
