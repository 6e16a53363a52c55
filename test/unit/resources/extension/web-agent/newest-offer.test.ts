// What a page changes all the time is told now and then, and always as it is in the end.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NewestOffer } from '../../../../../resources/extension/web-agent/newest-offer.ts';

describe('Of what a page offers', () => {
  let told: number[];
  let isRoom: boolean;
  let offers: NewestOffer<number>;
  beforeEach(() => {
    vi.useFakeTimers();
    told = [];
    isRoom = true;
    const tell = (offer: number) => {
      if (isRoom) told.push(offer);
      return isRoom;
    };
    offers = new NewestOffer({ now: () => Date.now(), pauseMs: 250, tell });
  });
  afterEach(() => vi.useRealTimers());

  test('the first is told at once, then the newest alone, after a pause.', () => {
    for (let at = 0; at < 1_000; at += 1) offers.take(at);
    expect(told).toEqual([0]);
    vi.advanceTimersByTime(249);
    expect(told).toEqual([0]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([0, 999]);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([0, 999]);
    offers.take(1_000);
    expect(told).toEqual([0, 999, 1_000]);
  });

  test('the newest is told before what may be about it, once.', () => {
    offers.take(1);
    offers.take(2);
    offers.flush();
    offers.flush();
    expect(told).toEqual([1, 2]);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([1, 2]);
  });

  test('what there is no room for is tried again, in the form that it has by then.', () => {
    isRoom = false;
    offers.take(1);
    offers.take(2);
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual([]);
    isRoom = true;
    offers.take(3);
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual([3]);
  });

  test('nothing is told of a page that has gone.', () => {
    offers.take(1);
    offers.take(2);
    offers.drop();
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([1]);
  });
});
