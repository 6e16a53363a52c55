// Who may ask over HTTP, switched in the settings by a person, and pages of a real Chromium that try it all the same.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { type Site, servePage } from '../support/site.ts';
import { openPermissionScene, type PermissionScene } from './permission-scene.ts';
import type { Page } from 'playwright';

const clientId = 'http-without-token';

describeWith(['chromium'], 'Who may ask over HTTP', () => {
  let scene: PermissionScene;
  let site: Site;
  let foreign: Page;
  let hubOrigin: string;

  const here = async () =>
    Object.values((await scene.hub.request('state:get', {})).agents).filter(
      agent => agent.clientId === clientId && agent.state.kind === 'connected',
    );
  const stored = async () => (await scene.hub.request('mcp-server:get', {})).settings;
  const toggle = (name: string) => scene.page.getByRole('switch', { name });

  /** All that a page can send without being asked first, each awaited; answers what came of it. */
  const attack = () =>
    foreign.evaluate(async to => {
      const loaded = (tag: 'img' | 'iframe' | 'script', src: string) =>
        new Promise<string>(resolve => {
          const element = Object.assign(document.createElement(tag), { src });
          element.onload = () => resolve(`${tag} loaded`);
          element.onerror = () => resolve(`${tag} failed`);
          document.body.append(element);
        });
      const fetched = (url: string, init: RequestInit) =>
        fetch(url, init).then(
          ({ type, status }) => `${type} ${status}`,
          () => 'refused',
        );
      const stream = () =>
        new Promise<string>(resolve => {
          const events = new EventSource(`${to}/sse`);
          events.addEventListener('endpoint', () => resolve('open'));
          events.onerror = () => resolve('refused');
        });
      const ping = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' };
      return {
        image: await loaded('img', `${to}/sse`),
        script: await loaded('script', `${to}/tools`),
        frame: await loaded('iframe', `${to}/sse`),
        blind: await fetched(`${to}/sse`, { mode: 'no-cors' }),
        blindPost: await fetched(`${to}/message?sessionId=session_0`, { ...ping, mode: 'no-cors' }),
        read: await fetched(`${to}/tools`, {}),
        json: await fetched(`${to}/message?sessionId=session_0`, {
          ...ping,
          headers: { 'content-type': 'application/json' },
        }),
        stream: await stream(),
        beacon: navigator.sendBeacon(`${to}/message?sessionId=session_0`, ping.body),
      };
    }, hubOrigin);

  beforeAll(async () => {
    scene = await openPermissionScene();
    site = await servePage('<title>Foreign</title>');
    hubOrigin = new URL(scene.hub.snapshot.endpoints['mcp-http']?.address ?? '').origin;
    foreign = (await scene.page.context().browser()?.newPage()) as Page;
    await foreign.goto(site.origin);
    await scene.panel.go('Settings');
  });

  afterAll(async () => {
    await scene?.close();
    await site?.close();
  });

  test('004 Optional Authentication: programs without a token are let in after a warning that says what it means, which stays beside the switch.', async () => {
    const { page } = scene;
    await toggle('Programs without a token').click();
    const sheet = page.getByRole('dialog', { name: 'Let programs in without a token?' });
    await sheet.getByText(/^Any program of this machine, of every account on it, may ask/).waitFor();
    await scene.looksWell('settings-without-token-asked');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect((await stored()).withoutToken).toBe(false);
    await toggle('Programs without a token').click();
    await sheet.getByRole('button', { name: 'Let them in' }).click();
    await page.getByText(/^Any program of this machine, of every account on it, may ask/).waitFor();
    expect((await stored()).withoutToken).toBe(true);
    await page
      .getByRole('row', { name: /MCP over HTTP/ })
      .getByText('also without a token')
      .waitFor();
    await page.setViewportSize({ width: 800, height: 600 });
    await toggle('Programs without a token').scrollIntoViewIfNeeded();
    await scene.looksWell('settings-without-token');
  });

  test('004 Optional Authentication: a page that is not listed gets nothing by any means that it has, also while programs without a token are let in.', async () => {
    const { beacon: _, ...came } = await attack();
    expect(came).toEqual({
      image: 'img failed',
      script: 'script failed',
      frame: expect.stringMatching(/^iframe/),
      blind: 'opaque 0',
      blindPost: 'opaque 0',
      read: 'refused',
      json: 'refused',
      stream: 'refused',
    });
    expect(await here()).toEqual([]);
    expect(scene.hub.snapshot.clients[clientId]).toBeUndefined();
  });

  test('004 CORS Configuration: one click lets pages of this machine in, with its warning, and another one shuts them out.', async () => {
    const { page } = scene;
    await toggle('Pages of this machine').click();
    await page.getByText(/^Any page that a server on this machine shows may ask, and needs no token/).waitFor();
    await expect.poll(async () => (await stored()).corsOrigins).toEqual(['http://localhost:*', 'http://127.0.0.1:*']);
    await page.setViewportSize({ width: 800, height: 600 });
    await page.getByRole('radio', { name: 'Stay open' }).scrollIntoViewIfNeeded();
    await scene.looksWell('settings-local-pages');
    const came = await attack();
    expect(came).toMatchObject({
      image: 'img failed',
      script: 'script failed',
      read: 'cors 200',
      json: 'cors 404',
      stream: 'open',
    });
    await expect.poll(async () => (await here()).map(({ origin }) => origin)).toEqual([site.origin]);
    await foreign.reload();
    await toggle('Pages of this machine').click();
    await expect.poll(async () => (await stored()).corsOrigins).toEqual([]);
    expect(await attack()).toMatchObject({ read: 'refused', stream: 'refused' });
  });

  test('004 Server Information: the name that clients of /sse read is typed in, and an empty one is the usual one.', async () => {
    const field = scene.page.getByRole('textbox', { name: 'Name of this server on /sse' });
    await field.fill('my-browser');
    await field.blur();
    await scene.page.getByText('On /sse this server is called my-browser from now on.').first().waitFor();
    expect((await stored()).serverName).toBe('my-browser');
    await field.fill('');
    await field.blur();
    await expect.poll(async () => (await stored()).serverName).toBe('claude-browser-extension');
  });

  test('004 Session Lifecycle: whether the tabs of an ended session are closed is chosen, and every program needs a token again.', async () => {
    const { page, panel } = scene;
    await page.getByRole('radio', { name: 'Are closed' }).click();
    await expect.poll(async () => (await stored()).tabsAtEnd).toBe('close');
    await page.setViewportSize({ width: 800, height: 600 });
    await page.getByRole('radio', { name: 'Stay open' }).scrollIntoViewIfNeeded();
    await scene.looksWell('settings-sessions');
    await toggle('Programs without a token').click();
    await expect.poll(async () => (await stored()).withoutToken).toBe(false);
    expect(panel.troubles).toEqual([]);
  });
});
