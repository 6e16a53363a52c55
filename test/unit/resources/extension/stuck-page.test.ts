// What a page that answers nothing is held up by, in a played browser whose clock is the test's.
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { untilStuck } from '../../../../resources/extension/tools/stuck-page.ts';

const quiet = { addListener: () => {} };
const tabId = 7;
const page = { origin: 'https://a.example' } as Parameters<typeof untilStuck>[0]['page'];

/** Whether the page runs scripts, and how many previews for printing are open. */
let isBusy = true;
let previews = 0;
let over = new AbortController();
/** Tells the extension what the debugger hears of a tab. */
let tell: (tab: { tabId: number }, method: string, params: object) => void = () => {};
/** Tabs that the page has opened, or was opened from. */
const kin = [8];

/** In an object, because it is not to be waited for here. */
async function play(hasDebugger: boolean): Promise<{ readonly work: Promise<unknown> }> {
  const answers = (isThere: () => boolean) => () => (isThere() ? Promise.resolve([]) : new Promise(() => {}));
  const chromium = {
    onEvent: {
      addListener: (listener: typeof tell) => {
        tell = listener;
      },
    },
    onDetach: quiet,
    attach: async () => {},
    sendCommand: async () => ({}),
    getTargets: async () => Array.from({ length: previews }, () => ({ url: 'chrome://print/' })),
  };
  vi.stubGlobal('chrome', {
    tabs: { onActivated: quiet, onRemoved: quiet, onUpdated: quiet, query: async () => [] },
    windows: { onFocusChanged: quiet, onRemoved: quiet, getAll: async () => [], WINDOW_ID_NONE: -1 },
    webRequest: { onAuthRequired: quiet, onBeforeRequest: quiet, onCompleted: quiet, onHeadersReceived: quiet },
    webNavigation: { onBeforeNavigate: quiet, onErrorOccurred: quiet, onCommitted: quiet },
    scripting: { executeScript: answers(() => !isBusy) },
    ...(hasDebugger && { debugger: chromium }),
  });
  vi.resetModules();
  vi.doMock('../../../../resources/extension/opened-tabs.ts', () => ({ kinOf: () => kin }));
  const stuck = await import('../../../../resources/extension/tools/stuck-page.ts');
  const work = stuck.untilStuck({ tabId, page }, over.signal, 0);
  work.catch(() => {});
  return { work };
}

/** What it has come to after so many ms; 'waits' for nothing yet. */
async function after(ms: number, work: Promise<unknown>): Promise<unknown> {
  await vi.advanceTimersByTimeAsync(ms);
  return Promise.race([work, Promise.resolve('waits')]);
}

beforeEach(() => {
  vi.useFakeTimers();
  isBusy = true;
  previews = 0;
  over = new AbortController();
});
afterEach(() => {
  over.abort(new Error('over'));
  vi.useRealTimers();
});
afterAll(() => vi.unstubAllGlobals());

test.each([
  ['Chromium', true],
  ['Firefox, which tells of no dialog', false],
])('A page of %s that is busy for good is given up after its patience, and not before.', async (_name, hasDebugger) => {
  const { work } = await play(hasDebugger);
  expect(await after(9_000, work)).toBe('waits');
  expect(await after(1_000, work)).toBeNull();
});

test('A page that answers is never stuck, however long its call takes.', async () => {
  isBusy = false;
  previews = 1;
  const { work } = await play(true);
  expect(await after(60_000, work)).toBe('waits');
});

test('A page that answers nothing while a preview for printing is open is held up by that.', async () => {
  previews = 1;
  const { work } = await play(true);
  expect(await after(3_000, work)).toMatchObject({ tabId, kind: 'print', origin: 'https://a.example' });
});

test('A preview that opens late is noticed still.', async () => {
  const { work } = await play(true);
  expect(await after(4_000, work)).toBe('waits');
  previews = 1;
  expect(await after(3_000, work)).toMatchObject({ tabId, kind: 'print' });
});

test.each([
  [8, 'of its site that it has opened is held up by that one’s dialog', 'https://b.a.example/', { tabId: 8 }],
  [8, 'of another site that it has opened is held up by something else', 'https://b.test/', 'waits'],
  [9, 'that it has nothing to do with is held up by something else', 'https://a.example/', 'waits'],
] as const)('A page that answers nothing while a dialog is open in tab %i %s.', async (other, _name, url, end) => {
  const { work } = await play(true);
  tell({ tabId: other }, 'Page.javascriptDialogOpening', { type: 'confirm', url, message: '' });
  expect(await after(3_000, work)).toEqual(end === 'waits' ? end : expect.objectContaining(end));
});
