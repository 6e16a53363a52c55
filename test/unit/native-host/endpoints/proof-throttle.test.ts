// Wrong proofs: twenty a minute cost nothing, then each proof waits.
import { expect, test } from 'vitest';
import { ProofThrottle } from '../../../../native-host/endpoints/proof-throttle.ts';

function afterBadProofs(count: number): ProofThrottle {
  const throttle = new ProofThrottle();
  for (let at = 0; at < count; at += 1) throttle.noteBadProof(at);
  return throttle;
}

test('nineteen wrong proofs delay nobody', () => {
  expect(afterBadProofs(19).delayMs(100)).toBe(0);
});

test('after twenty wrong proofs in a minute the next one waits a second', () => {
  expect(afterBadProofs(20).delayMs(100)).toBe(1_000);
});

test('a minute later nothing waits any more', () => {
  expect(afterBadProofs(500).delayMs(60_500)).toBe(0);
});
