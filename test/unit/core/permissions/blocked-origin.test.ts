// What the user blocks loses what its pages were allowed, whatever ends beside it meanwhile, and keeps what they were denied.
import { describe, expect, test } from 'vitest';
import { GrantRegistry } from '../../../../electron/core/permissions/grant-registry.ts';
import { buildGrant, buildState, noon } from '../../../support/hub-fixtures.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { StoredGrant } from '../../../../electron/core/store/grants-table.ts';

const origin = 'https://shop.example';
const tab = { browserId: 'b1', tabId: 42 };
const ofPage = (fields: Partial<Grant>) => buildGrant({ subject: { kind: 'origin', id: origin }, ...fields });
const once = { lifetime: 'once', tab, expiresAt: noon + 600_000 } as const;

async function createRegistry(given: readonly Grant[], rows: readonly StoredGrant[] = []) {
  const kept = new Set(rows.map(({ id }) => id));
  const grants: GrantRegistry = new GrantRegistry({
    ...{ state: buildState(), rows, lastId: 0, now: () => noon, monotonic: () => 0, runOf: () => 'run-1' },
    persist: {
      add: async added => added.forEach(({ id }) => kept.add(id)),
      used: () => {},
      remove: async id => void kept.delete(id),
      ended: id => void kept.delete(id),
    },
  });
  await grants.addAll(given);
  return {
    grants,
    kept,
    of: () => grants.all().map(({ effect, lifetime, subject }) => [effect, lifetime, subject.id]),
  };
}

describe('Blocking a site whose page is in front', () => {
  test('Everything that it was allowed ends, also where what it was allowed once ends in the meantime.', async () => {
    const given = [ofPage({}), ofPage(once), ofPage(once), ofPage({})];
    const { grants, kept } = await createRegistry(given, [{ ...ofPage({ id: '9', ...once }), tabRun: 'run-1' }]);
    const revoked = grants.revokeOrigin(origin, false);
    grants.onceOver([tab]);
    await revoked;
    grants.tabsProven('b1', 'run-1', [42]);
    expect([grants.all(), [...grants.rules.all()], [...kept]]).toEqual([[], [], []]);
  });

  test('What of an earlier run is proven while others are taken away ends too.', async () => {
    const { grants, kept } = await createRegistry([ofPage({})], [{ ...ofPage({ id: '9', ...once }), tabRun: 'run-1' }]);
    const revoked = grants.revokeOrigin(origin, false);
    grants.tabsProven('b1', 'run-1', [42]);
    await revoked;
    expect([grants.all(), [...grants.rules.all()], [...kept]]).toEqual([[], [], []]);
  });

  test('What was denied to it, and to frames in its pages, for now stays denied until the tab closes.', async () => {
    const inFrame = { ...once, subject: { kind: 'origin', id: 'https://ads.example' } } as const;
    const given = [once, inFrame].flatMap(fields => [ofPage(fields), ofPage({ ...fields, effect: 'deny' })]);
    const { grants, of } = await createRegistry(given);
    const revoked = grants.revokeOrigin(origin, false);
    grants.onceOver([tab]);
    await revoked;
    expect(of()).toEqual([
      ['deny', 'once', origin],
      ['deny', 'once', 'https://ads.example'],
    ]);
    grants.tabShows('b1', 42, []);
    expect(of()).toEqual([]);
  });
});
