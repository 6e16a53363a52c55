// How much one page may ask, by a clock of the test's own.
import { beforeEach, describe, expect, test } from 'vitest';
import { callMs, pageAsks, pageBounds } from '../../../../../contract/web-agent.ts';
import * as known from '../../../../../resources/extension/web-agent/known-to-pages.ts';
import { bytesOf, PageBounds } from '../../../../../resources/extension/web-agent/page-bounds.ts';

describe('The bounds of a page', () => {
  let now = 0;
  let bounds: PageBounds;
  beforeEach(() => {
    now = 0;
    bounds = new PageBounds(() => now);
  });
  /** How many of so many pass, each answered at once. */
  const passed = (count: number) => {
    let all = 0;
    for (let at = 0; at < count; at += 1) {
      if (bounds.take(10) !== null) continue;
      all += 1;
      bounds.done();
    }
    return all;
  };

  test('are those of the contract, also where they are written out for pages.', () => {
    expect({ ...known }).toEqual({ callMs, pageAsks, pageBounds });
  });

  test('let a burst pass, then so many a second, and no more after a long silence.', () => {
    expect(passed(1_000)).toBe(pageBounds.burst);
    now += 1_000;
    expect(passed(1_000)).toBe(pageBounds.perSecond);
    now += 3_600_000;
    expect(passed(1_000)).toBe(pageBounds.burst);
  });

  test('let no more wait at the same time, and one more with each answer.', () => {
    for (let at = 0; at < pageBounds.inFlight; at += 1) expect(bounds.take(1)).toBeNull();
    expect(bounds.take(1)).toMatchObject({ code: 'ERR_RATE_LIMITED' });
    bounds.done();
    expect(bounds.take(1)).toBeNull();
    expect(bounds.take(1)).toMatchObject({ code: 'ERR_RATE_LIMITED' });
  });

  test('let so many bytes pass at once, then so many a second, in requests and in what asks nothing.', () => {
    const { burstBytes, bytesPerSecond, requestBytes } = pageBounds;
    expect(bounds.take(requestBytes)).toBeNull();
    expect(bounds.takeBytes(burstBytes - requestBytes)).toBe(true);
    expect(bounds.takeBytes(1)).toBe(false);
    expect(bounds.take(1)).toMatchObject({ code: 'ERR_RATE_LIMITED' });
    now += 1_000;
    expect(bounds.takeBytes(bytesPerSecond + 1)).toBe(false);
    expect(bounds.take(bytesPerSecond)).toBeNull();
    expect(bounds.takeBytes(1)).toBe(false);
  });

  test('take no request that is larger, which costs it nothing of its burst.', () => {
    expect(bounds.take(pageBounds.requestBytes + 1)).toMatchObject({ code: 'ERR_RATE_LIMITED' });
    expect(bounds.take(pageBounds.requestBytes)).toBeNull();
    expect(passed(1_000)).toBe(pageBounds.burst - 1);
  });

  test('count bytes, not characters.', () => {
    expect([bytesOf('abc'), bytesOf('äöü'), bytesOf('€')]).toEqual([3, 6, 3]);
  });
});
