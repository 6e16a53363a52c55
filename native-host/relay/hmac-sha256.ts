// HMAC-SHA256 (FIPS 180-4, RFC 2104) without node:crypto, whose loading would be a tenth of the time in which a relay starts.

const blockBytes = 64;

/** The first 32 bits of the fractional parts of the square roots of the first 8 primes (FIPS 180-4, section 5.3.3). */
const initialState = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;

/** The same of the cube roots of the first 64 primes (section 4.2.2). */
const roundConstants = Int32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

/** HMAC-SHA256 of `text` in UTF-8, as 64 hex characters. No branch and no index depends on a byte of the key. */
export function hmacSha256(key: Buffer, text: string): string {
  const block = Buffer.alloc(blockBytes);
  (key.length > blockBytes ? sha256(key) : key).copy(block);
  const inner = sha256(Buffer.concat([block.map(byte => byte ^ 0x36), Buffer.from(text)]));
  return sha256(Buffer.concat([block.map(byte => byte ^ 0x5c), inner])).toString('hex');
}

function sha256(message: Buffer): Buffer {
  const padded = pad(message);
  const state = Int32Array.from(initialState);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += blockBytes) {
    fillSchedule(words, padded, at);
    compress(state, words);
  }
  const digest = Buffer.alloc(32);
  for (let index = 0; index < 8; index += 1) digest.writeInt32BE(state[index] as number, index * 4);
  return digest;
}

/** FIPS 180-4, section 5.1.1: a one bit, zeros, and the length in bits as 64 bits at the end of the last block. */
function pad(message: Buffer): Buffer {
  const blocks = Math.ceil((message.length + 9) / blockBytes);
  const padded = Buffer.alloc(blocks * blockBytes);
  message.copy(padded);
  padded[message.length] = 0x80;
  padded.writeBigUInt64BE(BigInt(message.length) * 8n, padded.length - 8);
  return padded;
}

// A relay runs the two functions below a dozen times and ends before any of it is compiled: what reads more nicely than
// plain loops and rotations written out (destructuring, helpers) took three times as long.

/** The 64 words of one block (section 6.2.2, step 1). */
function fillSchedule(words: Int32Array, padded: Buffer, at: number): void {
  for (let index = 0; index < 16; index += 1) words[index] = padded.readInt32BE(at + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const far = words[index - 15] as number;
    const near = words[index - 2] as number;
    const sigma0 = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3);
    const sigma1 = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10);
    words[index] = (words[index - 16] as number) + sigma0 + (words[index - 7] as number) + sigma1;
  }
}

/** Mixes one block into the state (section 6.2.2, steps 2 to 4). */
function compress(state: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let index = 0; index < 64; index += 1) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const first = h + sum1 + ((e & f) ^ (~e & g)) + (roundConstants[index] as number) + (words[index] as number);
    const second = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] as number) + value;
}
