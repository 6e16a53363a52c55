// A script runs at once also in a page that still loads, in a real Firefox.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type FirefoxScene, openFirefoxScene } from './firefox-scene.ts';
import type { AddressInfo } from 'node:net';

let scene: FirefoxScene;
let silent: Server;

describeWith(['firefox'], 'A script in a page that still loads', () => {
  beforeAll(async () => {
    silent = createServer(() => {});
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    scene = await openFirefoxScene(
      () => ({
        '/': '<title>Shop</title>',
        '/slow': `<title>Slow</title><p>Before</p><script src="http://127.0.0.1:${port}/"></script><p>Behind</p>`,
      }),
      () => ({}),
      ['browser:script'],
    );
  });
  afterAll(async () => {
    await scene?.close();
    silent?.closeAllConnections();
    silent?.close();
  });

  test('runs before that has ended.', async () => {
    const tabId = await scene.open(scene.claude, `${scene.shop.origin}/`);
    const run = (text: string) => scene.said(tabId, 'javascript_tool', { text, timeout: 5 });
    await run('setTimeout(() => location.assign("/slow")), 1');
    await until(async () => (await scene.said(tabId, 'get_page_text')).includes('Before'), 'the page has begun');
    expect(await run('[document.readyState, document.querySelectorAll("p").length]')).toBe('["loading",1]');
  });
});
