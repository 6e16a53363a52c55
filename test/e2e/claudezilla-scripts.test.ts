// What the hub runs in pages of an extension that knows selectors alone, in a real page: the tree, the selectors in it, and what they find again.

import { chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordExpression } from '../../native-host/dialects/claudezilla-passwords.ts';
import {
  choiceExpression,
  elementExpression,
  focusExpression,
  focusingExpression,
  kindExpression,
  loadExpression,
  outlineExpression,
  placeExpression,
  type ScriptOutline,
  scrollExpression,
} from '../../native-host/dialects/claudezilla-scripts.ts';
import { describeWith, providedPath } from '../support/provided.ts';
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
const whole = { selector: '', interactiveOnly: false, depth: 15, maxLines: 100 };

describeWith(['chromium'], 'Scripts for an extension that knows selectors alone', () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: providedPath('chromium'), args: ['--no-sandbox'] });
    page = await browser.newPage();
  });
  afterAll(() => browser?.close());

  const open = () => page.setContent(html);

  test('The tree has each element with a selector that finds it again, and no more than was asked for.', async () => {
    await open();
    const outline = await run<ScriptOutline>(outlineExpression(whole));
    expect(outline).toMatchObject({ title: 'Orders', isCut: false, lines: expect.any(Array) });
    const elements = outline.lines.filter(({ selector }) => selector !== undefined);
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
    for (const { selector = '', role, name } of elements)
      expect(await run(elementExpression(selector)), selector).toMatchObject({ selector, role, name });
    expect((await run<ScriptOutline>(outlineExpression({ ...whole, maxLines: 3 }))).isCut).toBe(true);
    const usable = await run<ScriptOutline>(outlineExpression({ ...whole, interactiveOnly: true }));
    expect(usable.lines.map(({ role }) => role)).toEqual([
      'button',
      'textbox',
      'textbox',
      'checkbox',
      'combobox',
      'link',
      'link',
    ]);
    expect(await run(outlineExpression({ ...whole, selector: '#none' }))).toBeNull();
    expect(await run(elementExpression('#none'))).toBeNull();
  });

  test('A place is the button around it, a box is ticked, an option chosen, a page scrolled and told apart from the next.', async () => {
    await open();
    expect(await run(placeExpression(50, 125))).toMatchObject({ selector: expect.stringMatching(/button.* > b$/) });
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
    expect(first).toMatchObject({ isLoaded: true, title: 'Orders' });
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
    expect(await run(focusExpression)).toBeNull();
    expect(await run(focusingExpression('button b'))).toBe(true);
    expect(await run(focusExpression)).toMatchObject({ role: 'button', name: 'Save' });
    // A press beside them takes it away.
    expect(await run(focusingExpression('h1'))).toBe(false);
    expect(await run(focusExpression)).toBeNull();
  });
});
