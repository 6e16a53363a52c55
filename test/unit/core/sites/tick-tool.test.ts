// Tools that pages of an origin may call, ticked one by one: which grants come, and what is left of those that are there.
import { expect, test } from 'vitest';
import { GrantRegistry } from '../../../../electron/core/permissions/grant-registry.ts';
import { tickTool } from '../../../../electron/core/sites/tick-tool.ts';
import { buildState, noon } from '../../../support/hub-fixtures.ts';
import type { NewGrant } from '../../../../electron/core/permissions/grant-registry.ts';

const shop = 'https://shop.example';
const github = { kind: 'server', serverId: 'github' } as const;
const allowed: NewGrant = {
  ...{ subject: { kind: 'origin', id: shop }, effect: 'allow', scope: 'servers:call', lifetime: 'always' },
  ...{ tools: ['github/a', 'github/b'], reading: false, resource: github, agentId: null, tab: null },
};

async function createTicks(...before: NewGrant[]) {
  const nothing = () => {};
  const persist = { add: async () => {}, remove: async () => {}, used: nothing, ended: nothing };
  const grants = new GrantRegistry({
    state: buildState(),
    rows: [],
    lastId: 0,
    persist,
    now: () => noon,
    monotonic: () => 0,
  });
  await grants.addAll(before);
  const tool = (id: string) => {
    if (id === 'decode::x') return { id, source: { kind: 'plugin' as const, pluginId: 'decode' } };
    return id.startsWith('github/') ? { id, source: github } : null;
  };
  const tick = (toolId: string, on: boolean) => tickTool({ grants, tool }, shop, toolId, on);
  const lines = () => grants.all().map(({ scope, tools, resource }) => `${scope} ${tools?.join()} ${resource.kind}`);
  return { tick, lines, grants };
}

test('A tool that is ticked is allowed for its own server or plugin, once.', async () => {
  const { tick, lines } = await createTicks();
  await tick('github/a', true);
  await tick('github/a', true);
  await tick('decode::x', true);
  expect(lines()).toEqual(['servers:call github/a server', 'plugins:call decode::x plugin']);
});

test('One that is ticked no longer goes out of every grant that names it; nothing is left of one that named no other.', async () => {
  const { tick, lines } = await createTicks(allowed, { ...allowed, tools: ['github/a'] });
  await tick('github/a', false);
  expect(lines()).toEqual(['servers:call github/b server']);
});

test('A tool of the page itself can be taken away; that the user was asked stays known.', async () => {
  const { tick, lines } = await createTicks({ ...allowed, scope: 'mcp:tools.call', tools: ['page/coupon'] });
  await tick('page/coupon', false);
  expect(lines()).toEqual(['mcp:tools.call  server']);
});

test('What nobody offers cannot be ticked.', async () => {
  const { tick } = await createTicks();
  await expect(tick('gone/x', true)).rejects.toMatchObject({ code: 'ERR_TOOL_NOT_FOUND' });
});

test('Grants of others are left alone.', async () => {
  const other: NewGrant = { ...allowed, subject: { kind: 'origin', id: 'https://other.example' } };
  const { tick, grants } = await createTicks(other, { ...allowed, effect: 'deny' });
  await tick('github/a', false);
  expect(grants.all()).toHaveLength(2);
});
