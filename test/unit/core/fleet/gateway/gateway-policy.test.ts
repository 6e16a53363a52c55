// A gateway and a policy that is there and that it cannot take: it stands still, and says why.
import { expect, test } from 'vitest';
import { GatewayPolicy } from '../../../../../electron/core/fleet/gateway/gateway-policy.ts';
import { FleetPolicyKeeper } from '../../../../../electron/core/permissions/policy/fleet-policy.ts';
import { inEnglish } from '../../../../../words/english.ts';
import { policySigner } from '../../../../support/fleet-signer.ts';

const ops = policySigner('Ops');
const other = policySigner('Other');
const junk = '{"type":"io.nats.jetstream.api.v1.account_info_response"}';
const stands = { kind: 'gateway-stands', so: 'policy-refused' };

function gateway(history: readonly string[], now = Date.now) {
  const keeper = new FleetPolicyKeeper({
    kept: [],
    keep: () => Promise.resolve(),
    ...{ now, onChanged: () => {}, show: () => {} },
  });
  keeper.joined([ops.signer]);
  keeper.reach({ publish: () => Promise.resolve(), history: () => Promise.resolve([...history]) });
  const said: (string | null)[] = [];
  const policy = new GatewayPolicy({ keeper, onRefused: reason => said.push(reason && inEnglish(reason)) });
  return { keeper, policy, said, read: () => policy.read(() => false) };
}

test.each([
  ['is signed by a key that was not named', [other.sign({ pauseAll: true })], Date.now],
  ['is signed at a moment that has not come', [ops.sign({ pauseAll: true })], () => Date.now() - 3_600_000],
  ['lies under what nobody has signed', [other.sign({ pauseAll: true }), junk], Date.now],
  ['may have been pushed out', Array.from({ length: 64 }, () => junk), Date.now],
])('A policy that %s lets nothing run, and the reason is told.', async (_what, history, now) => {
  const { policy, said, read, keeper } = gateway(history, now);
  await read();
  expect(policy.stands()).toEqual(stands);
  expect(said).toEqual([expect.stringMatching(/\w/)]);
  await read();
  expect(said).toHaveLength(1);
  keeper.reach(null);
  await expect(read()).rejects.toThrow('cannot be read yet');
});

test('Without any policy, or with one that holds, it goes on.', async () => {
  for (const history of [[], [junk], [ops.sign()], [ops.sign({ version: 2 }), other.sign(), junk]]) {
    const { policy, said, read } = gateway(history);
    await read();
    expect([policy.stands(), said]).toEqual([null, []]);
  }
  const late = gateway([other.sign()]);
  await late.read();
  late.keeper.offer(ops.sign({ version: 2 }));
  expect(late.policy.stands()).toBeNull();
});

test('One that comes later and cannot be taken is told too; where nothing else is in force it lets nothing run.', async () => {
  const { policy, said, read, keeper } = gateway([]);
  await read();
  keeper.offer(junk);
  expect([policy.stands(), said]).toEqual([null, []]);
  keeper.offer(other.sign({ pauseAll: true }));
  keeper.offer(other.sign({ pauseAll: true }));
  expect(policy.stands()).toEqual(stands);
  expect(said).toEqual([expect.stringContaining('a key that nobody has named here')]);
  keeper.offer(ops.sign());
  expect([policy.stands(), said.at(-1)]).toEqual([null, null]);
  // What is in force stays so, and that there is a newer one is told.
  keeper.offer(other.sign({ version: 2 }));
  expect([policy.stands(), said.length]).toEqual([null, 3]);
});
