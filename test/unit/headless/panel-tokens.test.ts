// One-time tokens and the keys they are traded for.
import { describe, expect, test } from 'vitest';
import { PanelTokens } from '../../../electron/headless/panel-tokens.ts';

function clock(start = 1_000) {
  let now = start;
  return { tokens: new PanelTokens(() => now), pass: (ms: number) => (now += ms) };
}

describe('a token', () => {
  test('is traded for a key once.', () => {
    const { tokens } = clock();
    const token = tokens.mint();
    expect(tokens.trade(token)).toMatch(/^[\w-]{43}$/);
    expect(tokens.trade(token)).toBeNull();
  });

  test('works for 10 minutes and not longer.', () => {
    const { tokens, pass } = clock();
    const [early, late] = [tokens.mint(), tokens.mint()];
    pass(10 * 60_000);
    expect(tokens.trade(early)).not.toBeNull();
    pass(1);
    expect(tokens.trade(late)).toBeNull();
  });

  test('that is too old is used up by the attempt.', () => {
    const { tokens, pass } = clock();
    const token = tokens.mint();
    pass(10 * 60_000 + 1);
    tokens.trade(token);
    pass(-60_000);
    expect(tokens.trade(token)).toBeNull();
  });

  test('is different each time, and different from its key.', () => {
    const { tokens } = clock();
    const minted = Array.from({ length: 50 }, () => tokens.mint());
    const keys = minted.map(token => tokens.trade(token));
    expect(new Set([...minted, ...keys]).size).toBe(100);
  });

  test('of which nobody knows is none, whatever its length.', () => {
    const { tokens } = clock();
    tokens.mint();
    for (const guess of ['', 'x', 'x'.repeat(43), 'x'.repeat(100_000)]) expect(tokens.trade(guess)).toBeNull();
  });

  test('is forgotten when 100 newer ones were minted.', () => {
    const { tokens } = clock();
    const [oldest, next] = [tokens.mint(), tokens.mint()];
    for (let count = 0; count < 99; count += 1) tokens.mint();
    expect(tokens.trade(oldest)).toBeNull();
    expect(tokens.trade(next)).not.toBeNull();
  });
});

describe('a key', () => {
  test('is known for as long as the hub runs.', () => {
    const { tokens, pass } = clock();
    const key = tokens.trade(tokens.mint()) ?? '';
    pass(365 * 24 * 3_600_000);
    expect(tokens.knows(key)).toBe(true);
    expect(tokens.knows(key)).toBe(true);
  });

  test('is not a token, and a token is not a key.', () => {
    const { tokens } = clock();
    const token = tokens.mint();
    expect(tokens.knows(token)).toBe(false);
    expect(tokens.trade(tokens.trade(token) ?? '')).toBeNull();
  });

  test('of another hub is not known.', () => {
    const [mine, theirs] = [clock().tokens, clock().tokens];
    expect(mine.knows(theirs.trade(theirs.mint()) ?? '')).toBe(false);
  });
});
