// Into which documents the content script is brought, once they have been read.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bringContentScripts } from '../../../../../resources/extension/web-agent/content-scripts.ts';
import { defaultSites } from '../../../../../resources/extension/web-agent/site-word.ts';
import type { CompanionSites } from '../../../../../contract/schemas/web-agent.ts';

interface Injection {
  readonly target: object;
  readonly files: readonly string[];
}
type Listener = (details: object) => void;

let brought: Injection[];
let read: Listener;
let filter: unknown;

beforeEach(() => {
  brought = [];
  const addListener = (listener: Listener, urls: unknown) => {
    read = listener;
    filter = urls;
  };
  vi.stubGlobal('chrome', {
    webNavigation: { onDOMContentLoaded: { addListener } },
    scripting: {
      executeScript: async (injection: Injection) => {
        brought.push(injection);
        throw new Error('No document with that id.');
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The targets of what is brought into documents of these addresses. */
async function targetsIn(sites: CompanionSites, urls: readonly string[], more: object = {}): Promise<object[]> {
  bringContentScripts({ read: async () => sites });
  for (const [at, url] of urls.entries())
    read({ tabId: at, frameId: 0, parentFrameId: -1, documentId: `D${at}`, url, ...more });
  await new Promise(resolve => setTimeout(resolve));
  for (const { files } of brought) expect(files).toEqual(['web-agent/content.js']);
  return brought.map(({ target }) => target);
}

const site = (origin: string) => ({ origin, blocked: true, flags: {} });
const urls = ['https://a.example/x', 'http://localhost:3000/', 'file:///home/a.html', 'http://localhost:3001/'];

test('Into each page, into files where the user says so; nothing else wakes the background.', async () => {
  expect(await targetsIn(defaultSites, urls)).toEqual([0, 1, 3].map(at => ({ tabId: at, documentIds: [`D${at}`] })));
  brought = [];
  expect(await targetsIn({ ...defaultSites, files: true }, urls)).toHaveLength(4);
  expect(filter).toEqual({ url: [{ schemes: ['http', 'https', 'file'] }] });
});

test('Into none that is offered nothing.', async () => {
  expect(await targetsIn({ ...defaultSites, on: false }, urls)).toEqual([]);
  const blocked = { ...defaultSites, sites: [site('http://localhost:3000')] };
  expect(await targetsIn(blocked, urls)).toEqual([0, 3].map(at => ({ tabId: at, documentIds: [`D${at}`] })));
});

test('A page that is loaded before anybody looks at it is one, a frame is none.', async () => {
  expect(await targetsIn(defaultSites, urls.slice(0, 1), { frameId: 7 })).toEqual([{ tabId: 0, documentIds: ['D0'] }]);
  brought = [];
  expect(await targetsIn(defaultSites, urls.slice(0, 1), { frameId: 7, parentFrameId: 0 })).toEqual([]);
});

test('Where the browser has no name for a document, into what its tab shows.', async () => {
  expect(await targetsIn(defaultSites, urls.slice(0, 1), { documentId: undefined })).toEqual([
    { tabId: 0, frameIds: [0] },
  ]);
});
