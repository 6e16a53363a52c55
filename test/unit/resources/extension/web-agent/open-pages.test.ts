// Pages that are open, or shown again, are told of flags that are others now: those of sites and those of files.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageFlags } from '../../../../../contract/web-agent.ts';
import { tellOpenPages, tellPagesShownAgain } from '../../../../../resources/extension/web-agent/open-pages.ts';
import { defaultSites } from '../../../../../resources/extension/web-agent/site-word.ts';

interface Injection {
  readonly target: { readonly tabId: number };
  readonly func: (...args: unknown[]) => void;
  readonly args: unknown[];
}
type Commit = (details: object) => void;

/** Where each tab's page is, as the page itself has it: Firefox says of files that their origin is "null". */
const pages: Record<number, { url: string; origin: string }> = {
  1: { url: 'file:///home/a.html', origin: 'null' },
  2: { url: 'file:///home/b.html', origin: 'file://' },
  3: { url: 'https://shop.example./', origin: 'https://shop.example.' },
  4: { url: 'about:addons', origin: 'null' },
};
const flags = { ...pageFlags, toolCalling: true };
let told: [tabId: number, message: unknown][];
let commit: Commit;

beforeEach(() => {
  told = [];
  vi.stubGlobal('chrome', {
    tabs: { query: async () => Object.entries(pages).map(([id, { url }]) => ({ id: Number(id), url })) },
    webNavigation: { onCommitted: { addListener: (listener: Commit) => (commit = listener) } },
    scripting: {
      executeScript: async ({ target: { tabId }, func, args }: Injection) => {
        const { url, origin } = pages[tabId]!;
        vi.stubGlobal('location', { protocol: new URL(url).protocol, origin });
        vi.stubGlobal('window', { postMessage: (message: unknown) => told.push([tabId, message]) });
        func(...args);
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('Each open page for which they changed is told, files included.', async () => {
  const message = { channel: 'harbor_web_agent', flags };
  await tellOpenPages(defaultSites, { ...defaultSites, flags });
  expect(told).toEqual([1, 2, 3].map(id => [id, message]));
  told = [];
  await tellOpenPages(defaultSites, { ...defaultSites, sites: [{ origin: 'file://', blocked: false, flags }] });
  expect(told).toEqual([1, 2].map(id => [id, message]));
});

test('A page that is shown again is told, where it is still that page.', async () => {
  tellPagesShownAgain({ flagsOf: async () => flags });
  const goBack = (tabId: number, url: string) =>
    commit({ tabId, url, frameId: 0, transitionQualifiers: ['forward_back'] });
  goBack(1, pages[1]!.url);
  goBack(3, pages[1]!.url);
  goBack(4, pages[1]!.url);
  goBack(3, pages[3]!.url);
  await vi.waitFor(() => expect(told.map(([tabId]) => tabId)).toEqual([1, 3]));
});
