// Which ports may speak on the wire of the companion's own pages: those of its two pages, as the browser tells, and nobody else's.
import { expect, test } from 'vitest';
import { isOwnAddress, isOwnPage } from '../../../../../resources/extension/own-pages/own-sender.ts';

const root = 'chrome-extension://us/';
const panel = { id: 'us', frameId: 0, url: `${root}side-panel.html`, origin: 'chrome-extension://us' };
const shop = { url: 'https://shop.example/', origin: 'https://shop.example' };

test.each([
  ['the side panel', panel],
  ['the window for questions', { ...panel, url: `${root}site-prompt.html` }],
  ['one that is opened in a tab, with a fragment', { ...panel, url: `${root}site-prompt.html#x` }],
  ['one in Firefox, which names no origin and no frame', { id: 'us', url: `${root}side-panel.html` }],
])('Own is %s.', (_, sender) => {
  expect(isOwnPage(sender, 'us', root)).toBe(true);
});

test.each([
  ['nobody', undefined],
  ['another extension', { ...panel, id: 'they' }],
  ['a content script in a page', { ...panel, ...shop }],
  ['a content script that the browser gives our address', { ...panel, origin: shop.origin }],
  [
    'a page with our address in its own',
    { ...panel, url: `https://shop.example/${root}side-panel.html`, origin: undefined },
  ],
  ['a page of another extension', { ...panel, url: 'chrome-extension://usurper/side-panel.html' }],
  ['a frame', { ...panel, frameId: 3 }],
  ['another page of ours', { ...panel, url: `${root}popup.html` }],
  ['a folder of that name', { ...panel, url: `${root}x/side-panel.html` }],
  ['a sandboxed page', { ...panel, origin: 'null' }],
  ['what has no address', { id: 'us', frameId: 0 }],
])('Not own is %s.', (_, sender) => {
  expect(isOwnPage(sender as typeof panel | undefined, 'us', root)).toBe(false);
});

test.each([
  [`${root}site-prompt.html`, true],
  [`CHROME-EXTENSION://US/popup.html`, true],
  ['https://shop.example/', false],
  ['chrome-extension://usurper/', false],
  ['', false],
  [undefined, false],
])('Of the address %s agents are told nothing: %s.', (address, is) => {
  expect(isOwnAddress(address, () => root)).toBe(is);
});
