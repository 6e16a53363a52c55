// What a set-up file has its hub do about its fleet: no more than has to change, and nothing is left for it that holds.
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { shownAtFirst, signersOf } from '../../../electron/core/fleet/link/join-request.ts';
import { setUp } from '../../../electron/core/set-up/set-up.ts';
import { beginFleet, setUpFleet } from '../../../electron/core/set-up/set-up-fleet.ts';
import { hubError } from '../../../words/hub-error.ts';
import { joinOf } from '../../support/fleet-link.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type { FleetJoin } from '../../../contract/schemas/fleet-requests.ts';
import type { ReadSetup } from '../../../electron/core/set-up/read-setup.ts';
import type { SettingUp } from '../../../electron/core/set-up/setting-up.ts';

const keyOf = () => generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
const opsKey = keyOf();
const address = 'nats://127.0.0.1:4222';
const plain = () => joinOf(address, 'mia', { signers: [{ name: 'Ops', key: opsKey }], roles: ['worker'] });

const stateOf = (join: FleetJoin): FleetState =>
  shownAtFirst(
    {
      ...{ address: join.address, prefix: join.prefix, name: join.name, roles: join.roles, shows: join.shows },
      ...{ credential: 'none', user: null, ca: null, allowPlaintext: false, joinedAt: 1 },
      signers: signersOf(join.signers).signers,
    },
    1,
  );

const setupOf = (fleet: FleetJoin | null): ReadSetup => ({
  ...{
    file: '/setup.json',
    hash: '',
    fleet,
    secrets: new Map(),
    servers: [],
    shares: [],
    allow: [],
    telemetry: null,
    metricsToken: null,
  },
});

function starts() {
  const asked: [string, unknown][] = [];
  let joined: FleetState | null = null;
  let joins = 0;
  /** Why the hub does not move. */
  let stays: Reason | null = null;
  const record: SettingUp['record'] = {
    ...{
      version: 1,
      salt: '',
      fleet: null,
      secrets: {},
      servers: {},
      shares: [],
      grants: [],
      telemetry: null,
      metrics: null,
    },
  };
  const own = (join: FleetJoin | null): SettingUp => ({
    setup: setupOf(join),
    record,
    // What the hub would show after each.
    ask: (name: string, params: unknown) => {
      asked.push([name, params]);
      if (name === 'fleet:rename' && stays) return Promise.reject(hubError('ERR_SERVER_UNAVAILABLE', stays));
      if (name === 'fleet:leave') joined = null;
      else if (join && name === 'fleet:join') joined = { ...stateOf(join), joinedAt: (joins += 1) };
      else if (join && name !== 'fleet:try') joined = { ...stateOf(join), joinedAt: joined?.joinedAt ?? 0 };
      return Promise.resolve((name === 'fleet:try' ? { trials: [] } : {}) as never);
    },
    state: () => Promise.resolve({ hub: { fleet: joined } } as never),
    digest: value => JSON.stringify(value),
    keep: () => Promise.resolve(),
  });
  return {
    record,
    own,
    start: async (join: FleetJoin | null) => {
      await setUpFleet(own(join));
      return asked.splice(0);
    },
    names: async (join: FleetJoin | null) => {
      await setUpFleet(own(join));
      return asked.splice(0).map(([name]) => name);
    },
    refusesMove: (why: Reason) => {
      stays = why;
    },
    /** Somebody does that in the panel. */
    changed: (change: (before: FleetState) => Partial<FleetState>) => {
      if (joined) joined = { ...joined, ...change(joined) };
    },
  };
}

test('It joins once; the same file asks nothing more, and one without a fleet leaves.', async () => {
  const { names, record } = starts();
  expect(await names(plain())).toEqual(['fleet:join']);
  expect(await names(plain())).toEqual([]);
  expect(await names(null)).toEqual(['fleet:leave']);
  expect(record.fleet).toBeNull();
});

test('Another role, or another server of the same fleet, leaves nothing: the policy in force and what waits for the fleet stay. Another prefix is another fleet.', async () => {
  const { start, names } = starts();
  await start(plain());
  const moved = { ...plain(), roles: ['worker', 'ops'], address: `${address},nats://127.0.0.1:4223` };
  expect(await start(moved)).toEqual([
    [
      'fleet:rename',
      {
        ...{ name: 'mia', credential: { kind: 'none' } },
        place: { address: moved.address, roles: ['worker', 'ops'], ca: null, allowPlaintext: false },
      },
    ],
  ]);
  expect(await start({ ...moved, name: 'jun' })).toEqual([
    ['fleet:rename', { name: 'jun', credential: { kind: 'none' } }],
  ]);
  expect(await names({ ...moved, prefix: 'another' })).toEqual(['fleet:try', 'fleet:leave', 'fleet:join']);
});

