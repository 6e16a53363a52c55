// When a companion was last heard from: noted as it comes and goes, and not by a hub that starts.
import { expect, it } from 'vitest';
import { Sightings } from '../../../../../electron/core/browsers/machine/sightings.ts';
import type { Browser } from '../../../../../contract/schemas/entities.ts';
import type { Patch } from '../../../../../contract/schemas/snapshot.ts';

const here = { kind: 'connected', since: 1, relayPid: 9 } as const;
const away = { kind: 'away', since: 1 } as const;

function createStage(kept: unknown) {
  let listener: (patch: Patch) => void = () => {};
  let now = 100;
  const written: unknown[] = [];
  const sightings = new Sightings({
    state: {
      subscribe: heard => {
        listener = heard;
        return () => {};
      },
    },
    settings: { get: async (_key, schema) => schema.parse(kept), set: async (_key, value) => void written.push(value) },
    now: () => (now += 1),
    startedBy: async pid => (pid === 9 ? { id: 'chromium', profile: 'Default' } : null),
    onChange: () => {},
  });
  const settled = () => new Promise(resolve => setImmediate(resolve));
  return {
    sightings,
    written,
    put: async (state: Browser['state'] | null) => {
      listener({ seq: 1, changes: [{ collection: 'browsers', id: 'b1', value: state && { id: 'b1', state } }] });
      await settled();
    },
  };
}

it('has the browser of the process that started its relay, and the moment in which it left', async () => {
  const { sightings, put, written } = createStage({});
  sightings.follow();
  await put(here);
  await put(away);
  expect(sightings.get('b1')).toEqual({ machineBrowser: 'chromium', profile: 'Default', seenAt: 102 });
  expect(written.at(-1)).toEqual({ b1: sightings.get('b1') });
});

it('keeps the moment of before over a start of the hub, which shows all that are known as away', async () => {
  const { sightings, put, written } = createStage({ b1: { machineBrowser: 'chromium', seenAt: 5 } });
  await sightings.load();
  sightings.follow();
  await put(away);
  expect([sightings.get('b1')?.seenAt, written]).toEqual([5, []]);
});

it('keeps the browser of before where the relay tells none', async () => {
  const { sightings, put } = createStage({ b1: { machineBrowser: 'brave', seenAt: 5 } });
  await sightings.load();
  sightings.follow();
  await put({ ...here, relayPid: 10 });
  expect(sightings.get('b1')?.machineBrowser).toBe('brave');
});

it('forgets a browser that is forgotten', async () => {
  const { sightings, put } = createStage({ b1: { machineBrowser: 'brave', seenAt: 5 } });
  await sightings.load();
  sightings.follow();
  await put(null);
  expect(sightings.get('b1')).toBeUndefined();
});
