// What a call waits with outside of every gateway: opened by the same group, for the same client and call, and not for long.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SealedRounds } from '../../../../../electron/core/http/stateless/front.ts';

const secret = randomBytes(32);
const sealer = (key: Uint8Array = secret, group = 'pilothouse/gateway') => new SealedRounds(key, group, randomBytes);
const call = { clientId: 'ci', same: '["tools/call",{"name":"a"}]' };
const round = { ...call, state: 'worker:abc' };

test('Another gateway of the group opens it for that client and call, within ten minutes.', () => {
  const sealed = sealer().seal(round, 1_000);
  expect(sealed).not.toContain('worker');
  expect(sealer().open(sealed, call, 1_000)).toBe('worker:abc');
  expect(sealer().open(sealed, call, 600_999)).toBe('worker:abc');
  expect(sealer().open(sealed, call, 601_000)).toBeNull();
  expect(sealer().open(sealed, { ...call, clientId: 'other' }, 1_000)).toBeNull();
  expect(sealer().open(sealed, { ...call, same: `${call.same} ` }, 1_000)).toBeNull();
});

test('Another key, another group and any changed byte open nothing; nor does what is none.', () => {
  const sealed = sealer().seal(round, 0);
  expect(sealer(randomBytes(32)).open(sealed, call, 0)).toBeNull();
  expect(sealer(secret, 'pilothouse/other').open(sealed, call, 0)).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(sealer().open(changed.toString('base64url'), call, 0)).toBeNull();
  }
  for (const none of ['', 'x', sealed.slice(0, 30), 'A'.repeat(30_000)])
    expect(sealer().open(none, call, 0)).toBeNull();
});

test('The same is sealed differently each time.', () => {
  expect(sealer().seal(round, 0)).not.toBe(sealer().seal(round, 0));
});
