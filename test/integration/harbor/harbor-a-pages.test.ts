// Pages behind Harbor's first extension: their permissions, in both windows, and what a call of theirs is held to.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { HarborAClient } from '../../support/harbor-a-client.ts';
import { openScene } from '../gateway/scene.ts';
import { allowPage, grant, harbor, openHarborA, shop, wellBehaved } from './harbor-a-scene.ts';
import type { HubView } from '../../support/panel-client.ts';
import type { HarborScene } from './harbor-a-scene.ts';

let all: HarborScene;
const page = { kind: 'origin', id: shop } as const;
const call = (tool = 'calm/echo', more: object = {}) => ({ origin: shop, tool_name: tool, args: { a: 1 }, ...more });
const ofTools = (more: object = {}) => ({ origin: shop, scope: 'mcp:tools.call', ...more });

async function answerConfirmation(panel: HubView, effect: 'allow' | 'deny'): Promise<void> {
  await panel.waitFor(({ confirmations }) => Object.keys(confirmations).length === 1, 'it waits in the panel');
  const [confirmationId = ''] = Object.keys(panel.snapshot.confirmations);
  await panel.request('confirmations:answer', { confirmationId, effect });
  await panel.waitFor(({ confirmations }) => Object.keys(confirmations).length === 0, 'it was answered');
}

beforeEach(async () => {
  all = await openHarborA();
  await all.scene.addServer('Calm', [wellBehaved]);
});

describe('the order of a decision', () => {
  test('What nobody decided needs the scope; a denial comes before everything, and is never asked about.', async () => {
    const { a, panel } = all;
    expect(await a.refusal('host_list_tools', { origin: shop })).toBe('ERR_SCOPE_REQUIRED');
    expect(await a.refusal('host_call_tool', call('calm/nothing'))).toBe('ERR_SCOPE_REQUIRED');
    await a.ask('host_grant_permission', ofTools({ grant_type: 'ALLOW_ONCE' }));
    expect(await a.ask('host_call_tool', call())).toMatchObject({ result: [{ text: '{"a":1}' }] });
    expect(await a.refusal('host_call_tool', call('calm/nothing'))).toBe('ERR_TOOL_NOT_FOUND');
    // Of plugins it learns nothing by that, not even which are there.
    expect(await a.refusal('host_call_tool', call('nobody@plugins.example::tool'))).toBe('ERR_SCOPE_REQUIRED');
    await a.ask('host_grant_permission', ofTools({ grant_type: 'DENY' }));
    expect(await a.refusal('host_call_tool', call())).toBe('ERR_PERMISSION_DENIED');
    expect(panel.snapshot.prompts).toEqual({});
  });

  test('A page is somebody else than every other origin, and than the extension itself.', async () => {
    const { a, panel } = all;
    await grant(panel, harbor, 'servers:call');
    expect(await a.refusal('host_call_tool', call())).toBe('ERR_SCOPE_REQUIRED');
    await allowPage(a);
    expect(await a.refusal('host_call_tool', { ...call(), origin: 'https://www.shop.example' })).toBe(
      'ERR_SCOPE_REQUIRED',
    );
    expect(await a.refusal('host_call_tool', { ...call(), origin: 'http://shop.example' })).toBe('ERR_SCOPE_REQUIRED');
    expect(await a.ask('host_call_tool', { ...call(), origin: `${shop}:443/` })).toMatchObject({
      provenance: { toolName: 'echo' },
    });
  });

  test('Only tools that are named may be called, by whatever name they come.', async () => {
    const { a } = all;
    await a.ask('host_grant_permission', ofTools({ grant_type: 'ALLOW_ALWAYS', allowed_tools: ['calm/echo'] }));
    for (const name of ['calm/echo', 'calm__echo', 'echo'])
      expect(await a.ask('host_call_tool', call(name))).toMatchObject({
        provenance: { serverId: 'calm', toolName: 'echo' },
      });
    const { error } = await a.ask('host_call_tool', call('calm/describe'));
    expect(error).toMatchObject({ code: 'ERR_TOOL_NOT_ALLOWED', details: { allowedTools: ['calm/echo'] } });
  });
});

