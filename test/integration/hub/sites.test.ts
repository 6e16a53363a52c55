// What the user sets about web pages holds in a running hub: over a kill, for the grants of an origin, and against a shell.
import { expect, test } from 'vitest';
import { pageFlags } from '../../../contract/web-agent.ts';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';

const shop = 'https://shop.example';
const subject = { kind: 'origin', id: shop } as const;

test('Blocks, flags and rules survive a kill; blocking ends what was allowed and leaves what was denied.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  expect(panel.snapshot.hub.siteRules).toEqual({ on: true, files: false, flags: pageFlags });
  await panel.request('grants:set', { effect: 'allow', subject, scope: 'model:prompt' });
  await panel.request('grants:set', { effect: 'deny', subject, scope: 'web:fetch' });
  await panel.request('sites:rules', { change: { files: true, flags: { toolCalling: true } } });
  await panel.request('sites:set', { origin: 'Shop.example', blocked: true, flags: { multiAgent: true } });
  await panel.waitFor(({ sites }) => sites[shop]?.blocked === true, 'it is shown as blocked');
  await panel.waitFor(({ grants }) => Object.keys(grants).length === 1, 'what was allowed has ended');
  expect(Object.values(panel.snapshot.grants)).toMatchObject([{ effect: 'deny', scope: 'web:fetch' }]);
  await hub.kill('SIGKILL');
  const again = await place.panel(await place.serve());
  expect(again.snapshot.sites[shop]).toMatchObject({ blocked: true, flags: { multiAgent: true }, uses: 0 });
  expect(again.snapshot.hub.siteRules).toEqual({ on: true, files: true, flags: { ...pageFlags, toolCalling: true } });
  await again.request('sites:forget', { origin: shop });
  await again.waitFor(({ sites, grants }) => !(shop in sites) && Object.keys(grants).length === 0, 'all of it is gone');
  const { entries } = await again.request('audit:query', { count: 20 });
  expect(entries.map(({ what }) => what)).toContain('sites:forget');
});

test('What names no origin is refused with how to write one, and so is an answer to a question that is not there.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  for (const origin of ['*.shop.example', 'https://shop.example/basket', 'chrome://settings'])
    await expect(panel.request('sites:set', { origin, blocked: true })).rejects.toMatchObject({
      code: 'ERR_INVALID_ARGUMENTS',
      message: expect.stringContaining('like https://shop.example'),
    });
  const answer = { id: 'page-1', version: 1, effect: 'allow', lifetime: 'once' } as const;
  await expect(panel.request('sites:answer', { ...answer, scopes: [], tools: [] })).rejects.toThrow('has ended');
  expect(await panel.request('sites:usage', {})).toEqual({ usage: [] });
});

test('A shell blocks at once; to unblock and to switch something on waits for the user.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const sites = (...args: string[]) => place.run(['sites', ...args]);
  expect((await sites('list')).stdout).toContain('No site has asked yet.');
  expect((await sites('block', 'shop.example')).stdout).toBe(`${shop}: blocked by you\n`);
  expect(panel.snapshot.confirmations).toEqual({});
  expect((await sites('flags', shop, '--off', 'textGeneration')).code).toBe(0);
  expect(panel.snapshot.confirmations).toEqual({});

  const denied = await confirmed(panel, sites('unblock', shop), 'deny');
  expect(denied.code).toBe(3);
  expect(panel.snapshot.sites[shop]?.blocked).toBe(true);
  const flags = await confirmed(panel, sites('flags', shop, '--default', 'textGeneration', '--json'), 'deny');
  expect(flags.code).toBe(3);
  const all = await confirmed(panel, sites('flags', '--on', 'toolCalling', '--json'), 'allow');
  expect(JSON.parse(all.stdout)).toMatchObject({ origin: null, flags: { toolCalling: true } });
  expect((await confirmed(panel, sites('unblock', shop))).stdout).toBe(`${shop}: may ask\n`);
  expect((await sites('list', '--json')).stdout).toContain('"blocked":false');
  expect((await sites('flags', '--on', 'everything')).code).toBe(2);
  expect((await sites('block', '*.example')).code).toBe(2);
});
