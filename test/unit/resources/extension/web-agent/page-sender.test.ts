// Who a page is: what the browser tells of a port's other end, and nothing else.
import { expect, test } from 'vitest';
import { openedBy, type Sender } from '../../../../../resources/extension/web-agent/page-sender.ts';

const shop = {
  id: 'us',
  frameId: 0,
  documentId: 'D1',
  url: 'https://shop.example/cart?x=1',
  origin: 'https://shop.example',
  tab: { id: 7, title: 'Shop' } as chrome.tabs.Tab,
} satisfies Sender;

test('The top frame of a tab is opened with what its browser tells.', () => {
  expect(openedBy(shop, 'us')).toEqual({
    ...{ tabId: 7, frameId: 0, document: 'D1', title: 'Shop' },
    ...{ origin: 'https://shop.example', url: 'https://shop.example/cart?x=1' },
  });
});

test.each<[string, Partial<Sender> | undefined]>([
  ['a port without a sender', undefined],
  ['another extension', { id: 'they' }],
  ['a frame without a number', { frameId: undefined }],
  ['what is in no tab', { tab: undefined }],
  ['a tab without a number', { tab: { id: -1 } as chrome.tabs.Tab }],
  ['a page that is not shown yet', { documentLifecycle: 'prerender' }],
  ['a page that is kept for later', { documentLifecycle: 'cached' }],
  ['a page of an extension', { url: 'chrome-extension://us/popup.html', origin: 'chrome-extension://us' }],
  ['an empty page', { url: 'about:blank', origin: 'https://shop.example' }],
  ['a sandboxed page', { origin: 'null' }],
  ['an address of data', { url: 'data:text/html,x', origin: 'null' }],
])('Nobody is %s.', (what, other) => {
  const sender = other === undefined ? undefined : { ...shop, ...other };
  expect(openedBy(sender, 'us'), what).toBeNull();
});

test.each([
  ['https://shop.example.', 'https://shop.example.', 'https://shop.example'],
  ['https://SHOP.example:443/', 'https://shop.example', 'https://shop.example'],
  ['http://shop.example:8080/', undefined, 'http://shop.example:8080'],
  ['file:///home/somebody/page.html', 'null', 'file://'],
  ['file:///home/somebody/page.html', 'file://', 'file://'],
])('A page at %s with the origin %s is of %s.', (url, origin, expected) => {
  expect(openedBy({ ...shop, url, origin }, 'us')?.origin).toBe(expected);
});

test('A frame is opened with its number; whether it may speak is asked of the pages around it.', () => {
  expect(openedBy({ ...shop, frameId: 3 }, 'us')).toMatchObject({ frameId: 3, origin: 'https://shop.example' });
});

test('Titles and addresses are cut.', () => {
  const tab = { id: 7, title: 'x'.repeat(5_000) } as chrome.tabs.Tab;
  const opened = openedBy({ ...shop, tab, url: `https://shop.example/${'y'.repeat(5_000)}` }, 'us');
  expect([opened?.title.length, opened?.url.length]).toEqual([300, 2_000]);
});
