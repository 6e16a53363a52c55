// Spec 000's commands in a real Firefox, through the companion: windows of two kinds, and sizes of pages that nobody sees.
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claudezillaFiles, exchange } from '../integration/compat/claudezilla-scene.ts';
import { type Firefox, launchFirefox } from '../support/firefox.ts';
import { type HubPlace, openPlace } from '../support/hub-process.ts';
import { describeWith } from '../support/provided.ts';
import { type Site, servePage } from '../support/site.ts';

type Answer = Readonly<Record<string, unknown>>;

const agentId = `agent_7c10653f804e7443c6cd9550bb4ce881_${process.pid}`;
const late = 'Firefox gives the page of a tab in the background its new size when the tab is shown.';

let place: HubPlace;
let site: Site;
let firefox: Firefox;

const ask = async (command: string, params: object = {}): Promise<Answer> => {
  const { socket, tokenFile } = claudezillaFiles(place);
  const authToken = fs.readFileSync(tokenFile, 'utf8');
  const [reply = {}] = await exchange(socket, [{ command, params: { agentId, ...params }, authToken }]);
  if (reply.success !== true) throw new Error(String(reply.error));
  return reply.result as Answer;
};

describeWith(['firefox'], 'Claudezilla’s commands in Firefox', () => {
  beforeAll(async () => {
    site = await servePage('<title>Orders</title><h1>Orders</h1>');
    place = openPlace();
    const panel = await place.panel(await place.serve());
    await panel.request('endpoints:set', { endpointId: 'claudezilla', on: true });
    await panel.waitFor(({ endpoints }) => endpoints.claudezilla?.state.kind === 'listening', 'the socket is open');
    await panel.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'own-tabs' });
    await panel.request('manifests:install', { browserId: 'firefox' });
    firefox = await launchFirefox({ profile: join(place.folder, 'profile'), env: place.env });
    await firefox.loadCompanion({ intoPrivateWindows: true });
    await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'Firefox waits for approval');
    const [browserId = ''] = Object.keys(panel.snapshot.browsers);
    await panel.request('browsers:approve', { browserId });
    await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'Firefox is connected');
  });
  afterAll(async () => {
    await firefox?.close();
    await place?.end();
    await site?.close();
  });

  test('000 Request Format: setViewport fits the window of a tab in the background, and says that its page hears of it later.', async () => {
    const { windowId } = await ask('createWindow', { url: site.origin });
    expect(await ask('resizeWindow', { width: 900, height: 700 })).toMatchObject({ windowId, width: 900, note: late });
    // What its page has still is not what its window has.
    const fit = await ask('setViewport', { width: 800, height: 500 });
    expect(fit).toMatchObject({ viewport: { width: 800, height: 500 }, window: { windowId, width: 800, note: late } });
    expect(await ask('setViewport', { width: 800, height: 500 })).toEqual(fit);
    expect(await ask('setViewport', { device: 'iphone-14' })).toMatchObject({
      viewport: { width: expect.any(Number), height: 844 },
      window: {
        note: expect.stringMatching(
          /^The page is \d+ x 844: its window can be no smaller, .* when the tab is shown\.$/,
        ),
      },
    });
    await firefox.remote.evaluateInBrowser('gBrowser.selectedTab = gBrowser.tabs[1]');
    await expect
      .poll(async () => (await ask('getPageState')).viewport)
      .toMatchObject({ width: expect.any(Number), height: 844 });
    expect(await ask('setViewport', { width: 850, height: 480 })).toMatchObject({
      viewport: { width: 850, height: 480 },
      window: { width: 850 },
    });
    expect((await ask('getPageState')).viewport).toMatchObject({ width: 850, height: 480 });
  });

  test('000 Request Format: a private window and a usual one are opened whichever of them is in front, and each is told and sized as what it is.', async () => {
    const usual = await ask('createWindow', { url: site.origin });
    const own = await ask('createWindow', { url: site.origin, private: true });
    expect([usual.isPrivate, own.isPrivate, own.isNewWindow]).toEqual([false, true, true]);
    // The private one is in front now, and has a group of the agent's too.
    expect(await ask('createWindow', { url: site.origin, private: false })).toMatchObject({
      windowId: usual.windowId,
      isPrivate: false,
    });
    expect(await ask('createWindow', { url: site.origin, private: true })).toMatchObject({
      windowId: own.windowId,
      isPrivate: true,
    });
    expect(await ask('getWindows')).toEqual([
      { windowId: usual.windowId, private: false, focused: false, tabCount: expect.any(Number) },
      { windowId: own.windowId, private: true, focused: true, tabCount: 2 },
    ]);
    for (const { windowId } of [usual, own])
      expect(await ask('resizeWindow', { windowId, width: 777, height: 666 })).toMatchObject({ windowId, width: 777 });
    await expect(ask('resizeWindow', { windowId: 9_999, width: 777, height: 666 })).rejects.toThrow(
      'You have no tab in window 9999; send the windowId that firefox_create_window answered with, or none.',
    );
  });

  test('000 Request Format: a picture is told with the quality that it was taken with, and a form that there is not is refused.', async () => {
    expect(await ask('screenshot', { quality: 500, format: 'jpeg' })).toMatchObject({ format: 'jpeg', quality: 100 });
    await expect(ask('screenshot', { format: 'gif' })).rejects.toThrow('format is "gif"; send "jpeg" or "png".');
  });
});
