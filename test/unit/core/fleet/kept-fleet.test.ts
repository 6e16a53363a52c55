// What a hub that leaves its fleet forgets: first what others may do here, and the fleet itself last, so that one that dies in between is still in it.
import { expect, test } from 'vitest';
import { KeptFleet } from '../../../../electron/core/fleet/link/kept-fleet.ts';

function scene(endsFail: boolean) {
  const rows = new Map<string, unknown>([
    ['fleet', {}],
    ['fleetHubId', 'id'],
  ]);
  const secrets = new Map([['FLEET', 'secret']]);
  const steps: string[] = [];
  const kept = new KeptFleet({
    settings: {
      get: async (key, schema) => (rows.has(key) ? schema.parse(rows.get(key)) : null),
      set: async (key, value) => void rows.set(key, value),
      remove: async key => {
        steps.push(`without ${key}`);
        rows.delete(key);
      },
    },
    secrets: {
      get: name => secrets.get(name),
      set: async (name, value) => void secrets.set(name, value),
      remove: async name => void secrets.delete(name),
    },
    randomBytes: size => Buffer.alloc(size, 7),
    ends: async () => {
      steps.push('ends');
      if (endsFail) throw new Error('The disk is full.');
    },
    forgotten: async () => void steps.push('forgotten'),
  });
  return { kept, rows, steps };
}

test('What its hubs may do here ends before anything of it is forgotten.', async () => {
  const { kept, rows, steps } = scene(false);
  await kept.forget(false);
  expect(steps).toEqual(['ends', 'without fleet', 'without fleetHubs', 'forgotten']);
  expect([...rows.keys()]).toEqual(['fleetHubId']);
});

test('Where that cannot end the hub is in the fleet still, and can leave it again.', async () => {
  const { kept, rows, steps } = scene(true);
  await expect(kept.forget(true)).rejects.toThrow('The disk is full.');
  expect(steps).toEqual(['ends']);
  expect(rows.size).toBe(2);
  expect(await kept.isThere()).toBe(true);
});
