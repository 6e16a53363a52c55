// What is waited for after `navigate` and in a new tab of spec 000's extension, before pages whose clock is not the hub's.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClaudezillaLoad } from '../../../../../electron/core/browsers/foreign/claudezilla-load.ts';
import { cancelled } from '../../../../../electron/core/platform/wait.ts';
import type { Tell } from '../../../../../electron/core/browsers/foreign/held-elements.ts';

interface Page {
  readonly since: number;
  /** On the hub's clock. */
  readonly bornAt: number;
  readonly isLoaded?: boolean;
  readonly url?: string;
}

const url = 'https://shop.example/next';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tab whose page is what `shows` says, null where none answers. */
function openLoad(shows: () => Page | null) {
  const tell: Tell = async () => {
    const page = shows();
    if (!page) throw cancelled();
    const ageMs = performance.now() - page.bornAt;
    return {
      content: [{ type: 'text', text: JSON.stringify({ isLoaded: true, url, title: 'Shop', ...page, ageMs }) }],
    };
  };
  const call = { tool: 'navigate', args: { url }, tabId: 7, decided: { origin: 'https://shop.example' } };
  const time = { signal: new AbortController().signal, until: performance.now() + 100_000 };
  const load = new ClaudezillaLoad(call, tell, time);
  const answer = { content: [{ type: 'text', text: '{"tabId":7}' }] };
  const told = async () => {
    const startedAt = performance.now();
    const ended = load.told(answer).then(({ content: [block] }) => ({
      ...(JSON.parse(String(block?.text)) as { readonly title?: string; readonly note?: string }),
      tookMs: performance.now() - startedAt,
    }));
    await vi.advanceTimersByTimeAsync(100_000);
    return ended;
  };
  return { load, told };
}

test('A page is the new one by its age, also where the clock of its browser is an hour behind.', async () => {
  let page: Page | null = null;
  const { load, told } = openLoad(() => page);
  await load.begin();
  page = { since: Date.now() - 3_600_000, bornAt: performance.now() + 50 };
  await vi.advanceTimersByTimeAsync(100);
  expect(await told()).toEqual({ tabId: 7, url, title: 'Shop', tookMs: 0 });
});

test('A page that was there before is not, also where that clock is ahead.', async () => {
  let page: Page | null = null;
  const { load, told } = openLoad(() => page);
  await load.begin();
  page = { since: Date.now() + 3_600_000, bornAt: performance.now() - 3_000 };
  expect(await told()).toMatchObject({ note: 'No other page has come of it yet.', tookMs: 10_000 });
});

test('A page that loads itself anew for ever is waited for no longer than any other.', async () => {
  const { load, told } = openLoad(() => {
    const visit = Math.floor(performance.now() / 2_000);
    const isAway = performance.now() % 2_000 < 500;
    return isAway ? null : { since: visit, bornAt: visit * 2_000, isLoaded: false };
  });
  await vi.advanceTimersByTimeAsync(1_000);
  await load.begin();
  const { tookMs } = await told();
  expect(tookMs).toBeGreaterThanOrEqual(30_000);
  expect(tookMs).toBeLessThan(33_000);
});

test('A new tab that came to another site says so, and one whose page does not answer may still be on its way.', async () => {
  const elsewhere = await openLoad(() => ({ since: 1, bornAt: 0, url: 'https://www.shop.example/' })).told();
  expect(elsewhere).toMatchObject({ url, note: 'The tab is on another site by now; list your tabs for its address.' });
  expect(JSON.stringify(elsewhere)).not.toContain('Shop');
  const silent = await openLoad(() => null).told();
  expect(silent).toMatchObject({ url, note: expect.stringContaining('it may still be on its way'), tookMs: 3_000 });
  const blank = await openLoad(() => ({ since: 1, bornAt: 0, url: 'about:blank' })).told();
  expect(blank.note).toContain('it may still be on its way');
});

test('The page of before on another site is told as what it is.', async () => {
  const { load, told } = openLoad(() => ({ since: 1, bornAt: 0, url: 'https://before.example/' }));
  await load.begin();
  expect(await told()).toMatchObject({ url, note: 'No other page has come of it yet.', tookMs: 10_000 });
});
