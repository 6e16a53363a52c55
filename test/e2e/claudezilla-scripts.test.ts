// What the hub runs in pages of an extension that knows selectors alone, in a real page: the tree, its elements, and that each is found again.

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  elementExpression,
  type FoundElement,
  heldSelector,
  holdExpression,
  holdFocusExpression,
  holdPlaceExpression,
  type OutlineOptions,
  outlineExpression,
  releaseExpression,
  type ScriptOutline,
} from '../../native-host/dialects/claudezilla/claudezilla-element-scripts.ts';
import { passwordExpression } from '../../native-host/dialects/claudezilla/claudezilla-passwords.ts';
import {
  choiceExpression,
  focusingExpression,
  kindExpression,
  loadExpression,
  scrollExpression,
} from '../../native-host/dialects/claudezilla/claudezilla-scripts.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { describeWith } from '../support/provided.ts';
import type { Browser, Page } from 'playwright';

const html = `<!doctype html><title>Orders</title><body style="margin:0"><main><h1>Orders</h1>
<button style="position:absolute;left:0;top:100px;width:100px;height:50px"><b>Save</b></button>
<label>Name <input name="who" value="Ana"></label><input type="password" value="secret">
<input type="checkbox" id="box" aria-label="Agree"><select id="size"><option>S</option><option value="m">M</option></select>
<ul><li><a href="/a?x=1">First</a></li><li><a href="/b">Second</a></li></ul><p hidden>Unseen</p>
<div role='x"][ref_1' title="Odd">odd</div><div style="height:3000px"></div></main>`;