describe('whose word counts', () => {
  test('The extension lifts nothing that the user denied in Pilothouse, and its own denial it may.', async () => {
    const { a, panel } = all;
    const denied = await grant(panel, page, 'servers:call', { effect: 'deny' });
    expect(await a.refusal('host_grant_permission', ofTools({ grant_type: 'ALLOW_ALWAYS' }))).toBe(
      'ERR_PERMISSION_DENIED',
    );
    await a.ask('host_revoke_permission', ofTools());
    expect(await a.refusal('host_call_tool', call())).toBe('ERR_PERMISSION_DENIED');
    await panel.request('grants:revoke', { grantId: denied.grant.id });
    await a.ask('host_grant_permission', ofTools({ grant_type: 'DENY' }));
    await a.ask('host_grant_permission', ofTools({ grant_type: 'ALLOW_ALWAYS' }));
    expect(await a.ask('host_call_tool', call())).toHaveProperty('result');
  });

  test('Before the user has let Harbor in, its allowance waits in Pilothouse, and its denial does not.', async () => {
    const scene = await openScene();
    onTestFinished(() => scene.end());
    const a = await HarborAClient.open(scene.place.home);
    onTestFinished(() => a.close());
    const { panel } = scene;
    expect(await a.ask('host_grant_permission', ofTools({ grant_type: 'DENY' }))).toMatchObject({ granted: true });
    await a.ask('host_revoke_permission', ofTools());
    const refused = a.refusal('host_grant_permission', ofTools({ grant_type: 'ALLOW_ALWAYS' }));
    await answerConfirmation(panel, 'deny');
    expect(await refused).toBe('permission_error');
    expect(await a.ask('host_check_permission', ofTools())).toMatchObject({ granted: false });
    const allowed = a.ask('host_grant_permission', ofTools({ grant_type: 'ALLOW_ALWAYS' }));
    await answerConfirmation(panel, 'allow');
    expect(await allowed).toMatchObject({ granted: true });
  });

  test('What it granted is in Pilothouse with its origin and who told of it; revoked there, it ends at once.', async () => {
    const { a, panel } = all;
    await allowPage(a);
    await panel.waitFor(({ grants }) => Object.keys(grants).length === 2, 'both are shown');
    const grants = Object.values(panel.snapshot.grants);
    expect(grants.map(({ subject, via }) => [subject, via])).toEqual([
      [page, 'compat-harbor'],
      [page, 'compat-harbor'],
    ]);
    const { entries } = await panel.request('audit:query', { filter: {}, count: 20 });
    expect(
      entries.some(({ what, changedBy }) => what === 'host_grant_permission' && /extension/.test(changedBy ?? '')),
    ).toBe(true);
    for (const { id } of grants) await panel.request('grants:revoke', { grantId: id });
    expect(await a.refusal('host_call_tool', call())).toBe('ERR_SCOPE_REQUIRED');
  });

  test('Once the user shuts web pages out, none is let in, whatever was granted.', async () => {
    const { a, panel } = all;
    await allowPage(a);
    await a.ask('host_call_tool', call());
    await panel.request('clients:admit', { clientId: 'web-sites', admitted: false });
    expect(await a.refusal('host_call_tool', call())).toBe('ERR_PERMISSION_DENIED');
  });
});

describe('for how long', () => {
  test('What is for now ends in ten minutes, and with its tab.', async () => {
    const { a } = all;
    await a.ask('host_grant_permission', ofTools({ grant_type: 'ALLOW_ONCE', tab_id: 7 }));
    const { grant: told } = await a.ask('host_check_permission', ofTools());
    const { createdAt = 0, expiresAt = 0, ...rest } = told as Record<string, number>;
    expect(rest).toEqual({ scope: 'mcp:tools.call', grantType: 'ALLOW_ONCE', tabId: 7 });
    expect(expiresAt - createdAt).toBe(600_000);
    expect(await a.ask('host_expire_tab_grants', { tab_id: 8 })).toMatchObject({ expired: 0 });
    expect(await a.ask('host_expire_tab_grants', { tab_id: 7 })).toMatchObject({ expired: 1 });
    expect(await a.refusal('host_call_tool', call())).toBe('ERR_SCOPE_REQUIRED');
  });

  test('A tab of one browser is none of another’s, and all of them end with their browser.', async () => {
    const { a, scene, panel } = all;
    const other = await HarborAClient.open(scene.place.home);
    await a.ask('host_grant_permission', ofTools({ grant_type: 'ALLOW_ONCE', tab_id: 7 }));
    expect(await other.ask('host_expire_tab_grants', { tab_id: 7 })).toMatchObject({ expired: 0 });
    await panel.waitFor(({ grants }) => Object.keys(grants).length === 1, 'the grant is there');
    a.close();
    await panel.waitFor(({ grants }) => Object.keys(grants).length === 0, 'the grant has ended');
    expect(await other.refusal('host_call_tool', call())).toBe('ERR_SCOPE_REQUIRED');
    other.close();
  });

  test('What is for always is there after a restart, with who told of it.', async () => {
    const { a, scene } = all;
    await allowPage(a);
    await scene.place.newestHub()?.kill('SIGKILL');
    const panel = await scene.place.panel(await scene.place.serve());
    expect(Object.values(panel.snapshot.grants).map(({ via }) => via)).toEqual(['compat-harbor', 'compat-harbor']);
  });
});

