// What ends while calls wait in a tab of a real Chromium ends them too: they reach nobody, are answered, and stand in the audit as what they were.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { auditOf, codesOf, hitsOf, openShopAndBank } from './decided-shop.ts';
import type { Agent } from '../support/hub-process.ts';
import type { DecidedScene } from './decided-scene.ts';

let scene: DecidedScene;
let claude: Agent;

describeWith(['chromium'], 'Calls that wait in a tab', () => {
  beforeEach(async () => {
    scene = await openShopAndBank();
    claude = await scene.agent();
  });
  afterEach(() => scene?.close());

  test('Calls that wait for their turn in a tab are dropped and answered when the user takes the tab over.', async () => {
    const { tabId, waiting } = await queueBehindHolder();
    const [browserId = ''] = Object.keys(scene.hub.snapshot.browsers);
    await scene.hub.request('tabs:take-over', { browserId, tabId });
    expect(codesOf(await waiting)).toEqual(new Set(['ERR_NOT_OWNER']));
    expect(await hitsOf(scene, scene.shop.origin)).toEqual([]);
  });

  test('The audit says of each that it was dropped, and why; of the one before them that it was stopped midway.', async () => {
    const { tabId, waiting } = await queueBehindHolder();
    const [browserId = ''] = Object.keys(scene.hub.snapshot.browsers);
    await scene.hub.request('tabs:take-over', { browserId, tabId });
    await waiting;
    const place = { kind: 'at-tab', tab: tabId, site: scene.shop.origin };
    const rule = `owner ${tabId}`;
    await until(async () => (await auditOf(scene, 'form_input')).length === 10, 'the browser has said what it did');
    const queued = await auditOf(scene, 'form_input');
    expect(queued.slice(0, 5)).toMatchObject(five({ place, outcome: 'allow', ended: 'dropped' }));
    expect(queued.slice(5)).toMatchObject(five({ place, outcome: 'dropped', rule }));
    expect(new Set(queued.slice(5).map(({ decision }) => decision))).toEqual(
      new Set(queued.slice(0, 5).map(({ id }) => id)),
    );
    expect(await auditOf(scene, 'javascript_tool')).toMatchObject([
      { place, outcome: 'allow', ended: 'stopped' },
      { place, outcome: 'stopped', rule },
    ]);
  });

  test('They are dropped and answered when all is paused, and when all is read-only.', async () => {
    for (const mode of ['read-only', 'paused'] as const) {
      const { waiting } = await queueBehindHolder();
      await scene.hub.request('hub:set-mode', { mode });
      expect(codesOf(await waiting)).toEqual(new Set([mode === 'paused' ? 'ERR_PAUSED' : 'ERR_READ_ONLY']));
      expect(await hitsOf(scene, scene.shop.origin)).toEqual([]);
      await scene.hub.request('hub:set-mode', { mode: 'running' });
    }
  });

  test('They are dropped and answered when the grant is revoked, and when the site is denied.', async () => {
    const { waiting } = await queueBehindHolder();
    await scene.grant('deny', 'browser:activeTab.interact', scene.shop.origin);
    expect(codesOf(await waiting)).toEqual(new Set(['ERR_PERMISSION_DENIED']));
    expect(await hitsOf(scene, scene.shop.origin)).toEqual([]);
    await scene.revoke('deny', 'browser:activeTab.interact', scene.shop.origin);
    const again = await queueBehindHolder();
    await scene.revoke('allow', 'browser:activeTab.interact', scene.shop.origin);
    expect(codesOf(await again.waiting)).toEqual(new Set(['ERR_SCOPE_REQUIRED']));
    expect(await hitsOf(scene, scene.shop.origin)).toEqual([]);
  });

  test.each([
    ['taken over', 'tabs:take-over'],
    ['closed', 'tabs:close'],
  ] as const)('A question about a tab goes when the tab is %s, and its call is refused.', async (_, request) => {
    await scene.revoke('allow', 'browser:activeTab.interact', scene.shop.origin);
    const tabId = await scene.open(claude, `${scene.shop.origin}/form`);
    const called = claude.call('form_input', { tabId, selector: '#field', value: 'x' });
    await scene.hub.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'the user is asked');
    const [browserId = ''] = Object.keys(scene.hub.snapshot.browsers);
    await scene.hub.request(request, { browserId, tabId });
    await scene.hub.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'the question goes');
    expect(codesOf([await called])).toEqual(new Set(['ERR_NOT_OWNER']));
  });

  test('They are dropped when their agent dies.', async () => {
    const { tabId, waiting } = await queueBehindHolder();
    process.kill(claude.pid ?? 0, 'SIGKILL');
    await waiting.catch(() => {});
    await scene.hub.waitFor(
      ({ agents }) => Object.values(agents).every(({ state }) => state.kind === 'gone'),
      'the agent is gone',
    );
    // A call of the user's in the same tab comes after everything that was queued there.
    const [browserId = ''] = Object.keys(scene.hub.snapshot.browsers);
    await scene.hub.request('tabs:picture', { browserId, tabId });
    expect(await hitsOf(scene, scene.shop.origin)).toEqual([]);
    const queued = await auditOf(scene, 'form_input');
    expect(queued.filter(({ outcome }) => outcome === 'allow')).toMatchObject(five({ ended: 'dropped' }));
    expect(new Set(queued.slice(5).map(({ rule }) => rule))).toEqual(new Set(['cancelled']));
  });

  /** A call that holds the tab until it is cancelled, and five behind it that would fill a field. */
  const queueBehindHolder = async () => {
    const { shop } = scene;
    const tabId = await scene.open(claude, `${shop.origin}/`);
    const before = shop.visits.get('/begun') ?? 0;
    const text = "fetch('/begun'); new Promise(() => {})";
    const holder = claude.call('javascript_tool', { tabId, action: 'javascript_exec', text, timeout: 300 });
    void holder.catch(() => {});
    await until(() => shop.visits.get('/begun') === before + 1, 'the first call has begun');
    const allowed = async () =>
      (await auditOf(scene, 'form_input')).filter(({ outcome }) => outcome === 'allow').length;
    const others = await allowed();
    const rest = [1, 2, 3, 4, 5].map(value => claude.call('form_input', { tabId, selector: '#field', value }));
    await until(async () => (await allowed()) === others + rest.length, 'those behind it are allowed');
    return { tabId, waiting: Promise.all(rest) };
  };
});

function five<T>(entry: T): T[] {
  return Array.from({ length: 5 }, () => entry);
}
