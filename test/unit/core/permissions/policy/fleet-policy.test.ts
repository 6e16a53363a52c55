// The policy of a fleet: which one is taken, what is refused and told, what outlives a restart.
import { describe, expect, test } from 'vitest';
import { scopes } from '../../../../../contract/permissions.ts';
import { readFleetPolicy } from '../../../../../electron/core/permissions/policy/fleet-document.ts';
import { FleetPolicyKeeper } from '../../../../../electron/core/permissions/policy/fleet-policy.ts';
import { policySigner } from '../../../../support/fleet-signer.ts';
import type {
  FleetPolicyOptions,
  KeptFleetPolicy,
} from '../../../../../electron/core/permissions/policy/fleet-policy.ts';

const ops = policySigner('Ops');
const sec = policySigner('Security');
const stranger = policySigner('Stranger');
const signers = [ops.signer, sec.signer];
const deny = { id: 'no-calls', effect: 'deny', scopes: ['servers:call'], reason: 'Not here.' };

function keeping(kept: readonly KeptFleetPolicy[] = [], now: () => number = Date.now) {
  const written: (KeptFleetPolicy | null)[] = [];
  const told: unknown[] = [];
  let changes = 0;
  const keeper = new FleetPolicyKeeper({
    kept,
    keep: one => {
      written.push(one);
      return Promise.resolve();
    },
    now,
    onChanged: () => (changes += 1),
    show: () => {},
  });
  keeper.onChange(({ what }) => told.push(what));
  return { keeper, written, told, changes: () => changes };
}

function joined(now?: () => number) {
  const all = keeping([], now);
  all.keeper.joined(signers);
  return all;
}

