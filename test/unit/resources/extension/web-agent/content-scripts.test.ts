// Into which documents the content script is brought, and when.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ContentScripts } from '../../../../../resources/extension/web-agent/content-scripts.ts';
import { defaultSites } from '../../../../../resources/extension/web-agent/site-word.ts';
import type { CompanionSites } from '../../../../../contract/schemas/web-agent.ts';

type Listener = (details: object) => void;

const anyPage = { tabId: 1, frameId: 0, parentFrameId: -1, documentId: 'D', url: 'https://a.example/x' };
let brought: object[];
let sites: CompanionSites;
let filters: unknown[];
let begin: (details?: object) => Promise<void>;
let read: (details?: object) => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  brought = [];
  filters = [];
  sites = defaultSites;
  const listeners: Listener[] = [];
  const event = {
    addListener: (listener: Listener, filter: unknown) => {
      listeners.push(listener);
      filters.push(filter);
    },
  };
  vi.stubGlobal('chrome', {
    webNavigation: { onCommitted: event, onDOMContentLoaded: event },
    scripting: {
      executeScript: async ({ target, files }: { target: object; files: readonly string[] }) => {
        expect(files).toEqual(['web-agent/content.js']);
        brought.push(target);
        throw new Error('No document with that id.');
      },
    },
  });
  new ContentScripts({ read: async () => sites });
  const tell = (at: number) => async (details: object) => {
    listeners[at]!({ ...anyPage, ...details });
    await vi.advanceTimersByTimeAsync(0);
  };
  [begin, read] = [(details = {}) => tell(0)(details), (details = {}) => tell(1)(details)];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const later = () => vi.advanceTimersByTimeAsync(10_000);
const blocked = (origin: string): CompanionSites => ({
  ...defaultSites,
  sites: [{ origin, blocked: true, flags: {} }],
});

test('A page gets it once it has been read, and not again.', async () => {
  await begin();
  expect(brought).toEqual([]);
  await read();
  expect(brought).toEqual([{ tabId: 1, documentIds: ['D'] }]);
  await later();
  expect(brought).toHaveLength(1);
  expect(filters).toEqual(Array.from({ length: 2 }, () => ({ url: [{ schemes: ['http', 'https', 'file'] }] })));
});

test('One that takes long, or that is shown again, gets it a moment after it has begun.', async () => {
  await begin();
  await vi.advanceTimersByTimeAsync(400);
  expect(brought).toEqual([]);
  await later();
  expect(brought).toHaveLength(1);
});

test('One whose beginning was missed gets it, and one that begins in its place too.', async () => {
  await read();
  await begin({ documentId: 'E' });
  await read({ documentId: 'E' });
  expect(brought).toEqual(['D', 'E'].map(id => ({ tabId: 1, documentIds: [id] })));
});

test('A page that writes itself anew again and again gets it now and then.', async () => {
  await begin();
  for (let round = 0; round < 100; round += 1) await read();
  expect(brought).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(600);
  for (let round = 0; round < 100; round += 1) await read();
  expect(brought).toHaveLength(2);
  await later();
  expect(brought).toHaveLength(3);
});

test('A site that is offered nothing gets none; one that was blocked since the page began does, to be refused.', async () => {
  sites = blocked('https://a.example');
  await begin();
  await read();
  await read({ tabId: 2, url: 'https://a.example:8443/' });
  expect(brought).toEqual([{ tabId: 2, documentIds: ['D'] }]);
  await begin({ tabId: 3, url: 'https://b.example/' });
  sites = { ...defaultSites, on: false };
  await read({ tabId: 3, url: 'https://b.example/' });
  await begin({ tabId: 4, url: 'https://c.example/' });
  await read({ tabId: 4, url: 'https://c.example/' });
  await later();
  expect(brought.slice(1)).toEqual([{ tabId: 3, documentIds: ['D'] }]);
});

test('A host with a dot at its end is another for patterns of Firefox, so its pages are refused and not kept waiting.', async () => {
  sites = blocked('https://a.example');
  await read({ url: 'https://a.example./' });
  expect(brought).toHaveLength(1);
});

test('Files get it where the user says so.', async () => {
  const file = { url: 'file:///home/a.html' };
  await read(file);
  expect(brought).toEqual([]);
  sites = { ...defaultSites, files: true };
  await read({ ...file, tabId: 2 });
  sites = { ...blocked('file://'), files: true };
  await read({ ...file, tabId: 3 });
  expect(brought).toEqual([{ tabId: 2, documentIds: ['D'] }]);
});

test('A page that is loaded before anybody looks at it is one, a frame is none.', async () => {
  await read({ frameId: 7 });
  await read({ frameId: 8, parentFrameId: 0 });
  expect(brought).toHaveLength(1);
});

test('Where the browser has no name for a document, it goes into what its tab shows.', async () => {
  await read({ documentId: undefined });
  expect(brought).toEqual([{ tabId: 1, frameIds: [0] }]);
});
