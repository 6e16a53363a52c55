// The tabs of the companion extension in a real Chromium: opening, closing, listing and going to addresses.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { companionWorker } from '../support/chromium.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene, slowPage } from './extension-scene.ts';
import type { CompanionHub } from '../integration/native-host/companion-hub.ts';

let scene: ExtensionScene;
let companion: CompanionHub;
let origin = '';
let tabId = 0;

describeWith(['chromium'], 'the tabs of the companion extension', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({
      '/': '<!doctype html><title>Test page</title><h1>Orders</h1>',
      '/next': '<!doctype html><title>Next page</title>next',
      '/redirect': response => response.writeHead(302, { location: '/next' }).end(),
      '/slow': slowPage,
      '/elsewhere': response =>
        response.writeHead(302, { location: origin.replace('127.0.0.1', 'localhost') + '/there' }).end(),
      '/there': '<title>There</title>',
    });
    ({ companion, origin } = scene);
  });
  afterAll(() => scene?.close());
  beforeEach(async () => {
    tabId = await scene.open('/');
    return async () => {
      const worker = await companionWorker(scene.context);
      await worker.evaluate(id => chrome.tabs.remove(id), tabId);
    };
  });

  test('tabs_create opens a tab behind the others, in the group Pilothouse, and names it', async () => {
    const { tab, text } = await companion.call('tabs_create', {});
    const worker = await companionWorker(scene.context);
    const group = await worker.evaluate(async id => {
      const { groupId, active } = await chrome.tabs.get(id);
      return { active, title: (await chrome.tabGroups.get(groupId)).title };
    }, tab?.tabId ?? 0);
    expect([group, JSON.parse(text).tabId]).toEqual([{ active: false, title: 'Pilothouse' }, tab?.tabId]);
  });

  test('The tabs of each client stand in a group of its name', async () => {
    const open = async (group: string) => {
      const { result } = await companion.answerTo(companion.send('call', { tool: 'tabs_create', args: {}, group }));
      return (result as { tab: { tabId: number } }).tab.tabId;
    };
    const tabIds = [await open('Ana'), await open('Ben'), await open('Ana')];
    const worker = await companionWorker(scene.context);
    const titles = await worker.evaluate(async ids => {
      const tabs = await Promise.all(ids.map(id => chrome.tabs.get(id)));
      const groups = await Promise.all(tabs.map(({ groupId }) => chrome.tabGroups.get(groupId)));
      await chrome.tabs.remove(ids);
      return groups.map(({ title }) => title);
    }, tabIds);
    expect(titles).toEqual(['Ana · Pilothouse', 'Ben · Pilothouse', 'Ana · Pilothouse']);
  });

  test('tabs_close closes the tab, and the next list is without it', async () => {
    const { tab } = await companion.call('tabs_create', {});
    const tabId = tab?.tabId ?? -1;
    expect(await companion.call('tabs_close', {}, tabId)).toMatchObject({ text: `Closed tab ${tabId}.` });
    const { text } = await companion.call('tabs_context', { tabIds: [tabId] });
    expect(JSON.parse(text)).toEqual({ availableTabs: [] });
    expect(await companion.failure('tabs_close', {}, tabId)).toEqual([
      'ERR_INVALID_ARGUMENTS',
      `Tab ${tabId} is not open any more; call tabs_context.`,
    ]);
  });

  test('tabs_create leaves no tab behind when it is cancelled while the page that it led to is described', async () => {
    let asked = false;
    companion.covered = origins => {
      asked = true;
      companion.notify('cancel', { id });
      return origins;
    };
    const id = companion.send('call', { tool: 'tabs_create', args: { url: `${origin}/elsewhere` } });
    const { error } = await companion.answerTo(id).finally(() => (companion.covered = origins => origins));
    expect([error?.data.code, asked]).toEqual(['ERR_CANCELLED', true]);
    await expect.poll(() => scene.context.pages().filter(page => page.url().endsWith('/there'))).toEqual([]);
  });

  test('tabs_create leaves no tab behind when it is cancelled', async () => {
    const before = (await companion.call('tabs_context', {})).text;
    const id = companion.send('call', { tool: 'tabs_create', args: { url: `${origin}/slow` } });
    companion.notify('cancel', { id });
    expect((await companion.answerTo(id)).error?.data.code).toBe('ERR_CANCELLED');
    await expect.poll(async () => (await companion.call('tabs_context', {})).text).toBe(before);
  });

  test('tabs made at the same time share one group', async () => {
    const made = await Promise.all([
      companion.call('tabs_create', {}),
      companion.call('tabs_create', {}),
      companion.call('tabs_create', {}),
    ]);
    const worker = await companionWorker(scene.context);
    const groups = await worker.evaluate(
      ids => Promise.all(ids.map(async id => (await chrome.tabs.get(id)).groupId)),
      made.map(({ tab }) => tab?.tabId ?? 0),
    );
    expect(new Set(groups).size).toBe(1);
  });

  test('tabs_context lists the tabs', async () => {
    const { availableTabs } = JSON.parse((await companion.call('tabs_context', {})).text);
    expect(availableTabs).toContainEqual({ tabId, title: 'Test page', url: `${origin}/` });
  });

  test('navigate waits for the page and answers with its address and title', async () => {
    const { text, tab } = await companion.call('navigate', { url: `${origin}/slow` }, tabId);
    expect(JSON.parse(text)).toEqual({ tabId, url: `${origin}/slow`, title: 'Slow page' });
    expect(tab).toMatchObject({ tabId, url: `${origin}/slow`, title: 'Slow page' });
  });

  test('navigate follows a redirect to its end', async () => {
    const { text } = await companion.call('navigate', { url: `${origin}/redirect` }, tabId);
    expect(JSON.parse(text)).toMatchObject({ url: `${origin}/next`, title: 'Next page' });
  });

  test('navigate jumps within a page', async () => {
    const { text } = await companion.call('navigate', { url: `${origin}/#there` }, tabId);
    expect(JSON.parse(text)).toMatchObject({ url: `${origin}/#there`, title: 'Test page' });
  });

  test('navigate goes back and forward', async () => {
    await companion.call('navigate', { url: `${origin}/next` }, tabId);
    const back = JSON.parse((await companion.call('navigate', { url: 'back' }, tabId)).text);
    const forward = JSON.parse((await companion.call('navigate', { url: 'forward' }, tabId)).text);
    expect([back.title, forward.title]).toEqual(['Test page', 'Next page']);
    const [, message] = await companion.failure('navigate', { url: 'forward' }, tabId);
    expect(message).toBe(`Tab ${tabId} has no page to go forward to; send an address.`);
    await companion.call('navigate', { url: `${origin}/next#part` }, tabId);
    expect(JSON.parse((await companion.call('navigate', { url: 'back' }, tabId)).text).url).toBe(`${origin}/next`);
    await companion.call('navigate', { url: 'back' }, tabId);
    const [, atStart] = await companion.failure('navigate', { url: 'back' }, tabId);
    expect(atStart).toBe(`Tab ${tabId} has no page to go back to; send an address.`);
  });

  test.each([['javascript:alert(1)'], ['file:///etc/passwd'], ['chrome://settings'], ['data:text/html,x']])(
    'navigate refuses %s',
    async url => {
      const error = await companion.failure('navigate', { url }, tabId);
      expect(error).toEqual([
        'ERR_INVALID_ARGUMENTS',
        `"${url}" cannot be opened; send an http or https address, or about:blank.`,
      ]);
    },
  );

  test('navigate says when nothing answers at the address', async () => {
    const [code, message] = await companion.failure('navigate', { url: 'http://127.0.0.1:9/' }, tabId);
    expect([code, message]).toEqual([
      'ERR_TOOL_FAILED',
      expect.stringContaining('http://127.0.0.1:9/ could not be loaded'),
    ]);
  });
});
