// For whom a document works, and for how long what it asks for is held to that.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lostMs, PageWorks, tailMs } from '../../../../../electron/core/web-agent/agents/page-works.ts';
import { Page } from '../../../../../electron/core/web-agent/page.ts';
import { buildBrowser } from '../../../../support/hub-fixtures.ts';
import type { PageOptions } from '../../../../../electron/core/web-agent/page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pageOf(origin: string, tabId: number): Page {
  const opened = { tabId, frameId: 0, document: `d${tabId}`, origin, url: `${origin}/`, title: '' };
  const unused = {} as Pick<PageOptions, 'sites' | 'rules'>;
  return new Page({ browser: buildBrowser(), opened, key: `key ${tabId}`, ...unused });
}

const caller = pageOf('https://shop.example', 1);
const worker = pageOf('https://bank.example', 2);

test('what a document asks for while it works is for its caller, and stays that', () => {
  const works = new PageWorks();
  const before = works.arrive(worker);
  const work = works.begin(worker, 'agent-b', caller);
  const meanwhile = works.arrive(worker);
  expect(before.page.work.callers).toEqual([]);
  expect(meanwhile.page.work.callers).toEqual([{ origin: 'https://shop.example', tab: caller.tab }]);
  expect(works.arrive(caller).page.work.callers).toEqual([]);
  work.answered();
  // What came meanwhile still runs, so what follows from it is work, too.
  vi.advanceTimersByTime(tailMs * 10);
  const after = works.arrive(worker);
  expect(after.page.work.callers).toHaveLength(1);
  meanwhile.end();
  after.end();
  vi.advanceTimersByTime(tailMs + 1);
  expect(works.arrive(worker).page.work.callers).toEqual([]);
});

test('right after its answer a handler still works for its caller', () => {
  const works = new PageWorks();
  works.begin(worker, 'agent-b', caller).answered();
  expect(works.arrive(worker).page.work.callers).toHaveLength(1);
});

test('one that does not answer is held as long as its document is there', () => {
  const works = new PageWorks();
  works.begin(worker, 'agent-b', caller);
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(works.arrive(worker).page.work.callers).toHaveLength(1);
  works.gone(worker);
  expect(works.arrive(worker).page.work.callers).toEqual([]);
});

test('where the connection was lost the handler may go on for a while', () => {
  const works = new PageWorks();
  works.begin(worker, 'agent-b', caller).lost();
  vi.advanceTimersByTime(tailMs * 2);
  const held = works.arrive(worker);
  expect(held.page.work.callers).toHaveLength(1);
  held.end();
  vi.advanceTimersByTime(lostMs + 1);
  expect(works.arrive(worker).page.work.callers).toEqual([]);
});

test('who called the caller is among those for whom it works, but never its own origin', () => {
  const works = new PageWorks();
  const third = pageOf('https://third.example', 3);
  works.begin(worker, 'agent-b', caller);
  const held = works.arrive(worker).page;
  expect(held.work).toMatchObject({ depth: 1, agents: new Set(['agent-b']) });
  works.begin(third, 'agent-c', held);
  expect(works.arrive(third).page.work).toMatchObject({
    callers: [{ origin: 'https://shop.example' }, { origin: 'https://bank.example' }],
    agents: new Set(['agent-b', 'agent-c']),
    depth: 2,
  });
  const back = pageOf('https://shop.example', 4);
  works.begin(back, 'agent-d', held);
  expect(works.arrive(back).page.work.callers).toMatchObject([{ origin: 'https://bank.example' }]);
});

test('calls of a page to its own agents hold it to nothing, and are no chain', () => {
  const works = new PageWorks();
  works.begin(worker, 'agent-b', worker);
  expect(works.arrive(worker).page.work).toEqual({ callers: [], agents: new Set(), depth: 0 });
});