describe('a policy that is offered', () => {
  test('It is taken with the name that the owner gave to its key, and its rules say so.', () => {
    const { keeper, told, written } = joined();
    keeper.offer(sec.sign({ version: 7, rules: [deny], stoppedAgents: [{ agent: 'Cursor' }], pauseAll: true }));
    expect(keeper.state).toMatchObject({
      version: 7,
      signedBy: 'Security',
      rules: 1,
      pausesAll: true,
      stoppedAgents: ['Cursor'],
      fault: null,
    });
    expect([...keeper.rules.all()].map(({ source }) => source)).toEqual([
      { kind: 'fleet', id: 'no-calls', version: 7, signer: 'Security' },
    ]);
    expect(told).toMatchObject([{ how: 'taken', version: 7, signer: 'Security' }]);
    expect(written).toHaveLength(1);
  });

  test('An older one and another of the same version are refused and told; the one before stays.', () => {
    const { keeper, told } = joined();
    const good = ops.sign({ version: 5, rules: [deny] });
    keeper.offer(good);
    keeper.offer(ops.sign({ version: 4 }));
    expect(keeper.state).toMatchObject({ version: 5, rules: 1, fault: { so: 'rolled-back', version: 4, kept: 5 } });
    keeper.offer(sec.sign({ version: 5 }));
    expect(keeper.state).toMatchObject({ version: 5, rules: 1, fault: { so: 'same-version', signer: 'Security' } });
    expect(told).toMatchObject([{ how: 'taken' }, { how: 'refused' }, { how: 'refused' }]);
    keeper.offer(good);
    expect(keeper.state).toMatchObject({ version: 5, fault: null });
  });

  test('Of several that were published before, the newest that may be is put in force, whatever is among them.', async () => {
    const { keeper, changes, told } = joined();
    keeper.offer('nonsense');
    await keeper.offerOlder([
      ops.sign({ version: 1, pauseAll: true }),
      stranger.sign({ version: 9 }),
      sec.sign({ version: 3, rules: [deny] }),
      ops.sign({ version: 3, pauseAll: true }),
      'nonsense',
      ops.sign({ version: 2 }),
      ops.sign({ version: 8, expires: '2020-01-01T00:00:00Z' }),
    ]);
    expect(keeper.state).toMatchObject({
      version: 3,
      signedBy: 'Security',
      pausesAll: false,
      fault: { so: 'no-json' },
    });
    expect(changes()).toBe(1);
    expect(told).toMatchObject([{ how: 'refused' }, { how: 'taken', version: 3 }]);
    await keeper.offerOlder([ops.sign({ version: 2 }), sec.sign({ version: 3, pauseAll: true })]);
    expect([keeper.state?.version, changes()]).toEqual([3, 1]);
  });

  test('Whatever the order in which two signers are heard, the higher version holds.', () => {
    const envelopes = [
      ops.sign({ version: 2 }),
      sec.sign({ version: 3 }),
      ops.sign({ version: 5 }),
      sec.sign({ version: 4 }),
    ];
    for (let start = 0; start < 24; start += 1) {
      const order = permutation(envelopes, start);
      const { keeper } = joined();
      for (const envelope of order) keeper.offer(envelope);
      expect(keeper.state).toMatchObject({ version: 5, signedBy: 'Ops' });
    }
  });

  test('With any byte of what is signed changed it is not taken.', () => {
    const whole = JSON.parse(ops.sign({ version: 2, rules: [deny] })) as Record<string, string>;
    for (const part of ['payload', 'signature', 'key'] as const) {
      const bytes = Buffer.from(whole[part] ?? '', part === 'key' ? 'utf8' : 'base64');
      for (let at = 0; at < bytes.length; at += 1) {
        const other = Buffer.from(bytes);
        other[at] = (other[at] ?? 0) ^ 1;
        const text = other.toString(part === 'key' ? 'utf8' : 'base64');
        const read = readFleetPolicy(JSON.stringify({ ...whole, [part]: text }), signers);
        expect(read.ok, `byte ${at} of ${part}`).toBe(false);
      }
    }
  });

  test.each([
    ['a key that nobody named', () => stranger.sign({}), 'unknown-key'],
    ['the signature of one key under the name of another', () => borrowed(), 'wrong-signature'],
    ['a moment far ahead', () => ops.sign({ signedAt: new Date(Date.now() + 3_600_000).toISOString() }), 'future'],
    ['one that has expired', () => ops.sign({ expires: '2020-01-01T00:00:00Z' }), 'expired'],
    ['no envelope', () => '{}', 'unsigned'],
    ['no JSON', () => 'x', 'no-json'],
    ['a name twice', () => ops.signText('{"kind":"pilothouse-fleet-policy","version":1,"version":2}'), 'no-json'],
    ['an unknown name', () => ops.sign({ unknown: true }), 'does-not-fit'],
    ['a rule twice', () => ops.sign({ rules: [deny, deny] }), 'does-not-fit'],
    ['too much', () => ' '.repeat(700_001), 'too-large'],
  ])('It is refused for %s.', (_, envelope, so) => {
    const { keeper } = joined();
    keeper.offer(envelope());
    expect(keeper.state).toMatchObject({ version: 0, fault: { kind: 'fleet-policy-fault', so } });
    expect(keeper.held).toBeNull();
  });

  test('One signed a little ahead of this clock is taken, for clocks differ.', () => {
    const { keeper } = joined();
    keeper.offer(ops.sign({ signedAt: new Date(Date.now() + 60_000).toISOString() }));
    expect(keeper.state).toMatchObject({ version: 1, fault: null });
  });

  test('One that was refused for a wrong clock is taken once the clock is set, and not where a newer one came meanwhile.', () => {
    let off = -3_600_000;
    const { keeper, told } = joined(() => Date.now() + off);
    const early = ops.sign({ version: 2, pauseAll: true });
    keeper.offer(early);
    keeper.again();
    expect(keeper.state).toMatchObject({ version: 0, fault: { so: 'future' } });
    off = 0;
    keeper.again();
    expect(keeper.state).toMatchObject({ version: 2, pausesAll: true, fault: null });
    expect(told).toMatchObject([{ how: 'refused' }, { how: 'taken', version: 2 }]);
    off = 7_200_000;
    keeper.offer(ops.sign({ version: 3, expires: new Date(Date.now() + 60_000).toISOString() }));
    expect(keeper.state).toMatchObject({ version: 2, fault: { so: 'expired' } });
    keeper.offer(ops.sign({ version: 4 }));
    off = 0;
    keeper.again();
    expect(keeper.state).toMatchObject({ version: 4, pausesAll: false, fault: null });
  });

  test('One that waits for the clock is forgotten with the key that signed it.', () => {
    let off = -3_600_000;
    const { keeper } = joined(() => Date.now() + off);
    keeper.offer(ops.sign({ version: 2, pauseAll: true }));
    keeper.joined([sec.signer]);
    off = 0;
    keeper.again();
    expect(keeper.held).toBeNull();
  });

  test.each([
    ['denies the owner', { rules: [{ ...deny, subjects: [{ kind: 'client', id: 'you' }] }] }, 'locks-out-subject'],
    ['stops the panel', { stoppedAgents: [{ agent: ' Panel ' }] }, 'locks-out-agent'],
    [
      'denies everything to everybody',
      {
        rules: Object.keys(scopes).map((scope, index) => ({ id: `r${index}`, effect: 'deny', scopes: [scope] })),
      },
      'locks-out-everything',
    ],
  ])('One that %s is refused as a whole.', (_, members, so) => {
    const { keeper } = joined();
    keeper.offer(ops.sign({ version: 2, ...members, pauseAll: true }));
    expect(keeper.state).toMatchObject({ version: 0, pausesAll: false, fault: { so } });
    expect(keeper.hold).toBeNull();
  });

  test('What leaves one scope, speaks of one site or pauses all locks nobody out.', () => {
    const { keeper } = joined();
    const all = Object.keys(scopes);
    const rules = [
      { id: 'most', effect: 'deny', scopes: all.slice(1) },
      { id: 'site', effect: 'deny', scopes: all, sites: ['https://a.example'] },
    ];
    keeper.offer(ops.sign({ rules, pauseAll: true, stoppedAgents: [{ agent: '*' }] }));
    expect(keeper.state).toMatchObject({ version: 1, rules: 2, pausesAll: true });
  });
});

