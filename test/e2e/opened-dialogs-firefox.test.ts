// Dialogs in tabs that pages open, in a real Firefox, which lets no extension see or answer them: they keep no call from its answer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { type FirefoxScene, openFirefoxScene } from './firefox-scene.ts';

const pages = {
  '/front': '<!doctype html><title>Front</title>front',
  '/greets': '<!doctype html><title>Greets</title><p>before</p><script>alert("Welcome")</script><p>after',
  '/link': `<!doctype html><title>Opens</title><a href="/greets" target="_blank">Go</a>`,
  '/window': `<!doctype html><title>Opens</title><button onclick="window.open('/greets')">Go</button>`,
};

let scene: FirefoxScene;

describeWith(['firefox'], 'In Firefox, a page that greets with a dialog', () => {
  beforeAll(async () => {
    scene = await openFirefoxScene(
      () => pages,
      () => ({}),
    );
  }, 90_000);
  afterAll(() => scene?.close());

  test.each(['/link', '/window'])('is read as far as it came and left again, where %s opened it', async path => {
    const tabId = await scene.open(scene.claude, scene.shop.origin + path);
    const clicked = await scene.said(tabId, 'computer', { action: 'left_click', selector: 'a, button' });
    const greeting = Number(/opened tab (\d+)/.exec(clicked)?.[1]);
    expect(await scene.said(tabId, 'read_page')).toContain('"Go"');
    await expect.poll(() => scene.said(greeting, 'read_page')).toContain('before');
    expect(await scene.said(greeting, 'read_page')).not.toContain('after');
    await scene.said(greeting, 'navigate', { url: `${scene.shop.origin}/front` });
    expect(await scene.said(greeting, 'read_page')).toContain('front');
  });
});
