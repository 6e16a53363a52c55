// The user's standing answers: on disk before they count, and gone when what they were bound to ends.
import { describe, expect, test, vi } from 'vitest';
import { GrantRegistry } from '../../../../electron/core/permissions/grant-registry.ts';
import { agentId, buildGrant, buildPending, buildState, noon, otherAgentId } from '../../../support/hub-fixtures.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { StoredGrant } from '../../../../electron/core/store/grants-table.ts';

const {
  id: _id,
  createdAt: _createdAt,
  expiresAt: _expiresAt,
  uses: _uses,
  lastUsedAt: _lastUsedAt,
  ...answer
} = buildGrant();
const tab = { browserId: 'b1', tabId: 42 };

function createRegistry(rows: readonly StoredGrant[] = [], lastId = 0) {
  const clock = { now: noon, monotonic: 0 };
  const changes = { count: 0 };
  const onChanged = () => void (changes.count += 1);
  const state = buildState();
  const written: unknown[][] = [];
  const disk = {
    add: async (grants: readonly Grant[], lastId: number): Promise<void> =>
      void written.push(['add', grants.map(({ id }) => id), lastId]),
    used: (id: string, uses: number, at: number) => void written.push(['used', id, uses, at]),
    remove: async (id: string): Promise<void> => void written.push(['remove', id]),
    ended: (id: string) => void written.push(['ended', id]),
  };
  const runOf = (browserId: string) => (browserId === 'b1' ? 'run-1' : null);
  const monotonic = () => clock.monotonic;
  const now = () => clock.now;
  const grants = new GrantRegistry({ state, rows, lastId, persist: disk, runOf, now, monotonic, onChanged });
  const shown = () => Object.keys(state.snapshot().grants);
  const ids = () => grants.all().map(({ id }) => id);
  return { clock, grants, disk, written, shown, ids, changes };
}

describe('Narrowing a grant', () => {
  const named = { ...answer, tools: ['box/a', 'box/b'] };

  test('It speaks of fewer tools, ends when it would have, and is no new grant.', async () => {
    const { clock, grants, written, changes } = createRegistry();
    const once = await grants.add({ ...named, lifetime: 'once' });
    clock.now += 60_000;
    await grants.narrow(once.id, ['box/b', 'box/c']);
    expect(grants.all()).toEqual([{ ...once, tools: ['box/b'] }]);
    expect(written.at(-1)).toEqual(['add', ['1'], 1]);
    await grants.narrow(once.id, ['box/b']);
    expect(changes.count).toBe(2);
  });

  test('What it does not speak of any more is allowed no longer while that is written.', async () => {
    const { grants, disk } = createRegistry();
    const { id } = await grants.add(named);
    const write = buildPending();
    disk.add = () => write.promise;
    const narrowed = grants.narrow(id, []);
    expect(grants.all()).toMatchObject([{ tools: [] }]);
    write.resolve();
    await narrowed;
  });

  test('One that is gone says so.', async () => {
    const { grants } = createRegistry();
    await expect(grants.narrow('7', [])).rejects.toMatchObject({ code: 'ERR_INVALID_ARGUMENTS' });
  });
});

describe('Leaving a fleet', () => {
  test('What its hubs were allowed by their names ends, on disk too; what they were denied stays, and so do agents of this hub.', async () => {
    const { grants, written, ids } = createRegistry();
    const hub = { kind: 'hub', id: 'jun' } as const;
    await grants.addAll([
      { ...answer, subject: hub },
      { ...answer, subject: hub, scope: 'hub:answer' },
      { ...answer, subject: hub, effect: 'deny' },
      answer,
    ]);
    await grants.revokeHubs();
    expect(ids()).toEqual(['3', '4']);
    expect(written.slice(1)).toEqual([
      ['remove', '1'],
      ['remove', '2'],
    ]);
  });
});