describe('limits', () => {
  test('A run has five calls; one that is opened has what it asks for, within what the user allows.', async () => {
    const { a } = all;
    await allowPage(a);
    const inRun = (run_id: unknown) => a.ask('host_call_tool', call('calm/echo', { run_id }));
    for (let at = 0; at < 5; at += 1) expect(await inRun('own')).toHaveProperty('result');
    expect(await inRun('own')).toMatchObject({ error: { code: 'ERR_BUDGET_EXCEEDED' } });
    const run = await a.ask('host_create_run', { origin: shop, max_calls: 2 });
    expect(run).toMatchObject({ max_calls: 2, calls_made: 0 });
    await inRun(run.run_id);
    await inRun(run.run_id);
    expect(await inRun(run.run_id)).toMatchObject({ error: { code: 'ERR_BUDGET_EXCEEDED' } });
    expect(await a.ask('host_end_run', { origin: shop, run_id: run.run_id })).toMatchObject({ ended: true });
    expect(await a.ask('create_run', { origin: shop, max_calls: 500 })).toMatchObject({
      type: 'create_run_result',
      max_calls: 5,
    });
  });

  test('Nobody uses up the run of another origin.', async () => {
    const { a } = all;
    await allowPage(a);
    await allowPage(a, 'https://other.example');
    for (let at = 0; at < 5; at += 1) await a.ask('host_call_tool', call('calm/echo', { run_id: 'same' }));
    const others = { ...call('calm/echo', { run_id: 'same' }), origin: 'https://other.example' };
    expect(await a.ask('host_call_tool', others)).toHaveProperty('result');
  });

  test('Two calls of an origin are under way at a time, and each has its time.', async () => {
    const { a, panel } = all;
    await allowPage(a);
    const slow = [1, 2].map(() => a.refusal('host_call_tool', call('calm/wait', { timeout_ms: 1_500 })));
    await panel.waitFor(
      ({ agents }) => Object.values(agents).some(({ origin, inFlight }) => origin === shop && inFlight === 2),
      'both go on',
    );
    expect(await a.refusal('host_call_tool', call())).toBe('ERR_RATE_LIMITED');
    expect(await a.ask('hello')).toMatchObject({ type: 'pong' });
    expect(await Promise.all(slow)).toEqual(['ERR_TOOL_TIMEOUT', 'ERR_TOOL_TIMEOUT']);
    expect(await a.ask('host_call_tool', call())).toHaveProperty('result');
  });

  test('While all is paused a page is told so at once.', async () => {
    const { a, panel } = all;
    await allowPage(a);
    await panel.request('hub:set-mode', { mode: 'paused' });
    expect(await a.refusal('host_call_tool', call())).toBe('ERR_PAUSED');
  });
});

describe('what a page may not be', () => {
  test.each([{ origin: 'https://*.example' }, { origin: 'chrome-extension://abc' }, { origin: 7 }, {}, { origin: '' }])(
    '%j is no page.',
    async ({ origin }: { origin?: unknown }) => {
      const { a } = all;
      for (const type of ['host_list_tools', 'host_call_tool', 'host_grant_permission', 'host_create_run']) {
        const { error } = await a.ask(type, { origin, tool_name: 'calm/echo', scope: 'mcp:tools.list' });
        expect(error).toMatchObject({
          code: expect.stringMatching(/invalid_request|ERR_INVALID_ARGUMENTS|permission_error|host_error/),
        });
      }
    },
  );

  test('A page calls no tool of the browser and none of the hub.', async () => {
    const { a } = all;
    await allowPage(a);
    for (const tool of ['navigate', 'tabs_context_mcp', 'javascript_tool', 'find_tools', 'call_tool'])
      expect(await a.refusal('host_call_tool', call(tool))).toBe('ERR_TOOL_NOT_FOUND');
  });
});
