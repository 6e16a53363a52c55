// What closing the window does.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decideClose } from '../../../electron/main/closing.ts';
import { DesktopFileStore } from '../../../electron/main/desktop-file.ts';
import { english } from '../../../electron/main/words-english.ts';
import type { BrowserWindow, Dialog } from 'electron';

let folder = '';
let questions = 0;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-closing-'));
  questions = 0;
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Closes with a button's number as the user's answer. */
function close(response: number, host: string | null = ':1.5') {
  const dialog = {
    showMessageBox: () => {
      questions += 1;
      return Promise.resolve({ response, checkboxChecked: false });
    },
  } as unknown as Pick<Dialog, 'showMessageBox'>;
  const file = new DesktopFileStore(folder);
  return decideClose(
    { file, dialog, words: () => english, trayHost: () => Promise.resolve(host) },
    {} as BrowserWindow,
  );
}

test.each([
  ['hide', 0],
  ['quit', 1],
] as const)('"%s" is asked for once and kept', async (answer, button) => {
  expect(await close(button)).toBe(answer);
  expect(await close(9)).toBe(answer);
  expect(questions).toBe(1);
});

test('a cancelled question keeps the window, and is asked again', async () => {
  expect(await close(2)).toBe('stay');
  expect(await close(0)).toBe('hide');
  expect(questions).toBe(2);
});

test('without a tray it quits, unasked and whatever was answered before: nothing could bring the window back', async () => {
  expect(await close(0, null)).toBe('quit');
  await close(0);
  expect(await close(0, null)).toBe('quit');
  expect(questions).toBe(1);
});

test('a broken file is as good as none, and only its owner may read the new one', async () => {
  const file = path.join(folder, 'desktop.json');
  fs.writeFileSync(file, '{"onClose":"explode","window":{"x":1}');
  expect(await close(1)).toBe('quit');
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({
    onClose: 'quit',
    updateFeed: null,
    language: 'system',
    window: null,
  });
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});