describe('Adding a grant', () => {
  test('A grant for ever is whole, shown and on disk.', async () => {
    const { grants, written, shown } = createRegistry();
    const whole = buildGrant({ id: '1' });
    expect(await grants.add(answer)).toEqual(whole);
    expect({ all: grants.all(), written, shown: shown() }).toEqual({
      all: [whole],
      written: [['add', ['1'], 1]],
      shown: ['1'],
    });
  });

  test('It takes no effect before it is on disk.', async () => {
    const { grants, disk } = createRegistry();
    const write = buildPending();
    disk.add = () => write.promise;
    const added = grants.add(answer);
    expect(grants.all()).toEqual([]);
    write.resolve();
    await added;
    expect(grants.all()).toHaveLength(1);
  });

  test('A disk that refuses means no grant.', async () => {
    const { grants, disk, shown } = createRegistry();
    disk.add = () => Promise.reject(new Error('The disk is full.'));
    await expect(grants.add(answer)).rejects.toThrow('The disk is full.');
    expect({ all: grants.all(), shown: shown() }).toEqual({ all: [], shown: [] });
  });

  test.each([
    ['A grant until the screen locks', { lifetime: 'lock' as const }],
    ['A grant of a tab whose browser has no mark', { lifetime: 'once' as const, tab: { ...tab, browserId: 'b2' } }],
  ])('%s stays in memory, but for its id.', async (_what, fields) => {
    const { grants, written, ids } = createRegistry();
    await grants.add({ ...answer, ...fields });
    expect({ ids: ids(), written }).toEqual({ ids: ['1'], written: [['add', [], 1]] });
  });

  test('A grant of a tab is on disk with the run of its browser.', async () => {
    const { grants, disk } = createRegistry();
    const rows: StoredGrant[] = [];
    disk.add = async added => void rows.push(...added);
    await grants.add({ ...answer, lifetime: 'once', tab });
    await grants.add({ ...answer, lifetime: 'agent', agentId, resource: { kind: 'tab', ...tab } });
    await grants.add({ ...answer, lifetime: 'agent', agentId });
    expect(rows.map(({ lifetime, tabRun }) => [lifetime, tabRun])).toEqual([
      ['once', 'run-1'],
      ['agent', 'run-1'],
      ['agent', undefined],
    ]);
  });

  test('A grant for once ends after ten minutes.', async () => {
    expect(await createRegistry().grants.add({ ...answer, lifetime: 'once' })).toMatchObject({
      expiresAt: noon + 600_000,
    });
  });
});

describe('After a restart', () => {
  test('Stored grants are there and shown.', () => {
    const rows = [buildGrant({ id: '3' }), buildGrant({ id: '24' })];
    const { grants, shown } = createRegistry(rows);
    expect({ all: grants.all(), shown: shown() }).toEqual({ all: rows, shown: ['3', '24'] });
  });

  test('Ids go on above the highest stored one.', async () => {
    const { grants } = createRegistry([buildGrant({ id: '24' }), buildGrant({ id: '3' })]);
    expect(await grants.add(answer)).toMatchObject({ id: '25' });
  });

  test('An id is never given again, also when the grant that had it is gone.', async () => {
    expect(await createRegistry([buildGrant({ id: '3' })], 41).grants.add(answer)).toMatchObject({ id: '42' });
  });

  test('An id that is no number does not stop the counting.', async () => {
    const { grants } = createRegistry([buildGrant({ id: 'imported' }), buildGrant({ id: '7' })]);
    expect(await grants.add(answer)).toMatchObject({ id: '8' });
  });
});

