// How often the progress of an install is shown, and what becomes of a change that cannot be stored.
import { expect, test } from 'vitest';
import { KeptInstalls } from '../../../../../electron/core/servers/install/kept-installs.ts';
import { buildWay } from '../../../../support/install-hub.ts';
import type { InstallPhase } from '../../../../../contract/schemas/installs.ts';
import type { InstallRow } from '../../../../../electron/core/store/installs-table.ts';

const way = buildWay();
const row: InstallRow = {
  serverId: 'one',
  origin: { kind: 'entry', sourceId: 'official', name: 'io.example/one', sourceName: 'Official registry' },
  from: { kind: 'entry', sourceId: 'official', name: 'io.example/one', version: '1.0.0', way: 0 },
  phase: { kind: 'stopped' },
  current: {
    ...{ way, version: '1.0.0', integrity: null, unpacked: null, packageId: null },
    ...{ warnings: [], tools: null, noTrial: null },
  },
  ...{ values: {}, secrets: {}, ownSecrets: [], walls: null, next: null, previous: null },
};

const fetching = (done: number, total: number | null = 100): InstallPhase => ({
  kind: 'fetching',
  unit: 'bytes',
  done,
  total,
});

test('Counts are shown a few times a second, and whatever else becomes of it at once.', () => {
  const clock = { now: 0 };
  const shown: InstallPhase[] = [];
  const kept = new KeptInstalls({
    rows: [row],
    state: {
      set: (_collection: string, _id: string, value: InstallRow) => void shown.push(value.phase),
      remove: () => {},
    } as never,
    packages: { of: () => null },
    persist: { put: async () => {}, remove: async () => {} },
    now: () => clock.now,
  });
  const at = (now: number, phase: InstallPhase) => {
    clock.now = now;
    return kept.progress('one', { phase });
  };
  expect(at(0, fetching(0, null))).toBe(true);
  expect(at(1, fetching(0))).toBe(true);
  for (let done = 1; done < 90; done += 1) expect(at(done, fetching(done))).toBe(false);
  expect(kept.find('one')?.phase).toEqual(fetching(89));
  expect(at(251, fetching(95))).toBe(true);
  expect(at(252, { kind: 'unpacking', done: 0, total: 100 })).toBe(true);
  expect(at(253, { kind: 'trying' })).toBe(true);
  expect(shown).toHaveLength(5);
});

test('What was stored with a later change is not there at the next start either.', async () => {
  const stored: InstallRow[] = [];
  let fail = () => {};
  const failing = new Promise<void>((_, reject) => {
    fail = () => reject(new Error('The disk is full.'));
  });
  const first = [failing];
  const kept = new KeptInstalls({
    rows: [row],
    state: { set: () => {}, remove: () => {} } as never,
    packages: { of: () => null },
    persist: {
      put: async one => {
        await first.pop();
        stored.push(one);
      },
      remove: async () => {},
    },
    now: () => 0,
  });
  const refused = kept.change('one', { values: { word: ['new'] } });
  await kept.change('one', { phase: { kind: 'ready' } });
  fail();
  await expect(refused).rejects.toThrow('The disk is full.');
  expect(stored.at(-1)).toEqual({ ...row, phase: { kind: 'ready' } });
});

test('A change that cannot be stored is taken back, and what else was changed meanwhile stays.', async () => {
  const shown: unknown[] = [];
  let fail = () => {};
  const failing = new Promise<void>((_, reject) => {
    fail = () => reject(new Error('The disk is full.'));
  });
  const kept = new KeptInstalls({
    rows: [row],
    state: {
      set: (_collection: string, _id: string, { phase, values }: InstallRow) => void shown.push({ phase, values }),
      remove: () => {},
    } as never,
    packages: { of: () => null },
    persist: { put: () => failing, remove: async () => {} },
    now: () => 0,
  });
  const changed = kept.change('one', { phase: { kind: 'ready' }, values: { word: ['new'] } });
  kept.progress('one', { phase: { kind: 'trying' } });
  fail();
  await expect(changed).rejects.toThrow('The disk is full.');
  const left = { phase: { kind: 'trying' }, values: {} };
  expect(kept.find('one')).toEqual({ ...row, ...left });
  expect(shown.at(-1)).toEqual(left);
});
