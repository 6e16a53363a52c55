// What begins after the policy of the fleet begins under it: the first reading is waited for.
import { expect, test } from 'vitest';
import { BegunMembers } from '../../../../electron/core/fleet/link/begun-members.ts';
import { fleetSubjects } from '../../../../electron/core/fleet/link/fleet-subjects.ts';
import { PolicyMember } from '../../../../electron/core/fleet/policy/policy-member.ts';
import { FleetPolicyKeeper } from '../../../../electron/core/permissions/policy/fleet-policy.ts';
import { policySigner } from '../../../support/fleet-signer.ts';
import { until } from '../../../support/panel-client.ts';
import type { FleetWire } from '../../../../electron/core/fleet/link/fleet-wire.ts';

const ops = policySigner();

/** A server that answers about its bucket when it is told to. */
function scene(bucket: () => Promise<unknown>) {
  const keeper = new FleetPolicyKeeper({
    ...{ kept: [], keep: () => Promise.resolve(), now: Date.now, onChanged: () => {}, show: () => {} },
  });
  const said: string[] = [];
  const wire = {
    subjects: fleetSubjects('pilothouse', 'mia'),
    connection: { subscribe: () => ({ unsubscribe: () => {} }), isClosed: () => false },
    kv: bucket,
  } as unknown as FleetWire;
  const policy = new PolicyMember({
    ...{ keeper, signers: () => [ops.signer], onFault: error => said.push(error === null ? 'solved' : 'fault') },
    onRead: () => said.push('read'),
  });
  const shared = {
    begin: () => {
      said.push(`shared under ${keeper.held?.policy.version ?? 'nothing'}`);
      return Promise.resolve({ reconnected: () => {}, end: () => Promise.resolve() });
    },
  };
  const members = new BegunMembers({
    wire,
    members: [
      { name: 'policy', member: policy },
      { name: 'shared servers', member: shared },
    ],
    ...{ waitBefore: () => 1, onFault: () => {} },
  });
  return { said, members };
}

async function* entriesOf(envelope: string) {
  yield { key: 'current', operation: 'PUT', value: Buffer.from(envelope), revision: 1, delta: 0 };
  await new Promise(() => {});
}

test('Servers are shared once the policy that stands there is in force.', async () => {
  let answer = () => {};
  const answered = new Promise<void>(resolve => (answer = resolve));
  const entries = Object.assign(entriesOf(ops.sign({ version: 3 })), { stop: () => {} });
  const bucket = { status: () => Promise.resolve({ values: 1 }), watch: () => Promise.resolve(entries) };
  const { said, members } = scene(() => answered.then(() => bucket));
  const running = members.begin();
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(said).toEqual([]);
  answer();
  await running;
  expect(said).toEqual(['read', 'shared under 3']);
  await members.end();
});

test('A bucket that cannot be read is told, and hinders nothing else.', async () => {
  const { said, members } = scene(() => Promise.reject(new Error('no such bucket')));
  await members.begin();
  expect(said).toEqual(['fault', 'shared under nothing']);
  await until(() => said.length === 2, 'it is told once');
  await members.end();
});
