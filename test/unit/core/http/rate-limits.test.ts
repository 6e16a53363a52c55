// How many requests a client may make in a minute, on a clock that the test moves.
import { describe, expect, test } from 'vitest';
import { RateLimit } from '../../../../electron/core/http/rate-limits.ts';

function limitOf(perMinute: number) {
  let at = 1_000_000;
  const limit = new RateLimit({ perMinute, now: () => at });
  const takes = (count: number, clientId = 'a') => Array.from({ length: count }, () => limit.take(clientId));
  return { limit, takes, pass: (ms: number) => (at += ms) };
}

describe('RateLimit', () => {
  test('004 Rate Limiting: the hundredth request of a minute goes on, the next is told how long to wait.', () => {
    const { takes } = limitOf(100);
    expect(takes(102)).toEqual([...Array<null>(100).fill(null), 60, 60]);
  });

  test('The seconds are rounded up and never none.', () => {
    const { takes, pass } = limitOf(1);
    takes(1);
    pass(58_500);
    expect(takes(1)).toEqual([2]);
    pass(1_499);
    expect(takes(1)).toEqual([1]);
  });

  test('004 Rate Limiting: a minute after the first request counts anew.', () => {
    const { takes, pass } = limitOf(2);
    expect(takes(3)).toEqual([null, null, 60]);
    pass(60_000);
    expect(takes(3)).toEqual([null, null, 60]);
  });

  test('004 Rate Limiting: each client has its own count.', () => {
    const { takes } = limitOf(1);
    expect([...takes(2, 'a'), ...takes(2, 'b')]).toEqual([null, 60, null, 60]);
  });

  test('0 sets no limit.', () => {
    expect(
      limitOf(0)
        .takes(10_000)
        .every(taken => taken === null),
    ).toBe(true);
  });

  test('A limit that is changed holds from the next request on.', () => {
    const { limit, takes } = limitOf(1);
    takes(2);
    limit.set(3);
    expect(takes(3)).toEqual([null, null, 60]);
    limit.set(0);
    expect(takes(1)).toEqual([null]);
  });

  test('A clock that is set back keeps nobody out for longer than a minute.', () => {
    const { takes, pass } = limitOf(1);
    takes(1);
    pass(-3_600_000);
    expect(takes(2)).toEqual([null, 60]);
  });

  test('Of endlessly many clients the oldest are forgotten.', () => {
    const { takes } = limitOf(1);
    for (let index = 0; index < 1_001; index += 1) takes(1, `client ${index}`);
    expect([...takes(1, 'client 1000'), ...takes(1, 'client 0')]).toEqual([60, null]);
  });
});
