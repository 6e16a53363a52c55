// What handle_dialog does at its bounds, in a real Chromium: long texts, answers given twice, and dialogs of two tabs at a time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { openPlainScene, type PlainScene } from './extension-scene.ts';

const asking = (script: string) =>
  `<!doctype html><title>Asks</title><p id="said">nothing</p><button onclick="said.textContent = ${script}">Go</button>`;

let scene: PlainScene;

const call = async (tool: string, args: object, tabId: number) => {
  const { content } = await scene.companion.call(tool, args, tabId);
  return content.map(({ text }) => String(text)).join(' ');
};
const ask = async (path: string) => {
  const tabId = await scene.open(path);
  expect(await call('computer', { action: 'left_click', selector: 'button' }, tabId)).toContain('opened a ');
  return tabId;
};
const none = (tabId: number) => [
  'ERR_INVALID_ARGUMENTS',
  `No dialog that can be answered is open in tab ${tabId}; go on without.`,
];
const said = (tabId: number) => call('javascript_tool', { text: 'said.textContent' }, tabId);

describeWith(['chromium'], 'An answer to a dialog', () => {
  beforeAll(async () => {
    scene = await openPlainScene({
      '/front': '<title>Front</title>front',
      '/prompt': asking("prompt('How much?', 'none').length"),
      '/confirm': asking("confirm('Sure?')"),
    });
  }, 60_000);
  afterAll(() => scene?.close());

  test.each([0, 100_000])('of %i characters arrives as it is', async length => {
    const tabId = await ask('/prompt');
    expect(await call('handle_dialog', { accept: true, text: 'x'.repeat(length) }, tabId)).toBe(
      'Accepted the prompt dialog.',
    );
    expect(await said(tabId)).toBe(`"${length}"`);
  });

  test('that is given twice is taken once, after one another and at the same time', async () => {
    const tabId = await ask('/confirm');
    await call('handle_dialog', { accept: true }, tabId);
    expect(await scene.companion.failure('handle_dialog', { accept: false }, tabId)).toEqual(none(tabId));
    expect(await said(tabId)).toBe('"true"');
    await call('computer', { action: 'left_click', selector: 'button' }, tabId);
    const both = await Promise.all(
      [1, 2].map(() => scene.companion.failure('handle_dialog', { accept: false }, tabId)),
    );
    expect(both).toEqual([[undefined, undefined], none(tabId)]);
    expect(await said(tabId)).toBe('"false"');
  });

  test('goes to the tab that is named, whichever asked first', async () => {
    const [first, second] = [await ask('/confirm'), await ask('/confirm')];
    expect(await call('handle_dialog', { accept: true }, second)).toBe('Accepted the confirm dialog.');
    expect(await scene.companion.failure('read_page', {}, first)).toEqual([
      'ERR_TOOL_FAILED',
      expect.stringContaining(`Tab ${first} shows a confirm dialog, "Sure?"`),
    ]);
    expect(await said(second)).toBe('"true"');
    expect(await call('handle_dialog', { accept: false }, first)).toBe('Dismissed the confirm dialog.');
    expect(await said(first)).toBe('"false"');
  });
});