describe('A grant of a tab, after a restart', () => {
  const stored: StoredGrant = { ...buildGrant({ lifetime: 'once', tab, expiresAt: noon + 600_000 }), tabRun: 'run-1' };
  const { tabRun: _, ...grant } = stored;

  test('It speaks of nothing until its browser tells that the tab is there.', () => {
    const { grants, written, shown, changes } = createRegistry([stored]);
    expect([grants.all(), [...grants.rules.all()], shown()]).toEqual([[], [], []]);
    grants.tabsProven('b2', 'run-1', [42]);
    expect(grants.all()).toEqual([]);
    grants.tabsProven('b1', 'run-1', [41, 42]);
    expect({ all: grants.all(), shown: shown(), written }).toEqual({ all: [grant], shown: ['24'], written: [] });
    expect(changes.count).toBe(1);
  });

  test.each([
    ['the tab is not there any more', 'run-1', [41, 43]],
    ['another run of the browser has a tab of that number', 'run-2', [42]],
    ['nothing marks the run', null, [42]],
  ])('It has ended, on disk too, where %s.', (_what, runId, tabIds) => {
    const { grants, written } = createRegistry([stored]);
    grants.tabsProven('b1', runId, tabIds);
    expect({ all: grants.all(), written }).toEqual({ all: [], written: [['ended', '24']] });
    grants.tabsProven('b1', 'run-1', [42]);
    expect(grants.all()).toEqual([]);
  });

  test('What was said of a tab is one too, with whatever lifetime.', () => {
    const said: StoredGrant = { ...buildGrant({ lifetime: 'agent', agentId, resource: { kind: 'tab', ...tab } }) };
    const { grants, written } = createRegistry([{ ...said, tabRun: 'run-1' }]);
    expect(grants.all()).toEqual([]);
    grants.tabsProven('b1', 'run-2', [42]);
    expect(written).toEqual([['ended', '24']]);
  });

  test('It ends while it waits: with its agent, with its client, with its time.', async () => {
    const rows = [
      { ...stored, id: '1', agentId },
      { ...stored, id: '2', subject: { kind: 'client' as const, id: 'x' } },
    ];
    const { clock, grants, written } = createRegistry([...rows, { ...stored, id: '3' }]);
    grants.agentLeft(agentId);
    await grants.revokeClient('x');
    clock.now += 600_000;
    grants.tabsProven('b1', 'run-1', [42]);
    expect(grants.all()).toEqual([]);
    expect(written).toEqual([
      ['ended', '1'],
      ['remove', '2'],
      ['ended', '3'],
    ]);
  });
});

describe('A grant for a time, after a restart', () => {
  const stored = buildGrant({ lifetime: 'once', expiresAt: noon + 600_000 });

  test('It goes on until the time that it had.', () => {
    const { clock, grants } = createRegistry([stored]);
    clock.now += 599_999;
    grants.sweep();
    expect(grants.all()).toEqual([stored]);
    clock.now += 1;
    grants.sweep();
    expect(grants.all()).toEqual([]);
  });

  test.each([
    ['its time passed while no hub ran', buildGrant({ ...stored, createdAt: noon - 600_000, expiresAt: noon })],
    ['the clock was set back before it was given', buildGrant({ ...stored, createdAt: noon + 1 })],
  ])('It is over where %s.', (_what, row) => {
    const { grants, written } = createRegistry([row]);
    expect({ all: grants.all(), written }).toEqual({ all: [], written: [['ended', '24']] });
  });

  test('Those of agents that nobody knows any more are over.', () => {
    const row = (id: string, of: string) => buildGrant({ id, lifetime: 'agent', agentId: of });
    const { grants, ids, written } = createRegistry([row('1', agentId), row('2', otherAgentId), stored]);
    grants.expectAgents(id => id === otherAgentId);
    expect({ ids: ids(), written }).toEqual({ ids: ['2', '24'], written: [['ended', '1']] });
  });
});

describe('Using a grant', () => {
  test('Each use is counted with its time, on disk for a grant that outlives the hub.', () => {
    const { clock, grants, written } = createRegistry([buildGrant()]);
    grants.used('24');
    clock.now += 5;
    grants.used('24');
    expect({ all: grants.all(), written }).toEqual({
      all: [buildGrant({ uses: 2, lastUsedAt: noon + 5 })],
      written: [
        ['used', '24', 1, noon],
        ['used', '24', 2, noon + 5],
      ],
    });
  });

  test('Use of a grant in memory writes nothing.', async () => {
    const { grants, written } = createRegistry();
    const { id } = await grants.add({ ...answer, lifetime: 'lock' });
    grants.used(id);
    expect({ uses: grants.all()[0]?.uses, written }).toEqual({ uses: 1, written: [['add', [], 1]] });
  });

  test('Use of a grant that ended meanwhile is nothing.', () => {
    const { grants, written } = createRegistry();
    grants.used('24');
    expect({ all: grants.all(), written }).toEqual({ all: [], written: [] });
  });
});