describe('what is kept', () => {
  const appliedAt = 5;
  const envelope = ops.sign({ version: 4, rules: [deny], pauseAll: true });
  const kept = { appliedAt, signers, envelope };

  test('It is in force before anything of the fleet has begun.', () => {
    const { keeper } = keeping([kept, kept]);
    expect(keeper.state).toMatchObject({ version: 4, signedBy: 'Ops', appliedAt, pausesAll: true, fault: null });
    keeper.offer(ops.sign({ version: 3 }));
    expect(keeper.state).toMatchObject({ version: 4, fault: { so: 'rolled-back' } });
  });

  test('A copy stands in for one that was changed, and that is told.', () => {
    const { keeper } = keeping([{ ...kept, envelope: envelope.replace('"payload":"e', '"payload":"f') }, kept]);
    expect(keeper.state).toMatchObject({ version: 4, fault: { so: 'tampered' } });
  });

  test('It ends with the key that is named no more, and when the hub leaves.', () => {
    const { keeper, told, written } = keeping([kept, kept]);
    keeper.joined([sec.signer]);
    expect(keeper.held).toBeNull();
    expect(told).toMatchObject([{ how: 'ended', version: 4, signer: 'Ops' }]);
    const second = keeping([kept, kept]);
    second.keeper.left();
    expect(second.keeper.state).toBeNull();
    expect([written, second.written]).toEqual([[null], [null]]);
  });

  test('An older one is not taken by a hub that has left and come back, nor after a restart, whichever of its keys has signed it.', () => {
    let seen = {};
    const options = (): FleetPolicyOptions => ({
      ...{ kept: [], seen, now: Date.now, onChanged: () => {}, show: () => {} },
      keep: () => Promise.resolve(),
      keepSeen: next => (seen = next),
    });
    const keeper = new FleetPolicyKeeper(options());
    const seven = ops.sign({ version: 7 });
    keeper.joined(signers);
    keeper.offer(seven);
    keeper.left();
    keeper.joined(signers);
    keeper.offer(ops.sign({ version: 3, pauseAll: true }));
    expect(keeper.state).toMatchObject({ version: 0, fault: { so: 'seen', version: 3, kept: 7 } });
    const again = new FleetPolicyKeeper(options());
    again.joined(signers);
    again.offer(ops.sign({ version: 6, pauseAll: true }));
    expect(again.state).toMatchObject({ version: 0, fault: { so: 'seen', version: 6, kept: 7 } });
    again.offer(sec.sign({ version: 2 }));
    expect(again.state).toMatchObject({ version: 0, fault: { so: 'seen', version: 2, kept: 7 } });
    again.left();
    again.joined([sec.signer]);
    again.offer(sec.sign({ version: 2 }));
    expect(again.state).toMatchObject({ version: 2, signedBy: 'Security', fault: null });
    again.joined(signers);
    again.offer(seven);
    expect(again.state).toMatchObject({ version: 7, signedBy: 'Ops', fault: null });
  });

  test('A pause by one key is not taken back by an older version of another that is offered to a hub which comes back.', () => {
    const { keeper } = keeping([]);
    keeper.joined(signers);
    const seven = ops.sign({ version: 7 });
    keeper.offer(seven);
    const eight = sec.sign({ version: 8, pauseAll: true });
    keeper.offer(eight);
    keeper.left();
    keeper.joined(signers);
    keeper.offer(seven);
    expect(keeper.state).toMatchObject({ version: 0, fault: { so: 'seen', version: 7, kept: 8 } });
    keeper.offer(eight);
    expect(keeper.state).toMatchObject({ version: 8, pausesAll: true, fault: null });
  });

  test('It stays where somebody takes it out of the fleet, which is told.', () => {
    const { keeper } = keeping([kept, kept]);
    keeper.withdrawn();
    expect(keeper.state).toMatchObject({ version: 4, pausesAll: true, fault: { so: 'withdrawn' } });
  });
});

function borrowed(): string {
  return JSON.stringify({ ...(JSON.parse(ops.sign({})) as object), key: sec.signer.fingerprint });
}

/** The one of that number. */
function permutation<T>(of: readonly T[], number: number): T[] {
  const left = [...of];
  const order: T[] = [];
  for (let rest = number; left.length > 0; ) {
    const size = left.length;
    order.push(...left.splice(rest % size, 1));
    rest = Math.floor(rest / size);
  }
  return order;
}
