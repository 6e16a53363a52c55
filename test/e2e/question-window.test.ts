// A page asks and nobody looks at the panel: the window beside it opens by itself, its user answers there, and the page has what it asked for.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScene } from '../integration/gateway/scene.ts';
import { openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';

let scene: PagesInBrowser;
beforeAll(async () => {
  scene = await openPagesInBrowser('chromium');
});
afterAll(() => scene.close());

test('x', async () => {
  const asked = scene.run(
    `return await agent.requestPermissions({ scopes: ['model:prompt', 'browser:activeTab.read', 'mcp:tools.call'], reason: 'Let our assistant find the best plan for you. It reads your last invoices and applies the coupon.' })`,
  );
  const context = scene.context!;
  const window = await context.waitForEvent('page', { predicate: page => page.url().includes('site-prompt') });
  window.on('console', m => console.log('C', m.text()));
  window.on('pageerror', e => console.log('E', e.stack));
  await window.waitForTimeout(500);
  await window.waitForSelector('.gob', { timeout: 3000 });
  await window.setViewportSize({ width: 480, height: 640 });
  await window.waitForTimeout(800);
  await window.screenshot({ path: '/tmp/side-prompt-light.png' });
  await window.emulateMedia({ colorScheme: 'dark' });
  await window.screenshot({ path: '/tmp/side-prompt-dark.png' });
  console.log(
    await window.evaluate('JSON.stringify([innerWidth, innerHeight, outerWidth, outerHeight, document.hasFocus()])'),
  );
  await window.getByRole('button', { name: 'Allow' }).click();
  console.log(JSON.stringify(await asked), window.isClosed());
  console.log(
    ((await scene.panel.request('audit:query', { filter: {}, count: 3 } as never)) as any).entries.map((e: any) => [
      e.what,
      e.where,
      e.changedBy,
    ]),
  );
}, 60_000);