describe('The end of a grant', () => {
  test('A revoked grant is gone from disk and sight.', async () => {
    const { grants, written, shown } = createRegistry([buildGrant()]);
    await grants.revoke('24');
    expect({ all: grants.all(), written, shown: shown() }).toEqual({ all: [], written: [['remove', '24']], shown: [] });
  });

  test('A disk that does not take the revocation leaves the grant in sight.', async () => {
    const { grants, disk, ids } = createRegistry([buildGrant()]);
    disk.remove = () => Promise.reject(new Error('The disk is full.'));
    await expect(grants.revoke('24')).rejects.toThrow('The disk is full.');
    expect(ids()).toEqual(['24']);
  });

  test('Revoking a grant twice says that it has ended.', async () => {
    const { grants } = createRegistry([buildGrant()]);
    await grants.revoke('24');
    await expect(grants.revoke('24')).rejects.toMatchObject({
      code: 'ERR_INVALID_ARGUMENTS',
      message: 'The grant 24 has ended already; pilothouse grants list shows those that hold.',
    });
  });

  test.each(['25', '0', '024', 'x', ''])('Revoking %j, which never was, says so.', async id => {
    const { grants } = createRegistry([buildGrant()]);
    await expect(grants.revoke(id)).rejects.toMatchObject({ reason: { kind: 'no-grant', grant: id } });
  });

  test('With a client go all of its grants and no others.', async () => {
    const other = buildGrant({ id: '3', subject: { kind: 'client', id: 'codex-9f8e7d' } });
    const { grants } = createRegistry([buildGrant({ id: '1' }), other, buildGrant({ id: '2' })]);
    await grants.revokeClient(answer.subject.id);
    expect(grants.all()).toEqual([other]);
  });

  test('With a tab go the grants that were given until it closes.', async () => {
    const { grants, ids, shown } = createRegistry();
    await grants.add({ ...answer, lifetime: 'once', tab });
    await grants.add({ ...answer, lifetime: 'once', tab: { ...tab, browserId: 'b2' } });
    await grants.add({ ...answer, lifetime: 'once', tab: { ...tab, tabId: 43 } });
    await grants.add(answer);
    grants.tabEnded('b1', 42);
    expect({ ids: ids(), shown: shown() }).toEqual({ ids: ['2', '3', '4'], shown: ['2', '3', '4'] });
  });

  test('A tab that has another owner keeps what the page in it was allowed, and nothing else.', async () => {
    const { grants, ids } = createRegistry();
    const subject = { kind: 'origin' as const, id: 'https://shop.example' };
    await grants.add({ ...answer, lifetime: 'once', tab });
    await grants.add({ ...answer, subject, lifetime: 'once', tab });
    await grants.add({ ...answer, subject, lifetime: 'agent', resource: { kind: 'tab', ...tab } });
    grants.tabEnded('b1', 42, false);
    expect(ids()).toEqual(['2']);
    grants.tabEnded('b1', 42, true);
    expect(ids()).toEqual([]);
  });

  test('With an agent go the grants that were given until it leaves.', async () => {
    const { grants, ids } = createRegistry();
    await grants.add({ ...answer, lifetime: 'agent', agentId });
    await grants.add({ ...answer, lifetime: 'agent', agentId: otherAgentId });
    await grants.add(answer);
    grants.agentLeft(agentId);
    expect(ids()).toEqual(['2', '3']);
  });

  test('With the lock of the screen go the grants that were given until it locks.', async () => {
    const { grants, ids } = createRegistry();
    await grants.add({ ...answer, lifetime: 'lock' });
    await grants.add(answer);
    grants.screenLocked();
    expect(ids()).toEqual(['2']);
  });

  test('What was said of a tab itself ends with it, because its number may come again.', async () => {
    const { grants, ids } = createRegistry();
    await grants.add({ ...answer, lifetime: 'agent', resource: { kind: 'tab', ...tab } });
    grants.tabEnded('b1', 42);
    expect(ids()).toEqual([]);
  });

  test.each(['revoke', 'tab', 'agent', 'time'] as const)('After its end by %s no rule of it is left.', async how => {
    const { clock, grants } = createRegistry();
    const lifetime = how === 'agent' ? 'agent' : how === 'revoke' ? 'always' : 'once';
    const { id } = await grants.add({ ...answer, lifetime, tab, agentId: how === 'agent' ? agentId : null });
    clock.now += 600_000;
    if (how === 'revoke') await grants.revoke(id);
    if (how === 'tab') grants.tabEnded('b1', 42);
    if (how === 'agent') grants.agentLeft(agentId);
    if (how === 'time') grants.sweep();
    expect([...grants.rules.all()]).toEqual([]);
  });

  test('What runs out goes by itself, one after the other, and what decides is asked anew.', async () => {
    vi.useFakeTimers();
    try {
      const { clock, grants, ids, changes } = createRegistry();
      const pass = (ms: number) => {
        clock.now += ms;
        vi.advanceTimersByTime(ms);
      };
      await grants.add({ ...answer, lifetime: 'once' });
      pass(1_000);
      await grants.add({ ...answer, lifetime: 'once' });
      await grants.add(answer);
      const before = changes.count;
      pass(599_000);
      expect({ ids: ids(), told: changes.count - before }).toEqual({ ids: ['2', '3'], told: 1 });
      pass(1_000);
      expect({ ids: ids(), told: changes.count - before }).toEqual({ ids: ['3'], told: 2 });
    } finally {
      vi.useRealTimers();
    }
  });

  test('A far end is waited for without a loop, and with the hub the waiting ends.', async () => {
    vi.useFakeTimers();
    const set = vi.spyOn(globalThis, 'setTimeout');
    const days = (count: number) => count * 86_400_000;
    try {
      const far = buildGrant({ id: '7', lifetime: 'once', expiresAt: noon + days(40) });
      const { clock, grants, ids } = createRegistry([far], 7);
      for (const count of [30, 10]) {
        expect(ids()).toEqual(['7']);
        clock.now += days(count);
        vi.advanceTimersByTime(days(count));
      }
      expect(ids()).toEqual([]);
      await grants.add({ ...answer, lifetime: 'once' });
      grants.stop();
      clock.now += days(1);
      vi.advanceTimersByTime(days(1));
      expect(ids()).toEqual(['8']);
      const delays = set.mock.calls.map(([, delay = 0]) => delay).filter(delay => delay > 1_000);
      expect(delays).toEqual([2 ** 31 - 1, days(10), 600_000]);
    } finally {
      set.mockRestore();
      vi.useRealTimers();
    }
  });

  test('Ten minutes are ten minutes, also where the clock is set back or forward meanwhile.', async () => {
    vi.useFakeTimers();
    try {
      const { clock, grants, ids } = createRegistry();
      const pass = (ms: number) => {
        clock.now += ms;
        clock.monotonic += ms;
        vi.advanceTimersByTime(ms);
      };
      await grants.add({ ...answer, lifetime: 'once' });
      pass(60_000);
      clock.now -= 3_600_000;
      await grants.add({ ...answer, lifetime: 'once' });
      pass(539_999);
      expect(ids()).toEqual(['1', '2']);
      pass(1);
      expect(ids()).toEqual(['2']);
      clock.now += 3_600_000;
      grants.sweep();
      expect(ids()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('What has run out is swept away at its millisecond, and nothing else.', async () => {
    const { clock, grants, ids } = createRegistry();
    await grants.add({ ...answer, lifetime: 'once' });
    clock.now += 1;
    await grants.add({ ...answer, lifetime: 'once' });
    await grants.add(answer);
    clock.now = noon + 600_000;
    grants.sweep();
    expect(ids()).toEqual(['2', '3']);
  });
});
