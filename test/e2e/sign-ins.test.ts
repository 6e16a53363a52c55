// Pages for which the browser itself asks its user for a name and a password: no call waits for them, and each answer says who asks.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { startDisplay, type VirtualDisplay } from '../support/xvfb.ts';
import { openPlainScene, type Page, type PlainScene } from './extension-scene.ts';

const locked: Page = response => {
  response.statusCode = 401;
  response.setHeader('www-authenticate', 'Basic realm="Harbour office"');
  response.end('<h1>Closed</h1>');
};
const pages = { '/front': '<title>Front</title>', '/open': '<title>Open</title>', '/locked': locked };

describeWith(['chromium', 'display'], 'A page behind a password', () => {
  const scenes: PlainScene[] = [];
  let display: VirtualDisplay;
  beforeAll(async () => {
    display = await startDisplay();
    scenes.push(await openPlainScene(pages), await openPlainScene(pages, display.name));
  }, 90_000);
  afterAll(async () => {
    for (const scene of scenes) await scene.close();
    await display.stop();
  });

  test.each([
    ['headless', 0],
    ['with a window', 1],
  ])('is named %s, and the tab goes on elsewhere', async (_, index) => {
    const { companion, origin, open } = scenes[index]!;
    const tabId = await open('/open');
    const asks = `127.0.0.1 asks for a user name and a password for "Harbour office". Ask the user to type them in tab`;
    expect(await companion.failure('navigate', { url: `${origin}/locked` }, tabId)).toEqual([
      'ERR_TOOL_FAILED',
      `${asks} ${tabId}, then call again.`,
    ]);
    const { text } = await companion.call('navigate', { url: `${origin}/open` }, tabId);
    expect(JSON.parse(text)).toMatchObject({ title: 'Open' });
    const opened = await companion.call('tabs_create', { url: `${origin}/locked` });
    expect(JSON.parse(opened.text).note).toContain(asks);
  });
});
