// Whatever is lost, late, killed, trimmed, renamed or restored: each entry is in the stream once, in its order, and none is missing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepLane } from '../../../../../electron/core/fleet/outbox/lane-state.ts';
import { LaneWorld, ops } from './lane-model.ts';
import type { Op } from './lane-model.ts';

const often: readonly Op[] = [
  'append',
  'append',
  'write',
  'act',
  'act',
  'act',
  'act',
  'ack lost',
  'request lost',
  'crash',
];
const schedule = (kinds: readonly Op[]) =>
  fc.array(fc.constantFrom(...often, ...kinds), { maxLength: 120, size: 'max' });

function played(list: readonly Op[], isDeduplicating: boolean, isBack = false): LaneWorld {
  const world = new LaneWorld(isDeduplicating, isBack);
  for (const op of list) world.run(op);
  world.settle();
  return world;
}

function expectAllOnce(world: LaneWorld): void {
  expect(world.faults).toEqual([]);
  const marks = new Set(world.stored.map(({ at }) => at));
  expect(world.rows.filter(({ at }) => !marks.has(at))).toEqual([]);
  for (const epoch of new Set(world.live.map(one => one.epoch))) {
    const ids = world.live.filter(one => one.epoch === epoch).map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  }
}

const without = (...left: readonly Op[]) => schedule(ops.filter(op => !left.includes(op)));

describe('A lane of the outbox', () => {
  it('brings every entry into the stream once and in order, through all that happens to one hub', () => {
    fc.assert(
      fc.property(without('restore', 'age out', 'rename'), fc.boolean(), (list, isDeduplicating) => {
        const world = played(list, isDeduplicating);
        expectAllOnce(world);
        const ids = world.stored.map(({ id }) => id);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
        expect(new Set(ids).size).toBe(ids.length);
        expect(new Set(world.stored.map(({ epoch }) => epoch)).size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 3_000 },
    );
  });

  it('begins an epoch of its own where a backup was restored, and has nothing twice, also where the stream forgets', () => {
    fc.assert(
      fc.property(without('rename'), fc.boolean(), (list, isDeduplicating) => {
        expectAllOnce(played(list, isDeduplicating));
      }),
      { numRuns: 3_000 },
    );
  });

  it('goes on under another name, and back, where the other has ended', () => {
    fc.assert(
      fc.property(without('restore'), fc.boolean(), (list, isDeduplicating) => {
        expectAllOnce(played(list, isDeduplicating, true));
      }),
      { numRuns: 3_000 },
    );
  });

  it('knows a backup from before its renaming', () => {
    fc.assert(
      fc.property(without('age out'), fc.boolean(), (list, isDeduplicating) => {
        expectAllOnce(played(list, isDeduplicating));
      }),
      { numRuns: 3_000 },
    );
  });

  it('sends nothing while the last message is of another hub', () => {
    const self = { hubId: 'us', hub: 'mia', subject: 's' };
    const position = { subject: 's', epoch: 1, sequence: 4, at: 4, floor: 0, stream: 9 };
    const last = { hubId: 'them', epoch: 1, entries: [{ id: 4, at: 4 }], stream: 9 };
    const own = { times: new Map([[4, 4]]), lastId: 9 };
    const state = stepLane({ kind: 'settling', position }, { kind: 'settled', last, own }, self);
    expect(state).toMatchObject({ kind: 'refused', reason: { kind: 'fleet-outbox-other-hub', hub: 'mia' } });
    expect(stepLane(state, { kind: 'failed' }, self).kind).toBe('settling');
  });
});
