// The pure parts of shared servers in the panel: their rows, how each stands, and the request by which one is shared.
import { describe, expect, test } from 'vitest';
import { firstShare, shareFault, shareRequest } from '../../../../../renderer/parts/share/share-form.ts';
import { sharedRows } from '../../../../../renderer/screens/fleet/shared/shared-rows.ts';
import { sharedState } from '../../../../../renderer/screens/fleet/shared/shared-state.ts';
import { sharedMuchWords, sharedWithWords } from '../../../../../renderer/words/share-words.ts';
import { fixtureFleetServers, fixtureHubs } from '../../../../support/panel-fixture/fleet.ts';
import { fixtureSnapshot } from '../../../../support/panel-fixture/snapshot.ts';
import type { FleetServer } from '../../../../../contract/schemas/fleet.ts';
import type { Server } from '../../../../../contract/schemas/servers.ts';
import type { Snapshot } from '../../../../../contract/schemas/snapshot.ts';

const now = 1_800_000_000_000;

function snapshotWith(servers: readonly FleetServer[]): Snapshot {
  return {
    ...fixtureSnapshot(now),
    fleetHubs: Object.fromEntries(fixtureHubs(now).map(hub => [hub.name, hub])),
    fleetServers: Object.fromEntries(servers.map(one => [`${one.hub}/${one.server}`, one])),
  };
}

const others = fixtureFleetServers(now);
const own: FleetServer = {
  ...others[0]!,
  hub: 'ana-laptop',
  server: 'files',
  isOwn: true,
  isForUs: false,
  serverId: 'filesystem',
};
const snapshot = snapshotWith([...others, own]);
const rowOf = (from: Snapshot, id: string) => sharedRows(from, '').find(row => row.id === id)!;
const stateOf = (from: Snapshot, id: string, lastAt: number | null = null) =>
  sharedState(rowOf(from, id), from, lastAt, now).word;

describe('The rows of shared servers', () => {
  test('Own ones come first, then by name with a group before its hubs, then what is not for this hub.', () => {
    expect(sharedRows(snapshot, '').map(({ id }) => id)).toEqual([
      ...['ana-laptop/files', 'build-1/ci', 'tom-laptop/figma'],
      ...['-/postgres', 'gpu-1/postgres', 'gpu-2/postgres', 'jun-laptop/notes'],
    ]);
    expect(rowOf(snapshot, '-/postgres')).toMatchObject({ hubs: ['gpu-1', 'gpu-2'], here: 2, serverId: null });
  });

  test('One hub alone is no group, unless it is used as one.', () => {
    const alone = snapshotWith(others.slice(0, 1));
    expect(sharedRows(alone, '').map(({ id }) => id)).toEqual(['gpu-1/postgres']);
    const used = snapshotWith([{ ...others[0]!, groupServerId: 'postgres' }]);
    expect(rowOf(used, '-/postgres').serverId).toBe('postgres');
  });

  test('A filter wants each of its words, of hubs, names, roles and descriptions.', () => {
    expect(sharedRows(snapshot, 'warehouse gpu-2').map(({ id }) => id)).toEqual(['-/postgres', 'gpu-2/postgres']);
    expect(sharedRows(snapshot, 'nothing')).toEqual([]);
  });
});

describe('How a shared server stands', () => {
  test('Calls that wait for an owner are told before the state of the server that they are for.', () => {
    const asked = snapshotWith(others.map((one, at) => ({ ...one, waits: one.server === 'postgres' ? at + 1 : 0 })));
    expect(stateOf(asked, 'gpu-1/postgres')).toBe('1 call waits for its owner');
    expect(stateOf(asked, '-/postgres')).toMatch(/^\d calls wait for its owner$/);
  });

  test('What is in the way is told before what could be done.', () => {
    expect(stateOf(snapshot, 'tom-laptop/figma')).toBe('its hub is offline');
    expect(stateOf(snapshot, 'jun-laptop/notes')).toBe('not for this hub');
    expect(stateOf(snapshot, 'build-1/ci')).toBe('not used here');
    expect(stateOf(snapshot, 'ana-laptop/files')).toBe('running');
    expect(stateOf(snapshot, 'build-1/ci', now - 1)).toBe('not known now');
    expect(stateOf(snapshot, 'ana-laptop/files', now - 1)).toBe('running');
  });

  test('One that is used stands as its server here does; a server that is gone is told.', () => {
    const used = snapshotWith([
      { ...others[2]!, serverId: 'build-1-ci' },
      { ...own, serverId: null },
    ]);
    const reason = { kind: 'approval-changed', what: 'address' } as const;
    const like = { ...Object.values(used.servers)[0]!, id: 'build-1-ci', kind: 'fleet' as const };
    const blocked: Server = { ...like, state: { kind: 'blocked', by: 'approval', since: now, reason } };
    const running: Server = { ...like, state: { kind: 'running', since: now, pid: null } };
    expect(stateOf({ ...used, servers: { [like.id]: blocked } }, 'build-1/ci')).toBe('waits for your approval');
    expect(stateOf({ ...used, servers: { [like.id]: running } }, 'build-1/ci')).toBe('running');
    expect(stateOf(used, 'ana-laptop/files')).toBe('its server is gone');
  });

  test('With whom and how much of it is said in few words.', () => {
    expect(sharedWithWords({ hubs: ['mia'], roles: ['ops'] })).toBe('role ops, mia');
    expect(sharedMuchWords({ tools: ['a'], toolCount: 9, readOnly: true })).toBe('1 of 9 tools, only what reads');
    expect(sharedMuchWords({ tools: null, toolCount: 1, readOnly: false })).toBe('1 tool');
  });
});

describe('The request to share', () => {
  const form = firstShare('filesystem', null);

  test('It waits for a server, a name, somebody, and the tools where only some are shared.', () => {
    expect(shareFault({ ...form, serverId: null }, 'files')).toBe('server');
    expect(shareFault(form, 'Files')).toBe('name');
    expect(shareFault(form, 'files')).toBe('nobody');
    expect(shareFault({ ...form, hubs: ['mia'], breadth: 'some' }, 'files')).toBe('tools');
    expect(shareRequest(form, 'files')).toBeNull();
  });

  test('It says what is shared; what was shared before is where its sheet begins.', () => {
    const asked = shareRequest({ ...form, roles: ['ops'], breadth: 'some', tools: ['read_file'] }, 'files');
    expect(asked).toMatchObject({ serverId: 'filesystem', share: 'files', roles: ['ops'], tools: ['read_file'] });
    expect(shareRequest({ ...form, hubs: ['mia'], tools: ['read_file'] }, 'files')?.tools).toBeNull();
    expect(firstShare('filesystem', own)).toMatchObject({ share: 'files', roles: ['laptop'], readOnly: true });
  });
});
