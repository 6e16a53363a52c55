// Permissions of pages that the extension's own window gives: how many are kept, and what they may name.
import { expect, test } from 'vitest';
import { permissionFamily } from '../../../../../electron/core/harbor/a/host-permissions.ts';
import { createTurns } from '../../../../../electron/core/harbor/a/in-turn.ts';
import { GrantRegistry } from '../../../../../electron/core/permissions/grant-registry.ts';
import { RuleIndex } from '../../../../../electron/core/permissions/rule-index.ts';
import { buildClient, buildRequest, buildState } from '../../../../support/hub-fixtures.ts';
import type { Asked } from '../../../../../electron/core/harbor/a/asked.ts';
import type { HarborAServices } from '../../../../../electron/core/harbor/a/harbor-a-services.ts';

function openScene() {
  const persist = { add: async () => {}, used: () => {}, remove: async () => {}, ended: () => {} };
  const grants = new GrantRegistry({
    state: buildState(),
    rows: [],
    lastId: 0,
    persist,
    now: () => 1_000,
    monotonic: () => 0,
  });
  const services = {
    grants,
    grantTurns: createTurns(),
    policy: () => new RuleIndex(),
    platform: { now: () => 1_000, monotonic: () => 0 },
    clients: { get: () => buildClient({ admitted: true }) },
    changes: { made: () => {} },
    facts: { serverId: (id: string) => id, wireId: (id: string) => id },
    agentServices: { catalogue: { lookUp: () => null, offered: () => [] } },
  } as unknown as HarborAServices;
  const families = [permissionFamily(services), permissionFamily(services)];
  /** By one of two connections. */
  const ask = async (fields: Record<string, unknown>, connection = 0) => {
    const type = 'host_grant_permission';
    const asked = { type, fields, request: buildRequest(), via: { id: 'a', name: 'Harbor' } } as unknown as Asked;
    return await families[connection]?.[type]?.(asked);
  };
  return { grants, ask };
}

const tools = { scope: 'mcp:tools.call', grant_type: 'ALLOW_ALWAYS' };

test('As many as are kept are kept, however many pages there are; the word about one of them may be another.', async () => {
  const { grants, ask } = openScene();
  const all = Array.from({ length: 1_200 }, (_, at) => ask({ ...tools, origin: `https://p${at}.example` }));
  const settled = await Promise.allSettled(all);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1_000);
  expect(settled.at(-1)).toMatchObject({
    reason: { code: 'permission_error', message: expect.stringContaining('There are 1000 permissions of pages') },
  });
  expect(await ask({ ...tools, origin: 'https://p7.example', grant_type: 'DENY' })).toEqual({ granted: true });
  await expect(ask({ ...tools, origin: 'https://late.example' })).rejects.toThrow('1000');
  expect(grants.all()).toHaveLength(1_000);
  grants.stop();
});

test('A denial is kept also beyond that: in the place of the oldest allowance, and where there is none as one more.', async () => {
  const { grants, ask } = openScene();
  for (let at = 0; at < 1_000; at += 1) {
    const grant_type = at === 3 || at === 7 ? 'ALLOW_ALWAYS' : 'DENY';
    await ask({ ...tools, origin: `https://p${at}.example`, grant_type });
  }
  const allowed = () => grants.all().flatMap(({ effect, subject }) => (effect === 'allow' ? [subject.id] : []));
  const deny = (name: string) => ask({ ...tools, origin: `https://${name}.example`, grant_type: 'DENY' });
  await deny('late1');
  expect([grants.all().length, allowed()]).toEqual([1_000, ['https://p7.example']]);
  await deny('late2');
  await deny('late3');
  expect([grants.all().length, allowed()]).toEqual([1_001, []]);
  await expect(ask({ ...tools, origin: 'https://late4.example' })).rejects.toThrow('1000');
  grants.stop();
});

test('Of what is said of one page and scope the newest alone is kept, also when all is said at once and by two connections.', async () => {
  const { grants, ask } = openScene();
  const types = ['ALLOW_ONCE', 'DENY', 'ALLOW_ALWAYS', 'ALLOW_ONCE'];
  await Promise.all(
    types.map((grant_type, at) => ask({ ...tools, origin: 'https://shop.example', grant_type }, at % 2)),
  );
  expect(grants.all().map(({ effect, lifetime }) => [effect, lifetime])).toEqual([['allow', 'once']]);
  grants.stop();
});

test('It names two hundred tools at most, with names that tools have.', async () => {
  const { grants, ask } = openScene();
  const named = (allowed_tools: string[]) => ask({ ...tools, origin: 'https://shop.example', allowed_tools });
  await expect(named(Array.from({ length: 201 }, (_, at) => `a/t${at}`))).rejects.toMatchObject({
    code: 'invalid_request',
  });
  await expect(named([`a/${'x'.repeat(300)}`])).rejects.toMatchObject({ code: 'invalid_request' });
  await named(Array.from({ length: 200 }, (_, at) => `a/t${at}`));
  expect(grants.all().map(grant => grant.tools?.length)).toEqual([200]);
  grants.stop();
});