let browser: Browser;
let page: Page;
/** As the extension evaluates: one expression, and no function by its keyword. */
const run = <T>(expression: string): Promise<T> => {
  expect(expression.length).toBeLessThan(10_000);
  expect(expression).not.toMatch(
    /\b(fetch|import|eval|Function|setTimeout|setInterval)\s*\(|\b(XMLHttpRequest|localStorage|sessionStorage)\b|document\.cookie/i,
  );
  return page.evaluate(`(${expression})`);
};
const key = '0a1b2c';
const whole: OutlineOptions = { root: null, interactiveOnly: false, depth: 15, maxLines: 100, maxChars: 50_000 };

describeWith(['chromium'], 'Scripts for an extension that knows selectors alone', () => {
  beforeAll(async () => {
    browser = await launchPanelBrowser();
    page = await browser.newPage();
  });
  afterAll(() => browser?.close());

  const open = () => page.setContent(html);

  test('The tree has each element with a number by which it is found again, and no more than was asked for.', async () => {
    await open();
    const outline = await run<ScriptOutline>(outlineExpression(key, whole));
    expect(outline).toMatchObject({ title: 'Orders', isCut: false, lines: expect.any(Array) });
    const elements = outline.lines.filter(({ number }) => number !== undefined);
    const told = elements.map(({ role, name, details }) => `${role} ${name}${details}`);
    expect(told).toEqual(
      expect.arrayContaining([
        'heading Orders level=1',
        'button Save',
        'link First href="/a?x=1"',
        'combobox  value="S"',
        'checkbox Agree',
      ]),
    );
    expect(JSON.stringify(outline)).not.toMatch(/secret|Unseen|ref_1/);
    for (const { number = 0, role, name } of elements)
      expect(await run(elementExpression(key, number)), name).toMatchObject({ number, role, name });
    const list = elements.find(({ role }) => role === 'list')?.number ?? 0;
    const part = await run<ScriptOutline>(outlineExpression(key, { ...whole, root: { number: list } }));
    expect(part.lines.map(({ name }) => name).filter(Boolean)).toEqual(['First', 'Second']);
    expect((await run<ScriptOutline>(outlineExpression(key, { ...whole, maxLines: 3 }))).isCut).toBe(true);
    const short = await run<ScriptOutline>(outlineExpression(key, { ...whole, maxChars: 200 }));
    expect(short.isCut).toBe(true);
    expect(JSON.stringify(short.lines).length).toBeLessThan(210);
    const usable = await run<ScriptOutline>(outlineExpression(key, { ...whole, interactiveOnly: true }));
    expect(usable.lines.map(({ role }) => role)).toEqual([
      'button',
      'textbox',
      'textbox',
      'checkbox',
      'combobox',
      'link',
      'link',
    ]);
    expect(await run(outlineExpression(key, { ...whole, root: { selector: '#none' } }))).toBeNull();
    expect(await run(elementExpression(key, 9_999))).toBeNull();
    expect(await run(elementExpression('another', elements[0]?.number ?? 0))).toBeNull();
  });

  test('An element is held where it stands by now, also when others came before it, until it is let go or leaves.', async () => {
    await open();
    const { lines } = await run<ScriptOutline>(outlineExpression(key, whole));
    const { number = 0 } = lines.find(({ name }) => name === 'Second') ?? {};
    await page.evaluate(() => document.querySelector('ul')?.prepend(document.querySelectorAll('li')[1] as Element));
    await page.evaluate(() => document.querySelector('ul')?.prepend(document.createElement('li')));
    expect(await run(holdExpression(key, number, 'one'))).toMatchObject({ number, role: 'link', name: 'Second' });
    expect(await page.textContent(heldSelector('one'))).toBe('Second');
    // Another call holds the same one, and lets its own hold go alone.
    await run(holdExpression(key, number, 'other'));
    await run(releaseExpression(key, number, 'other'));
    expect(await page.textContent(heldSelector('one'))).toBe('Second');
    await run(releaseExpression(key, number, 'one'));
    expect(await page.$(heldSelector('one'))).toBeNull();
    // So is one whose number did not come to be known.
    await run(holdExpression(key, number, 'three'));
    expect(await run(releaseExpression(key, null, 'three'))).toBe(true);
    expect(await page.$(heldSelector('three'))).toBeNull();
    expect(await run(releaseExpression(key, null, 'three'))).toBe(true);
    await page.evaluate(() => document.querySelector('ul')?.replaceChildren());
    expect(await run(holdExpression(key, number, 'two'))).toBeNull();
    expect(await run(releaseExpression(key, number, 'two'))).toBe(true);
    expect(await run(releaseExpression('another', number, 'two'))).toBe(true);
  });

  test('A place is what is there, a box is ticked, an option chosen, a page scrolled and told apart from the next.', async () => {
    await open();
    const { number } = await run<FoundElement>(holdPlaceExpression(key, 50, 125, 'one'));
    expect(await page.textContent(`button > b${heldSelector('one')}`)).toBe('Save');
    await run(releaseExpression(key, number, 'one'));
    expect(await run(holdPlaceExpression(key, -5, 125, 'one'))).toBeNull();
    expect(await run(kindExpression('#box'))).toEqual({ kind: 'box' });
    expect(await run(choiceExpression('#box', true))).toEqual({ done: true });
    expect(await run(choiceExpression('#box', true))).toEqual({ done: true });
    expect(await page.isChecked('#box')).toBe(true);
    expect(await run(kindExpression('#size'))).toEqual({ kind: 'list' });
    expect(await run(choiceExpression('#size', ['M']))).toEqual({ done: true });
    expect(await page.inputValue('#size')).toBe('m');
    expect(await run(choiceExpression('#size', ['L']))).toEqual({ problem: 'has no such option; read the page' });
    expect(await run(choiceExpression('#none', true))).toEqual({ problem: 'is not on the page any more' });
    expect([await run(scrollExpression(null, null, 0, 300)), await run(scrollExpression(5, 5, 0, -900))]).toEqual([
      true,
      true,
    ]);
    expect(await run(scrollExpression(5, 5, 0, -300))).toBe(false);
    const first = await run<{ since: number }>(loadExpression);
    expect(first).toMatchObject({ ageMs: expect.any(Number), isLoaded: true, title: 'Orders' });
    await page.goto('data:text/html,<title>Next</title>');
    expect((await run<{ since: number }>(loadExpression)).since).not.toBe(first.since);
  });

  test('A page says which texts its password fields hold, also where one is only the beginning.', async () => {
    await open();
    const texts = ['secret', 'sec', 'Ana', ' secret', 'a "quoted" one'];
    expect(await run<boolean[]>(passwordExpression(texts) ?? '')).toEqual([true, true, false, true, false]);
  });

  test('What has the focus is found again, and a press gives it to what takes it around an element.', async () => {
    await open();
    expect(await run(holdFocusExpression(key, 'focus'))).toBeNull();
    expect(await run(focusingExpression('button b'))).toBe(true);
    expect(await run(holdFocusExpression(key, 'focus'))).toMatchObject({ role: 'button', name: 'Save' });
    // A press beside them takes it away.
    expect(await run(focusingExpression('h1'))).toBe(false);
    expect(await run(holdFocusExpression(key, 'focus'))).toBeNull();
  });
});
