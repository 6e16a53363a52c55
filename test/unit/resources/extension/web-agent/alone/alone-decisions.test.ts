// What was decided about a site while no hub was there, as the side panel shows it and takes it back, one scope at a time.
import { beforeEach, expect, test, vi } from 'vitest';
import { playBrowser } from './browser-scene.ts';
import type * as aloneGrants from '../../../../../../resources/extension/web-agent/alone/alone-grants.ts';

type Module = typeof aloneGrants;

const shop = { origin: 'https://shop.example', tabId: 7 };
const now = 1_000;
let grants: InstanceType<Module['AloneGrants']>;
let decided: Module;

beforeEach(async () => {
  vi.resetModules();
  playBrowser();
  decided = await import('../../../../../../resources/extension/web-agent/alone/alone-grants.ts');
  grants = new decided.AloneGrants(() => now);
  decided.onForgetAsked((origin, scope) => void grants.forget(origin, scope));
  await grants.put(shop, { answer: 'always', scopes: ['model:prompt'] });
  await grants.put(shop, { answer: 'once', scopes: ['mcp:tools.list'] });
  await grants.put(shop, { answer: 'deny', scopes: ['browser:activeTab.read'] });
  await grants.put({ ...shop, origin: 'https://other.example' }, { answer: 'always', scopes: ['model:prompt'] });
  return () => vi.unstubAllGlobals();
});

const shown = async (tabId = 7, at = now) =>
  (await decided.decidedAbout({ ...shop, tabId }, at)).map(({ scope, effect }) => `${effect} ${scope}`).toSorted();

test('what holds for the site in front is shown: of what was allowed once, only that of this tab and until it ends', async () => {
  const lasting = ['allow model:prompt', 'deny browser:activeTab.read'];
  expect(await shown()).toEqual(['allow mcp:tools.list', ...lasting]);
  expect(await shown(8)).toEqual(lasting);
  expect(await shown(7, now + decided.onceMs)).toEqual(lasting);
});

test('one scope is taken back, allowed or denied, for always or once, and nothing else goes with it', async () => {
  for (const scope of ['mcp:tools.list', 'browser:activeTab.read'] as const) {
    decided.askToForget(shop.origin, scope);
    await vi.waitFor(async () => expect((await shown()).join()).not.toContain(scope));
  }
  expect(await shown()).toEqual(['allow model:prompt']);
  expect(await grants.standing(shop, 'browser:activeTab.read')).toBe('not-granted');
  expect(await grants.hasAsked('https://other.example')).toBe(true);
});

test('without a scope all of the site is taken back, and a request that names no scope of ours takes back nothing', async () => {
  await chrome.storage.session.set({ forgetAlone: { origin: shop.origin, scope: 'model:everything', at: 1 } });
  expect(await shown()).toHaveLength(3);
  decided.askToForget(shop.origin);
  await vi.waitFor(async () => expect(await shown()).toEqual([]));
  expect(await grants.hasAsked('https://other.example')).toBe(true);
});
