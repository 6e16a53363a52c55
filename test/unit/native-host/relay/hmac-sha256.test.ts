// HMAC-SHA256: the published vectors, and the same as OpenSSL for everything else.
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hmacSha256 } from '../../../../native-host/relay/hmac-sha256.ts';

function openssl(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

describe('hmacSha256', () => {
  test('gives what RFC 4231 gives for its case 1', () => {
    expect(hmacSha256(Buffer.alloc(20, 0x0b), 'Hi There')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
  });

  test('gives what RFC 4231 gives for its case 2, a key shorter than the digest', () => {
    expect(hmacSha256(Buffer.from('Jefe'), 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  test('gives what RFC 4231 gives for its case 6, a key longer than a block', () => {
    expect(hmacSha256(Buffer.alloc(131, 0xaa), 'Test Using Larger Than Block-Size Key - Hash Key First')).toBe(
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    );
  });

  test('agrees with OpenSSL at every length of key and text around the edges of a block', () => {
    const lengths = Array.from({ length: 140 }, (_, length) => length);
    for (const length of lengths) {
      const [key, text] = [Buffer.alloc(length, length), 'x'.repeat(length)];
      expect(hmacSha256(key, text)).toBe(openssl(key, text));
    }
  });

  test('agrees with OpenSSL for any key and any text', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 300 }),
        (bytes, text) => hmacSha256(Buffer.from(bytes), text) === openssl(Buffer.from(bytes), text),
      ),
    );
  });
});
