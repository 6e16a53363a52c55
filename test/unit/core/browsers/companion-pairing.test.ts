// One code at a time: how long it is good, for how many tries, and for whom.
import { randomBytes } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { CompanionPairing } from '../../../../electron/core/browsers/companion-pairing.ts';
import type { Pairing } from '../../../../contract/schemas/companion-requests.ts';

let now = 0;
let shown: Pairing | null = null;
let pairing: CompanionPairing;

beforeEach(() => {
  now = 1_000;
  shown = null;
  pairing = new CompanionPairing({ show: next => (shown = next), now: () => now, randomBytes });
  onTestFinished(() => pairing.close());
});

const state = () => shown?.state;

test('A code carries the port, is good for two minutes, and is a new one each time.', () => {
  const first = pairing.begin(27_123);
  expect(first).toMatchObject({ code: expect.stringMatching(/^27123(-[A-Z2-9]{4}){3}$/), expiresAt: 121_000 });
  expect(pairing.begin(27_123).code).not.toBe(first.code);
});

test('What is shown of it does not hold the code.', () => {
  const { code } = pairing.begin(27_123);
  expect(JSON.stringify(shown)).not.toContain(code.slice(6));
});

test('After its time it is good for nobody, also where a sleeping machine has held up the timer.', () => {
  pairing.begin(1);
  now = 121_000;
  expect(pairing.try()).toBeNull();
  expect(state()).toEqual({ kind: 'ended', why: 'expired' });
});

test('Its timer ends it where nobody comes.', async () => {
  const ended = new Promise<Pairing>(resolve => {
    const show = (next: Pairing) => next.state.kind === 'ended' && resolve(next);
    new CompanionPairing({ show, now: () => now, randomBytes, lifetimeMs: 1 }).begin(1);
  });
  // The timer keeps no process alive, and this one has nothing else to do.
  const busy = setInterval(() => {}, 10);
  onTestFinished(() => clearInterval(busy));
  expect((await ended).state).toEqual({ kind: 'ended', why: 'expired' });
});

test('A proof that comes after its time proves nothing.', () => {
  const { pairingId } = pairing.begin(1);
  const attempt = pairing.try();
  pairing.cancel(pairingId);
  expect(attempt?.settle(true)).toBe(false);
  expect(state()).toEqual({ kind: 'ended', why: 'cancelled' });
});

test('Each who begins takes one of five tries; the fifth that fails ends the code.', () => {
  pairing.begin(1);
  for (const tries of [4, 3, 2, 1, 0]) {
    const attempt = pairing.try();
    expect(state()).toEqual({ kind: 'waiting', tries });
    expect(attempt?.settle(false)).toBe(false);
  }
  expect(state()).toEqual({ kind: 'ended', why: 'tried-too-often' });
  expect(pairing.try()).toBeNull();
});

test('The last try may still prove itself.', () => {
  pairing.begin(1);
  const tries = Array.from({ length: 5 }, () => pairing.try());
  expect(pairing.try()).toBeNull();
  expect(tries.map((attempt, at) => attempt?.settle(at === 4))).toEqual([false, false, false, false, true]);
  expect(state()).toEqual({ kind: 'waiting', tries: 0 });
});

test('Of two that know the code, the first gets it; a try settles once.', () => {
  pairing.begin(1);
  const [one, two] = [pairing.try(), pairing.try()];
  expect([one?.settle(true), one?.settle(true), two?.settle(true)]).toEqual([true, false, false]);
  expect(pairing.try()).toBeNull();
});

test('A try with an earlier code proves nothing of the next.', () => {
  pairing.begin(1);
  const early = pairing.try();
  pairing.begin(1);
  expect(early?.settle(true)).toBe(false);
  expect(state()).toEqual({ kind: 'waiting', tries: 5 });
});

test('An id that is not of this pairing cancels nothing.', () => {
  pairing.begin(1);
  pairing.cancel('of another');
  expect(state()).toEqual({ kind: 'waiting', tries: 5 });
});
