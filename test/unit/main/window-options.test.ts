// The safety switches of the window, and that nothing else in the source opens one or switches them off (D1).
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { windowOptions } from '../../../electron/main/window-options.ts';
import { repositoryRoot } from '../../support/provided.ts';

const facts = { preload: '/app/preload.cjs', icon: '/app/icon.png', packaged: true, dark: true };

test('the page is sandboxed and isolated, and has neither Node nor developer tools', () => {
  expect(windowOptions(facts).webPreferences).toEqual({
    preload: '/app/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    devTools: false,
  });
});

test('developer tools are there in a checkout only', () => {
  expect(windowOptions({ ...facts, packaged: false }).webPreferences?.devTools).toBe(true);
});

test('the window has the ground of the theme', () => {
  expect(windowOptions(facts).backgroundColor).toBe('#0c1012');
  expect(windowOptions({ ...facts, dark: false }).backgroundColor).toBe('#f0f3f4');
});

const sources = ['electron/main', 'electron/preload', 'electron/launch'].flatMap(folder =>
  fs.readdirSync(path.join(repositoryRoot, folder)).map(name => path.join(folder, name)),
);
const whereIs = (pattern: RegExp) =>
  sources.filter(file => pattern.test(fs.readFileSync(path.join(repositoryRoot, file), 'utf8')));

test.each([
  [
    'a window',
    /new (BrowserWindow|WebContentsView|BrowserView)\b/,
    ['electron/main/hub-windows.ts', 'electron/main/panel-window.ts'],
  ],
  ['ipcMain', /\bipcMain\b/, ['electron/main/ipc-main.ts']],
  ['ipcRenderer', /\bipcRenderer\b/, ['electron/preload/preload.ts']],
])('no other file touches %s', (_, pattern, files) => {
  expect(whereIs(pattern)).toEqual(files);
});

test.each([
  /sandbox: false/,
  /contextIsolation: false/,
  /nodeIntegration\w*: true/,
  /webSecurity: false/,
  /'--no-sandbox'/,
])('no file of the shell contains %s', pattern => {
  expect(whereIs(pattern)).toEqual([]);
});

test('Only the helper that looks at addresses hands one to the operating system.', () => {
  expect(whereIs(/openExternal/)).toEqual(['electron/main/open-link.ts']);
});
