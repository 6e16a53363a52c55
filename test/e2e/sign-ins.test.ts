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
const away: Page = response => {
  response.statusCode = 302;
  response.setHeader('location', `http://localhost:${response.req.socket.localPort}/locked`);
  response.end();
};
const pages = {
  '/away': away,
  '/front': '<title>Front</title>',
  '/open': '<title>Open</title>',
  '/locked': locked,
  '/link': '<a href="/locked">Go</a>',
  '/part': '<title>Part</title><script>fetch("/locked")</script>',
};

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

  test('is named by a click that leads there, and where it is only a part of a page', async () => {
    const { companion, open } = scenes[1]!;
    const tabId = await open('/link');
    const clicked = await companion.call('computer', { action: 'left_click', selector: 'a' }, tabId);
    expect(clicked.text).toContain('127.0.0.1 asks for a user name and a password for "Harbour office". Ask the user');
    const part = await companion.call('tabs_create', { url: `${scenes[1]!.origin}/part` });
    const told = [part.text];
    await expect
      .poll(async () => {
        const { content } = await companion.call('get_page_text', {}, part.tab?.tabId ?? 0);
        told.push(...content.map(({ text }) => String(text)));
        return told.join(' ');
      })
      .toContain('for a part of the page');
  });

  test('is named without the server’s own words where the call may not have them', async () => {
    const { companion, origin } = scenes[0]!;
    companion.covered = () => [];
    const { text } = await companion.call('tabs_create', { url: `${origin}/away` });
    companion.covered = origins => origins;
    expect(text).toContain('localhost asks for a user name and a password. Ask the user');
  });
});