test('Where another fleet is found at the new address, it is tried before the own one is left and that one joined; whatever else is in the way of the move ends the start.', async () => {
  const { names, refusesMove } = starts();
  await names(plain());
  const moved = { ...plain(), address: 'nats://127.0.0.1:4223' };
  refusesMove({ kind: 'fleet-no-buckets', missing: ['KV_pilothouse-hubs'], address: moved.address });
  await expect(names(moved)).rejects.toThrow(/fleet init/);
  refusesMove({ kind: 'fleet-another', address: moved.address, own: '2026-01-01T00:00:00Z', found: 'other' });
  expect((await names(moved)).slice(1)).toEqual(['fleet:rename', 'fleet:try', 'fleet:leave', 'fleet:join']);
});

test("What was changed beside the file is the file's again: roles, and a key that was put under the same name.", async () => {
  const { start, names, changed, record } = starts();
  await start(plain());
  const [other] = signersOf([{ name: 'Ops', key: keyOf() }]).signers;
  changed(() => ({ signers: other ? [other] : [] }));
  expect(await start(plain())).toEqual([['fleet:set-signers', { add: plain().signers, remove: [] }]]);
  changed(() => ({ roles: [] }));
  expect(await names(plain())).toEqual(['fleet:rename']);
  // Left, and joined with another by hand.
  if (record.fleet) record.fleet.isRead = true;
  changed(() => ({ joinedAt: 7 }));
  expect(await names(plain())).toEqual(['fleet:rename']);
  expect(record.fleet?.isRead).toBe(false);
});

test('A key that somebody named beside the file stays theirs, also where the file names it for a while: by it the policy in force may be signed. One that the file has brought goes with its line.', async () => {
  const { start, changed } = starts();
  const [byHand, brought] = [keyOf(), keyOf()];
  await start(plain());
  changed(({ signers }) => ({ signers: [...signers, ...signersOf([{ name: 'Eve', key: byHand }]).signers] }));
  expect(await start(plain())).toEqual([]);
  const withBoth = [...plain().signers, { name: 'Eve', key: byHand }];
  expect(await start({ ...plain(), signers: withBoth })).toEqual([]);
  expect(await start(plain())).toEqual([]);
  const more = [...plain().signers, { name: 'New', key: brought }];
  expect(await start({ ...plain(), signers: more })).toEqual([['fleet:set-signers', { add: more, remove: [] }]]);
  changed(({ signers }) => ({ signers: [...signers, ...signersOf([{ name: 'Eve', key: byHand }]).signers] }));
  expect(await start(plain())).toEqual([['fleet:set-signers', { add: plain().signers, remove: ['New'] }]]);
  // Put by hand under the name that the file had: not what it brought.
  await start({ ...plain(), signers: more });
  changed(() => ({ signers: [...signersOf([...plain().signers, { name: 'New', key: byHand }]).signers] }));
  expect(await start(plain())).toEqual([]);
});

test('A fleet that was joined begins once all is set up, and its policy is read before the start goes on; at later starts nobody waits.', async () => {
  const { start, own, record } = starts();
  await start(plain());
  const said: string[] = [];
  let isRead = () => {};
  const policyRead = new Promise<void>(resolve => (isRead = resolve));
  const begin = () => Promise.resolve(void said.push('begun'));
  const begun = beginFleet(own(plain()), { begin, policyRead }).then(() => said.push('open'));
  await new Promise(resolve => setImmediate(resolve));
  expect(said).toEqual(['begun']);
  isRead();
  await begun;
  expect(said).toEqual(['begun', 'open']);
  const never = new Promise<void>(() => {});
  await beginFleet(own(plain()), { begin, policyRead: never });
  // Of another role it is the same fleet, and the policy is kept.
  await start({ ...plain(), roles: [] });
  expect(record.fleet?.isRead).toBe(true);
  await start({ ...plain(), prefix: 'another' });
  expect(record.fleet?.isRead).toBe(false);
  await expect(beginFleet(own(plain()), { begin, policyRead: never }, 1)).rejects.toThrow(
    `/setup.json, fleet: The fleet ${address} was joined, but its policy could not be read`,
  );
  expect(record.fleet?.isRead).toBe(false);
});

test('A hub that is slow to come back into its fleet is waited for before anything is asked of it.', async () => {
  const { folder, remove } = createTempHome();
  const said: string[] = [];
  const panel: Parameters<typeof setUp>[2] = {
    connect: () => ({
      request: (name: string) => {
        said.push(name);
        return Promise.resolve({ ok: true, value: { grants: {}, servers: {}, hub: { fleet: null } } } as never);
      },
      close: () => void said.push('closed'),
    }),
    look: () => {
      throw new Error('Nobody looks.');
    },
  };
  let back = () => {};
  const restored = new Promise<void>(resolve => (back = resolve));
  const fleet = {
    restored,
    begin: () => Promise.resolve(void said.push('begun')),
    policyRead: new Promise<void>(() => {}),
  };
  const randomBytes = (size: number) => Buffer.alloc(size);
  const done = setUp(setupOf(null), { home: folder, randomBytes }, panel, fleet);
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(said).toEqual([]);
  back();
  await done;
  expect(said).toContain('state:get');
  expect(said.slice(-2)).toEqual(['begun', 'closed']);
  remove();
});
