// The policy of a fleet that a hub could join is foreseen as the hub would take it: by its time, by its version, and by what it has had before.
import { expect, test } from 'vitest';
import { foreseenIn } from '../../../../electron/core/fleet/policy/foreseen-policy.ts';
import { FleetPolicyKeeper } from '../../../../electron/core/permissions/policy/fleet-policy.ts';
import { policySigner } from '../../../support/fleet-signer.ts';

const now = Date.parse('2026-11-01T12:00:00Z');
const [ops, other] = [policySigner(), policySigner('Other')];
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const signed = (version: number, members: object = {}) => ops.sign({ version, signedAt: at(-60), ...members });

function foreseen(texts: readonly string[], seen: Readonly<Record<string, number>> = {}) {
  const keeper = new FleetPolicyKeeper({
    ...{ kept: [], seen, now: () => now, onChanged: () => {}, show: () => {} },
    keep: async () => {},
    keepSeen: () => {},
  });
  const signers = [ops.signer];
  return foreseenIn(texts, { signers, grants: [], faultOf: one => keeper.foreseenFault(one, signers) });
}

test('It is the newest, or beneath what nobody may take the highest version.', () => {
  expect(foreseen([signed(1), signed(2)])).toMatchObject({
    policy: { version: 2, signedBy: 'Ops' },
    policyFault: null,
  });
  const beneath = [signed(3), signed(2), 'no policy', other.sign({ version: 9 })];
  expect(foreseen(beneath)).toMatchObject({ policy: { version: 3 }, policyFault: null });
  expect(foreseen([])).toEqual({ policy: null, policyFault: null });
  expect(foreseen(['no policy'])).toMatchObject({ policy: null, policyFault: { so: 'no-json' } });
});

test('One that has expired, is of tomorrow, or older than this hub has had is not taken, and says why.', () => {
  const expired = signed(2, { expires: at(-1) });
  expect(foreseen([expired])).toMatchObject({ policy: null, policyFault: { so: 'expired', version: 2 } });
  expect(foreseen([signed(1), expired])).toMatchObject({ policy: { version: 1 }, policyFault: null });
  expect(foreseen([signed(2, { signedAt: at(60) })])).toMatchObject({ policyFault: { so: 'future', version: 2 } });
  const before = { [ops.signer.fingerprint]: 7 };
  expect(foreseen([signed(6)], before)).toMatchObject({ policy: null, policyFault: { so: 'seen', kept: 7 } });
  expect(foreseen([signed(7)], before)).toMatchObject({ policy: { version: 7 } });
});
