// Patches make the next snapshot, and a missing one is noticed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatch, withoutPrototypes } from '../../../../renderer/store/apply-patch.ts';
import { fixtureSnapshot } from '../../../support/panel-fixture/snapshot.ts';
import type { Patch } from '../../../../contract/schemas/snapshot.ts';

const snapshot = fixtureSnapshot(1_800_000_000_000);
const next = snapshot.seq + 1;
const applied = (patch: Patch) => {
  const outcome = applyPatch(snapshot, patch);
  if (outcome.kind !== 'applied') throw new Error(`the patch was ${outcome.kind}`);
  return outcome.snapshot;
};

describe('applyPatch', () => {
  it('replaces, adds and removes single entities', () => {
    const postgres = { ...snapshot.servers['postgres'], toolCount: 8 };
    const after = applied({
      seq: next,
      changes: [
        { collection: 'servers', id: 'postgres', value: postgres },
        { collection: 'servers', id: 'memory', value: null },
        { collection: 'servers', id: 'new', value: postgres },
      ],
    });
    expect(after.servers).toEqual({ ...snapshot.servers, postgres, new: postgres, memory: undefined });
    expect('memory' in after.servers).toBe(false);
  });

  it('takes the last of several changes of one entity', () => {
    const value = snapshot.tabs['browser-work:42'];
    const after = applied({
      seq: next,
      changes: [
        { collection: 'tabs', id: 'browser-work:42', value: null },
        { collection: 'tabs', id: 'browser-work:42', value },
      ],
    });
    expect(after.tabs).toEqual(snapshot.tabs);
  });

  it('keeps the identity of collections that did not change', () => {
    const after = applied({ seq: next, changes: [{ collection: 'prompts', id: 'prompt-87', value: null }] });
    expect(after.grants).toBe(snapshot.grants);
    expect(after.prompts).not.toBe(snapshot.prompts);
  });

  it('leaves the snapshot before it as it was', () => {
    const before = structuredClone(snapshot);
    applied({ seq: next, changes: [{ collection: 'agents', id: 'agent_5b1e', value: null }] });
    expect(snapshot).toEqual(before);
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'Attack 24: finds nothing under the id %j before it is there',
    id => {
      const received = withoutPrototypes(structuredClone(snapshot));
      expect(received).toEqual(snapshot);
      expect([received.servers[id], id in received.servers]).toEqual([undefined, false]);
      const value = { ...snapshot.servers['postgres'], id };
      const outcome = applyPatch(received, { seq: next, changes: [{ collection: 'servers', id, value }] });
      const after = outcome.kind === 'applied' ? outcome.snapshot.servers : {};
      expect(Object.keys(after).sort()).toEqual([...Object.keys(snapshot.servers), id].sort());
      expect(['constructor', 'toString', '__proto__'].filter(each => each in after)).toEqual([id]);
    },
  );

  it('takes the hub where the patch carries one', () => {
    const hub = { ...snapshot.hub, mode: 'paused' as const };
    expect(applied({ seq: next, hub, changes: [] })).toMatchObject({ seq: next, hub: { mode: 'paused' } });
    expect(applied({ seq: next, changes: [] }).hub).toBe(snapshot.hub);
  });

  it('says that a patch is stale when the snapshot has it already', () => {
    expect(applyPatch(snapshot, { seq: snapshot.seq, changes: [] })).toEqual({ kind: 'stale' });
  });

  it('says how many changes were missed when patches lie between', () => {
    expect(applyPatch(snapshot, { seq: snapshot.seq + 42, changes: [] })).toEqual({ kind: 'gap', missed: 42 });
  });

  it('ends at the same snapshot whether changes come in one patch or in many', () => {
    const ids = Object.keys(snapshot.tools);
    const change = fc.record({ id: fc.constantFrom(...ids), gone: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), changes => {
        const all = changes.map(({ id, gone }) => ({
          collection: 'tools' as const,
          id,
          value: gone ? null : snapshot.tools[id],
        }));
        const together = applied({ seq: next, changes: all });
        const oneByOne = all.reduce((state, one) => {
          const outcome = applyPatch(state, { seq: state.seq + 1, changes: [one] });
          return outcome.kind === 'applied' ? outcome.snapshot : state;
        }, snapshot);
        expect(oneByOne.tools).toEqual(together.tools);
      }),
    );
  });
});
