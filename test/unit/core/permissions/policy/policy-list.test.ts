// The signed list: what is taken, what is refused by which name, and what then stays in force.
import { createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PolicyList } from '../../../../../electron/core/permissions/policy/policy-list.ts';
import { fingerprintOf } from '../../../../../electron/core/permissions/policy/signed-list.ts';
import { hubError } from '../../../../../words/hub-error.ts';
import { farAway, listSigner } from '../../../../support/signed-list.ts';
import type { PolicyListState } from '../../../../../contract/schemas/policy-state.ts';
import type { KeptList } from '../../../../../electron/core/permissions/policy/policy-list.ts';

const signer = listSigner();
const publicKey = createPublicKey({ key: Buffer.from(signer.key, 'base64'), format: 'der', type: 'spki' });
const denies = (id: string) => ({ rules: [{ id, effect: 'deny', sources: ['x'] }] });

function world(kept: readonly KeptList[] = []) {
  const at = {
    place: { address: 'https://team.example/list.json', key: signer.key } as { address: string; key: string } | null,
    served: '' as string | Error,
    now: Date.parse('2026-06-01T00:00:00Z'),
    kept: [] as KeptList[],
    changes: 0,
    shown: null as PolicyListState | null,
  };
  const list = new PolicyList({
    place: () => at.place,
    kept,
    keep: async one => void at.kept.push(one),
    fetch: async () => {
      if (typeof at.served !== 'string') throw at.served;
      return at.served;
    },
    now: () => at.now,
    show: shown => (at.shown = shown),
    onChanged: () => (at.changes += 1),
  });
  const refuses = async (served: string | Error) => {
    at.served = served;
    await list.refresh().catch(() => {});
    return at.shown?.fault?.kind ?? null;
  };
  return { at, list, refuses };
}

const envelope = (text: string) => JSON.parse(text) as { payload: string; signature: string };

