// The state that panels show: one snapshot, then patches whose numbers have no gap, and both always tell the same.
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SnapshotSchema } from '../../../../contract/schemas/snapshot.ts';
import { buildClient, buildGrant, buildHubInfo, buildState, buildTab } from '../../../support/hub-fixtures.ts';
import type { Patch, Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { StatePublisher } from '../../../../electron/core/state/publisher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function listen(state: StatePublisher) {
  const patches: Patch[] = [];
  const leave = state.subscribe(patch => patches.push(patch));
  return { patches, leave };
}

/** What a panel does with a patch. */
function apply(snapshot: Snapshot, patch: Patch): Snapshot {
  const next = structuredClone({ ...snapshot, seq: patch.seq, hub: patch.hub ?? snapshot.hub });
  for (const { collection, id, value } of patch.changes) {
    const table = next[collection] as Record<string, unknown>;
    if (value === null) delete table[id];
    else table[id] = value;
  }
  return next;
}

describe('Patches', () => {
  test('Changes within 25 ms travel as one, the newest value of each entity.', () => {
    const state = buildState();
    const { patches } = listen(state);
    state.set('grants', '1', buildGrant({ id: '1', uses: 1 }));
    state.set('grants', '1', buildGrant({ id: '1', uses: 2 }));
    state.set('tabs', 'b1:42', buildTab());
    vi.advanceTimersByTime(24);
    expect(patches).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(patches).toEqual([
      {
        seq: 1,
        changes: [
          { collection: 'grants', id: '1', value: buildGrant({ id: '1', uses: 2 }) },
          { collection: 'tabs', id: 'b1:42', value: buildTab() },
        ],
      },
    ]);
  });

  test('What was removed travels as null.', () => {
    const state = buildState();
    state.set('tabs', 'b1:42', buildTab());
    state.flush();
    const { patches } = listen(state);
    state.remove('tabs', 'b1:42');
    state.flush();
    expect(patches).toEqual([{ seq: 2, changes: [{ collection: 'tabs', id: 'b1:42', value: null }] }]);
  });

  test('Removing what is not there is no change.', () => {
    const state = buildState();
    const { patches } = listen(state);
    state.remove('tabs', 'b1:42');
    vi.advanceTimersByTime(1_000);
    expect(patches).toEqual([]);
  });

  test('The same id in two collections is two entities.', () => {
    const state = buildState();
    const { patches } = listen(state);
    state.set('grants', '1', buildGrant());
    state.set('clients', '1', buildClient());
    state.flush();
    expect(patches[0]?.changes.map(({ collection }) => collection)).toEqual(['grants', 'clients']);
  });

  test('The hub itself travels whole, and only when it changed.', () => {
    const state = buildState();
    const { patches } = listen(state);
    state.setHub({ mode: 'paused' });
    state.flush();
    state.set('grants', '1', buildGrant());
    state.flush();
    expect(patches.map(({ hub }) => hub)).toEqual([buildHubInfo({ mode: 'paused' }), undefined]);
    expect(state.hub).toEqual(buildHubInfo({ mode: 'paused' }));
  });

  test('A flush without changes sends nothing and counts nothing.', () => {
    const state = buildState();
    const { patches } = listen(state);
    state.flush();
    expect({ patches, seq: state.snapshot().seq }).toEqual({ patches: [], seq: 0 });
  });

  test('Who has left hears nothing more.', () => {
    const state = buildState();
    const { patches, leave } = listen(state);
    leave();
    state.set('grants', '1', buildGrant());
    state.flush();
    expect(patches).toEqual([]);
  });
});

describe('The snapshot', () => {
  test('It is what the contract says, with everything in it.', () => {
    const state = buildState();
    state.set('grants', '24', buildGrant());
    const snapshot = state.snapshot();
    expect(SnapshotSchema.strict().parse(snapshot)).toEqual(snapshot);
    expect(snapshot).toMatchObject({ seq: 1, hub: buildHubInfo(), grants: { 24: buildGrant() }, tabs: {} });
  });

  test('What waits is sent to the others first, so that its number speaks for it.', () => {
    const state = buildState();
    const { patches } = listen(state);
    state.set('grants', '24', buildGrant());
    expect(state.snapshot().seq).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(patches.map(({ seq }) => seq)).toEqual([1]);
  });

  test('A snapshot that was given away does not change any more.', () => {
    const state = buildState();
    state.set('grants', '24', buildGrant());
    const before = state.snapshot();
    state.remove('grants', '24');
    state.setHub({ mode: 'paused' });
    state.flush();
    expect(before).toMatchObject({ hub: { mode: 'running' }, grants: { 24: buildGrant() } });
  });

  test('Attack 24: entities named like members of a prototype are entities.', () => {
    const state = buildState();
    for (const id of ['__proto__', 'constructor', 'toString']) state.set('clients', id, buildClient({ id }));
    const { clients } = state.snapshot();
    expect(Object.keys(clients).sort()).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(clients)).toBeNull();
  });

  test.each(['constructor', 'toString', '__proto__'])(
    'Attack 24: nothing is found under the id %j before it is there.',
    id => {
      const { servers } = buildState().snapshot();
      expect([servers[id], id in servers]).toEqual([undefined, false]);
    },
  );

  test('A panel that takes any snapshot and applies what follows shows what a fresh snapshot shows.', () => {
    const id = fc.constantFrom('1', '2', '3');
    const step = fc.oneof(
      fc.record({ do: fc.constant('set' as const), id, uses: fc.nat(9) }),
      fc.record({ do: fc.constant('remove' as const), id }),
      fc.record({ do: fc.constant('hub' as const), mode: fc.constantFrom('running' as const, 'paused' as const) }),
      fc.record({ do: fc.constant('flush' as const) }),
      fc.record({ do: fc.constant('join' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        const state = buildState();
        const panels: { shown: Snapshot; gaps: number }[] = [];
        state.subscribe(patch => {
          for (const panel of panels) {
            if (patch.seq !== panel.shown.seq + 1) panel.gaps += 1;
            panel.shown = apply(panel.shown, patch);
          }
        });
        for (const event of steps) {
          if (event.do === 'set') state.set('grants', event.id, buildGrant({ id: event.id, uses: event.uses }));
          else if (event.do === 'remove') state.remove('grants', event.id);
          else if (event.do === 'hub') state.setHub({ mode: event.mode });
          else if (event.do === 'flush') state.flush();
          else panels.push({ shown: state.snapshot(), gaps: 0 });
        }
        const truth = state.snapshot();
        expect(panels).toEqual(panels.map(() => ({ shown: truth, gaps: 0 })));
      }),
    );
  });
});
