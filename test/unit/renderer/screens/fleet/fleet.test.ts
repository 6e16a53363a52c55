// The pure parts of the fleet's screen: order, filter, reach of a policy, words, and the request of the join form.
import { describe, expect, test } from 'vitest';
import {
  awayWords,
  endWords,
  fleetBanner,
  heardOf,
  hubTone,
  presenceWords,
} from '../../../../../renderer/screens/fleet/fleet-words.ts';
import { listHubs, panelFault, policyReach } from '../../../../../renderer/screens/fleet/hub-list.ts';
import { emptyJoin, joinFaults, joinRequest } from '../../../../../renderer/screens/fleet/join-form.ts';
import { fixtureFleet, fixtureHubs } from '../../../../support/panel-fixture/fleet.ts';

const now = 1_800_000_000_000;
const hubs = fixtureHubs(now);
const namesOf = (filter: string, order: 'role' | 'questions') => listHubs(hubs, filter, order).map(({ name }) => name);

describe('The list of hubs', () => {
  test('This hub comes first, then role by role, questions before none, those away at the end of their role.', () => {
    expect(namesOf('', 'role')).toEqual([
      ...['ana-laptop', 'jun-laptop', 'mia-laptop', 'tom-laptop'],
      ...['gpu-2', 'build-1', 'build-2', 'gpu-1'],
    ]);
    expect(namesOf('', 'questions').slice(0, 2)).toEqual(['ana-laptop', 'gpu-2']);
  });

  test('A filter looks at names, roles, modes and agents, and wants each of its words.', () => {
    expect(namesOf('worker gpu', 'role')).toEqual(['gpu-2', 'gpu-1']);
    expect(namesOf('PAUSED', 'role')).toEqual(['mia-laptop']);
    expect(namesOf('nothing-like-it', 'role')).toEqual([]);
  });

  test('A policy has reached those that have this version or a later one.', () => {
    const { have, all, behind } = policyReach(hubs, 7);
    expect([have, all, behind.map(({ name }) => name)]).toEqual([7, 8, ['tom-laptop']]);
  });
});

describe('What is said of the fleet', () => {
  test('A hub that is away says since when, and which policy it will take.', () => {
    const away = hubs.at(-1)!;
    expect(awayWords(away, 7, now)?.replaceAll('\u00a0', ' ')).toBe('offline 2 h 10 min, will take 7');
    expect(awayWords(away, 6, now)?.replaceAll('\u00a0', ' ')).toBe('offline 2 h 10 min');
    expect(awayWords(hubs[0]!, 7, now)).toBeNull();
  });

  test('Whoever leaves is told how much that is open to its hubs ends with it.', () => {
    const hub = { subject: { kind: 'hub', id: 'jun' }, effect: 'allow' } as const;
    const [own, other] = [{ isOwn: true }, { isOwn: false }];
    expect(endWords({}, {}, {})).toEqual([]);
    expect(endWords({ other }, { 1: { ...hub, effect: 'deny' } }, { claude: { id: 'claude' } })).toEqual([]);
    const ofAgent = { subject: { kind: 'client', id: 'hub:jun:0123456789abcdef' }, effect: 'allow' } as const;
    const clients = { 1: { id: 'hub:jun' }, 2: { id: ofAgent.subject.id }, 3: { id: 'claude' } };
    expect(endWords({ own, other }, { 1: hub, 2: ofAgent }, clients)).toEqual([
      '1 server will no longer be shared.',
      '2 grants to other hubs will end.',
      '2 agents of other hubs will be forgotten here.',
    ]);
  });

  test('Being offline tells what stays in force and what waits.', () => {
    const fleet = { ...fixtureFleet(now), state: 'offline' as const, outbox: { audit: 38, traces: 2, dropped: 0 } };
    expect(fleetBanner(fleet)?.text).toBe('Policy 7 stays in force. 38 audit entries wait.');
    expect(fleetBanner(fixtureFleet(now))).toBeNull();
  });
});

describe('What is known while this hub is offline', () => {
  const offline = heardOf({ ...fixtureFleet(now), state: 'offline', since: now - 60_000 });

  test('Only this hub is green; the others are as last known, with the time, and one that was away stays so.', () => {
    expect(hubs.map(hub => hubTone(hub, offline))).toEqual(['running', ...Array(7).fill('orphaned')]);
    expect(presenceWords(hubs[1]!, offline, now)).toMatch(/^as last known at /);
    expect(presenceWords(hubs.at(-1)!, offline, now)).toMatch(/^offline /);
    expect(presenceWords(hubs[0]!, offline, now)).toBeNull();
    const online = heardOf(fixtureFleet(now));
    expect(hubs.map(hub => hubTone(hub, online)).filter(tone => tone === 'running')).toHaveLength(7);
  });

  test('A panel can be opened of others that are here and let somebody look.', () => {
    expect(hubs.map(panelFault)).toEqual(['self', 'closed', null, 'closed', null, 'closed', null, 'away']);
  });
});

describe('The request to join', () => {
  const filled = { ...emptyJoin(null), address: ' nats://127.0.0.1:4222 ', name: 'ana' };

  test('It is made of what is filled in, and not before that can be a request.', () => {
    expect(joinRequest(filled, null)).toMatchObject({ address: 'nats://127.0.0.1:4222', name: 'ana', signers: [] });
    expect(joinRequest({ ...filled, name: 'Ana!' }, null)).toBeNull();
    expect(joinRequest({ ...filled, kind: 'token' }, null)).toBeNull();
    expect(joinRequest({ ...filled, signer: 'Jun' }, null)).toBeNull();
  });

  test('What is wrong is told at the part that it is about, the first thing of each.', () => {
    const taken = { kind: 'fleet-name-taken', hub: 'ana', version: '1' } as const;
    const clock = { kind: 'fleet-clock', seconds: 90, how: 'ahead' } as const;
    expect(joinFaults(filled, [null, clock, taken])).toEqual({ name: taken });
    expect(joinFaults({ ...filled, name: 'Ana!', roles: 'ok, Not' }, [taken])).toEqual({
      name: { kind: 'no-fleet-name' },
      roles: { kind: 'no-fleet-name' },
    });
    expect(joinFaults({ ...filled, name: null }, [])).toEqual({});
  });

  test('Credentials that are kept stay where no new ones are given.', () => {
    const fleet = fixtureFleet(now);
    expect(joinRequest(emptyJoin(fleet), fleet)?.credential).toEqual({ kind: 'kept' });
    expect(joinRequest({ ...emptyJoin(fleet), kind: 'nkey' }, fleet)).toBeNull();
  });
});