describe('A list that is taken', () => {
  test('It is kept as it came, holds at once, and says whose it is.', async () => {
    const { at, list } = world();
    at.served = signer.sign({ version: 3, ...denies('one') });
    await expect(list.refresh()).resolves.toEqual({ version: 3 });
    expect(list.list?.rules).toHaveLength(1);
    expect(at.kept).toEqual([{ fetchedAt: at.now, key: fingerprintOf(publicKey), envelope: at.served }]);
    expect(at.changes).toBe(1);
    expect(at.shown).toMatchObject({
      version: 3,
      rules: 1,
      fault: null,
      expires: Date.parse(farAway),
      refreshing: false,
    });
    expect(at.shown?.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  });

  test('The same once more changes nothing but its age.', async () => {
    const { at, list } = world();
    at.served = signer.sign();
    await list.refresh();
    at.now += 60_000;
    await list.refresh();
    expect([at.changes, at.shown?.fetchedAt]).toEqual([1, at.now]);
  });

  test('Its key may be written as PEM too.', async () => {
    const { at, list } = world();
    const key = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    at.place = { address: 'https://team.example/list.json', key };
    list.policyRead();
    at.served = signer.sign();
    await expect(list.refresh()).resolves.toEqual({ version: 1 });
  });
});

describe('A list that is refused: the one before stays in force', () => {
  const good = signer.sign({ version: 5, ...denies('kept') });
  const { payload, signature } = envelope(good);
  const other = envelope(signer.sign({ version: 6 }));
  test.each<[string, string | Error]>([
    ['policy-list-no-json', '<!doctype html>'],
    ['policy-list-no-json', ''],
    ['policy-list-no-json', '['.repeat(100_000)],
    ['policy-list-unsigned', JSON.stringify({ rules: [] })],
    ['policy-list-unsigned', JSON.stringify({ payload })],
    ['policy-list-does-not-fit', JSON.stringify({ payload, signature: 7 })],
    ['policy-list-does-not-fit', JSON.stringify({ payload, signature, key: signer.key })],
    ['policy-list-wrong-key', JSON.stringify({ payload: other.payload, signature })],
    ['policy-list-wrong-key', JSON.stringify({ payload, signature: '' })],
    ['policy-list-wrong-key', listSigner().sign({ version: 9 })],
    ['policy-list-does-not-fit', signer.sign({ kind: 'something-else', version: 9 })],
    ['policy-list-does-not-fit', signer.sign({ version: 9, rules: [{ id: 'x', effect: 'deny' }] })],
    ['policy-list-rolled-back', signer.sign({ version: 4 })],
    ['policy-list-same-version', signer.sign({ version: 5 })],
    ['policy-list-expired', signer.sign({ version: 9, expires: '2026-05-31T23:59:59Z' })],
    [
      'policy-list-away',
      hubError('ERR_INTERNAL', { kind: 'policy-list-away', why: { kind: 'policy-list-status', status: 404 } }),
    ],
  ])('%s', async (kind, served) => {
    const { at, list, refuses } = world();
    at.served = good;
    await list.refresh();
    await expect(refuses(served)).resolves.toBe(kind);
    expect(list.list?.rules.map(({ id }) => id)).toEqual(['kept']);
    expect([at.kept.length, at.changes]).toEqual([1, 1]);
    await expect(refuses(good)).resolves.toBeNull();
  });

  test('A key that is none, and a policy that names no list, say so without asking anybody.', async () => {
    const { at, list, refuses } = world();
    at.place = { address: 'https://team.example/list.json', key: 'AAAA' };
    list.policyRead();
    expect(at.shown?.fault?.kind).toBe('policy-list-key');
    await expect(refuses(good)).resolves.toBe('policy-list-key');
    at.place = null;
    list.policyRead();
    expect(at.shown).toBeNull();
    await expect(list.refresh()).rejects.toMatchObject({ reason: { kind: 'no-policy-list' } });
  });

  test('One that came by the key of before is not taken once the policy names another.', async () => {
    const { at, list } = world();
    at.served = good;
    const coming = list.refresh();
    at.place = { address: 'https://team.example/list.json', key: listSigner().key };
    list.policyRead();
    await expect(coming).rejects.toMatchObject({ reason: { kind: 'policy-list-moved' } });
    expect(list.list).toBeNull();
  });
});

describe('What an earlier hub has kept', () => {
  const kept = (text: string) => ({ fetchedAt: 7, key: fingerprintOf(publicKey), envelope: text });
  const good = signer.sign({ version: 5, ...denies('kept') });

  test('It holds from the start, also when it has expired since.', () => {
    const { at, list } = world([kept(signer.sign({ version: 5, expires: '2026-01-01T00:00:00Z', ...denies('kept') }))]);
    expect(list.list?.version).toBe(5);
    expect(at.shown).toMatchObject({ fetchedAt: 7, expires: Date.parse('2026-01-01T00:00:00Z'), fault: null });
  });

  test.each([
    ['was changed', good.replace(/.{4}"\}$/, 'AAA="}')],
    ['is another’s', listSigner().sign({ version: 9 })],
    ['is an older one', signer.sign({ version: 4 })],
    ['is nothing', ''],
  ])('Where the file %s, the copy holds, and that is said.', (_what, file) => {
    const { at, list } = world([kept(file), kept(good)]);
    expect(list.list?.version).toBe(5);
    expect(at.shown?.fault).toEqual({ kind: 'policy-list-tampered' });
  });

  test('With no good one left none is in force.', () => {
    const { at, list } = world([kept(''), kept('')]);
    expect([list.list, at.shown?.fault]).toEqual([null, { kind: 'policy-list-tampered' }]);
  });

  test('What its key has not signed holds no longer once policy.json names another key.', () => {
    const { at, list } = world([kept(good)]);
    at.place = { address: 'https://team.example/list.json', key: listSigner().key };
    list.policyRead();
    expect([list.list, at.changes, at.shown?.fault]).toEqual([null, 1, null]);
  });
});
