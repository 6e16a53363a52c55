import { afterAll, beforeAll, test } from 'vitest';
import { openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';

let scene: PagesInBrowser;
beforeAll(async () => {
  scene = await openPagesInBrowser('chromium');
}, 60000);
afterAll(() => scene.close());
test('x', async () => {
  const context = scene.context!;
  const asked = scene.run(
    `return await agent.requestPermissions({ scopes: ['model:prompt', 'browser:activeTab.read', 'mcp:tools.list'], reason: 'Let our assistant find the best plan for you.' })`,
  );
  const window = await context.waitForEvent('page', { predicate: page => page.url().includes('site-prompt') });
  await window.getByRole('button', { name: 'Allow' }).click();
  await asked;
  const panel = await context.newPage();
  panel.on('console', m => console.log('C', m.text()));
  panel.on('pageerror', e => console.log('E', e.stack));
  await panel.goto(new URL('/side-panel.html', window.url()).href);
  await panel.setViewportSize({ width: 360, height: 800 });
  await panel.waitForSelector('.gl');
  await panel.emulateMedia({ colorScheme: 'dark' });
  await panel.getByRole('textbox', { name: 'Ask about this page' }).fill('Which of these are overdue?');
  await panel.waitForTimeout(700);
  await panel.screenshot({ path: '/tmp/side-1.png' });
  await panel.keyboard.press('Enter');
  await panel.waitForTimeout(3000);
  await panel.screenshot({ path: '/tmp/side-2.png' });
  console.log(JSON.stringify((scene.model as any).requests?.at?.(-1) ?? Object.keys(scene.model)).slice(0, 3000));
  await panel.getByRole('button', { name: 'Flags and tools' }).click();
  await panel.emulateMedia({ colorScheme: 'light' });
  const again = scene.run(
    `return await agent.requestPermissions({ scopes: ['browser:activeTab.interact', 'mcp:tools.call'], reason: 'Click for you.' })`,
  );
  await panel.waitForSelector('.page-asks');
  await panel.waitForTimeout(700);
  await panel.screenshot({ path: '/tmp/side-3.png' });
  console.log(context.pages().map(p => p.url()));
  await panel.getByRole('button', { name: 'Deny' }).click();
  console.log(JSON.stringify(await again));
}, 60_000);
