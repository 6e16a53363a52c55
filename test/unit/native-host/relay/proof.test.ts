// The mutual proof: each side's answer depends on key, role and both nonces, and comparing never throws.
import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientProof, hubProof, isSameProof, peerProof } from '../../../../native-host/relay/proof.ts';

const key = Buffer.alloc(32, 1);
const nonces = { peer: 'aa'.repeat(32), hub: 'bb'.repeat(32) };

test('the proofs are HMAC-SHA256 over the documented text', () => {
  const mac = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  expect([hubProof(key, nonces, 'cli'), peerProof(key, nonces, 'cli')]).toEqual([
    mac(`hub|${nonces.peer}|${nonces.hub}|cli`),
    mac(`cli|${nonces.hub}|${nonces.peer}`),
  ]);
});

test('no two of the proofs of one handshake are equal, nor do they survive another key, role or nonce', () => {
  const other = { ...nonces, hub: 'cc'.repeat(32) };
  const proofs = [
    hubProof(key, nonces, 'cli'),
    hubProof(key, nonces, 'mcp'),
    hubProof(randomBytes(32), nonces, 'cli'),
    hubProof(key, other, 'cli'),
    peerProof(key, nonces, 'cli'),
    peerProof(key, nonces, 'mcp'),
    peerProof(key, other, 'cli'),
    clientProof('secret', nonces),
    clientProof('Secret', nonces),
    clientProof('secret', other),
  ];
  expect(new Set(proofs).size).toBe(proofs.length);
});

describe('isSameProof', () => {
  test('is true for equal proofs only', () => {
    const proof = peerProof(key, nonces, 'cli');
    expect([isSameProof(proof, proof), isSameProof(proof, hubProof(key, nonces, 'cli'))]).toEqual([true, false]);
  });

  test.each([[''], ['ab'], ['zz'.repeat(32)], ['ab'.repeat(33)], ['undefined']])(
    'is false for %j and does not throw',
    text => {
      expect(isSameProof(text, text)).toBe(false);
    },
  );

  test('never throws, whatever is compared', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => !isSameProof(a, b)));
  });
});
