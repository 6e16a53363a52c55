// Whatever is lost, late, killed, trimmed, renamed or restored: each entry is in the stream once, in its order, and none is missing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepLane } from '../../../../../electron/core/fleet/outbox/lane-state.ts';
import { LaneWorld, ops } from './lane-model.ts';
import type { StoredBatch } from '../../../../../electron/core/fleet/outbox/lane-state.ts';
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

  it('goes on behind what another hub of its name has sent, and what nobody has, and looks for its own among it', () => {
    const self = { hubId: 'us', subject: 's' };
    const position = { subject: 's', epoch: 1, sequence: 4, at: 4, floor: 0, stream: 9 };
    const own = { times: new Map([[5, 5]]), lastId: 9 };
    const theirs = { hubId: 'them', epoch: 1, entries: [{ id: 4, at: 4 }], stream: 9 };
    const junk = { hubId: '', epoch: 0, entries: [], stream: 12 };
    const ours = { hubId: 'us', epoch: 1, entries: [{ id: 5, at: 5 }], stream: 10 };
    const settled = (last: StoredBatch) =>
      stepLane({ kind: 'settling', position }, { kind: 'settled', last, own }, self);
    expect(settled(theirs)).toEqual({ kind: 'reading', position });
    const seeking = settled(junk);
    expect(seeking).toEqual({ kind: 'seeking', position, from: 10, end: 12, newest: null });
    const found = stepLane(seeking, { kind: 'found', stored: ours, own }, self);
    expect(stepLane(found, { kind: 'found', stored: junk, own }, self)).toEqual({
      kind: 'reading',
      position: { ...position, sequence: 5, at: 5, stream: 12 },
    });
  });
});
