// The learning mode: when it is on, what it proposes and grants, and what of it outlives a hub.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KeptLearningSchema, LearningMode } from '../../../../electron/core/permissions/learning-mode.ts';
import { inEnglish } from '../../../../words/english.ts';
import { noon } from '../../../support/hub-fixtures.ts';
import type { NewGrant } from '../../../../electron/core/permissions/grant-registry.ts';
import type { KeptLearning } from '../../../../electron/core/permissions/learning-mode.ts';
import type { LearnedCall } from '../../../../electron/core/permissions/propose.ts';

const minute = 60_000;
const call: LearnedCall = {
  subject: { kind: 'client', id: 'c1' },
  scope: 'servers:call',
  tool: 'notes/write',
  resource: { kind: 'server', serverId: 'notes' },
};

beforeEach(() => vi.useFakeTimers({ now: noon }));
afterEach(() => vi.useRealTimers());

function scene(kept: KeptLearning | null = null) {
  const seen = {
    shown: { learning: null, learned: 0 } as Parameters<ConstructorParameters<typeof LearningMode>[0]['show']>[0],
    kept,
    told: null as string | null,
    granted: [] as NewGrant[],
    started: 0,
  };
  const learning = new LearningMode({
    now: () => Date.now(),
    kept,
    // As it comes back from the disk.
    keep: async now => void (seen.kept = KeptLearningSchema.parse(JSON.parse(JSON.stringify(now)))),
    tell: reason => (seen.told = reason && inEnglish(reason)),
    show: shown => (seen.shown = shown),
    addGrants: async grants => {
      seen.granted.push(...grants);
      return [];
    },
    onStarted: () => (seen.started += 1),
  });
  return { learning, seen };
}

describe('while it is on', () => {
  test('It is on for fifteen minutes, to the millisecond, and its end is shown.', async () => {
    const { learning, seen } = scene();
    expect(learning.on).toBe(false);
    await learning.start();
    expect([seen.started, seen.shown.learning]).toEqual([1, { since: noon, until: noon + 15 * minute, calls: 0 }]);
    vi.advanceTimersByTime(15 * minute - 1);
    expect(learning.on).toBe(true);
    vi.advanceTimersByTime(1);
    expect([learning.on, seen.shown.learning]).toEqual([false, null]);
  });

  test('Where its timer is late, as after a sleep, it is off all the same.', async () => {
    const { learning } = scene();
    await learning.start();
    vi.setSystemTime(noon + 15 * minute);
    expect(learning.on).toBe(false);
  });

  test('Calls are counted at once and proposed at its end, alike ones as one grant.', async () => {
    const { learning, seen } = scene();
    await learning.start();
    for (const tool of ['notes/write', 'notes/erase', 'notes/write']) learning.record({ ...call, tool });
    expect([seen.shown.learning?.calls, learning.proposals()]).toEqual([3, []]);
    await learning.stop();
    expect(seen.shown).toEqual({ learning: null, learned: 1 });
    expect(learning.proposals()).toMatchObject([{ tools: ['notes/erase', 'notes/write'], calls: 3 }]);
  });

  test('While it is off nothing is written down.', async () => {
    const { learning } = scene();
    learning.record(call);
    await learning.start();
    await learning.stop();
    expect(learning.proposals()).toEqual([]);
  });

  test('After two thousand different calls it ends and says so.', async () => {
    const { learning, seen } = scene();
    await learning.start();
    for (let number = 0; number < 2_000; number += 1) learning.record({ ...call, tool: `notes/${number}` });
    expect([learning.on, seen.told]).toEqual([false, expect.stringContaining('it saw 2000 different calls')]);
  });
});

describe('its proposals', () => {
  test('An accepted one is granted for ever, a refused one is forgotten, the others wait on.', async () => {
    const { learning, seen } = scene();
    await learning.start();
    for (const serverId of ['a', 'b', 'c']) learning.record({ ...call, resource: { kind: 'server', serverId } });
    await learning.stop();
    const idOf = (id: string) =>
      learning.proposals().find(({ resource }) => resource.kind === 'server' && resource.serverId === id)?.id ?? '';
    await learning.answer([idOf('a')], [idOf('b')]);
    expect(seen.granted).toEqual([
      {
        subject: call.subject,
        scope: call.scope,
        tools: [call.tool],
        resource: { kind: 'server', serverId: 'a' },
        effect: 'allow',
        reading: false,
        lifetime: 'always',
        agentId: null,
        tab: null,
      },
    ]);
    expect(learning.proposals()).toMatchObject([{ resource: { serverId: 'c' } }]);
    expect(seen.kept?.calls).toMatchObject([{ call: { resource: { serverId: 'c' } }, count: 1 }]);
  });

  test('One that was not answered is proposed again after the next learning.', async () => {
    const { learning } = scene();
    for (const tool of ['notes/write', 'notes/erase']) {
      await learning.start();
      learning.record({ ...call, tool });
      await learning.stop();
    }
    expect(learning.proposals()).toMatchObject([{ tools: ['notes/erase', 'notes/write'], calls: 2 }]);
  });
});

describe('the next hub', () => {
  test('proposes what the last one saw, is not learning, and says that it ended with it.', async () => {
    const before = scene();
    await before.learning.start();
    before.learning.record(call);
    await before.learning.close();
    const { learning, seen } = scene(before.seen.kept);
    expect([learning.on, seen.shown]).toEqual([false, { learning: null, learned: 1 }]);
    expect(seen.told).toMatch(/^The learning mode ended with the last run\. What it saw is proposed under Permissions/);
    expect(learning.proposals()).toMatchObject([{ tools: [call.tool], calls: 1 }]);
    expect(scene(seen.kept).seen.told).toBe(null);
  });

  test('knows what was seen a quarter of a second before the last one was killed.', async () => {
    const before = scene();
    await before.learning.start();
    before.learning.record(call);
    vi.advanceTimersByTime(250);
    expect(scene(before.seen.kept).learning.proposals()).toHaveLength(1);
  });

  test('says nothing where the time had run out by itself.', async () => {
    const before = scene();
    await before.learning.start();
    before.learning.record(call);
    await before.learning.close();
    vi.setSystemTime(noon + 15 * minute);
    const { learning, seen } = scene(before.seen.kept);
    expect([seen.told, learning.proposals().length]).toEqual([null, 1]);
  });

  test('takes its word back when learning is started again, or all is answered.', async () => {
    const kept = { until: noon + minute, calls: [{ call: { ...call }, count: 2 }] } as KeptLearning;
    const again = scene(kept);
    await again.learning.start();
    expect(again.seen.told).toBe(null);
    const answered = scene(kept);
    await answered.learning.answer(
      [],
      answered.learning.proposals().map(({ id }) => id),
    );
    expect(answered.seen.told).toBe(null);
  });
});
