// The window with what the address bar answered, in a real Chromium: what was chosen to be copied is in the clipboard. And what the keyword costs at install.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { companionWorker, launchChromium } from '../support/chromium.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { createTempHome } from '../support/temp-home.ts';
import type { BrowserContext } from 'playwright';

const home = createTempHome();
const extensionDir = join(repositoryRoot, 'dist/extension/chromium');
let context: BrowserContext;

describeWith(['chromium'], 'the answer of the address bar', () => {
  beforeAll(async () => {
    context = await launchChromium({ extensionDir, userDataDir: join(home.folder, 'profile'), env: home.env });
  });
  afterAll(async () => {
    await context?.close();
    home.remove();
  });

  test('A text that was chosen to be copied is copied, or by one click of its button, and is shown as text.', async () => {
    const worker = await companionWorker(context);
    const text = `Copied <b>as it is</b> ${Date.now()}`;
    await worker.evaluate(([key, answer]) => chrome.storage.session.set({ [key as string]: answer }), [
      'omnibox answer one',
      { kind: 'copy', text },
    ] as const);
    const page = await context.newPage();
    await page.goto(`chrome-extension://${extensionIds.chromium}/omnibox-answer.html#one`);
    const [done, button] = [page.locator('#done'), page.locator('#copy')];
    expect(await page.locator('#text').textContent()).toBe(text);
    if ((await done.textContent()) === '') await button.click();
    await expect.poll(() => done.textContent()).not.toBe('');
    const paste = await context.newPage();
    await paste.setContent('<textarea autofocus></textarea>');
    await paste.locator('textarea').focus();
    await paste.keyboard.press('Control+V');
    expect(await paste.locator('textarea').inputValue()).toBe(text);
  });

  test('Searching by the usual search engine adds no warning to those that a browser shows at install.', async () => {
    const worker = await companionWorker(context);
    const manifest = JSON.parse(await readFile(join(extensionDir, 'manifest.json'), 'utf8')) as {
      permissions: string[];
    };
    const warnings = (permissions: readonly string[]) =>
      worker.evaluate(
        text => chrome.management.getPermissionWarningsByManifest(text),
        JSON.stringify({ ...manifest, default_locale: undefined, description: 'x', permissions }),
      );
    const all = await warnings(manifest.permissions);
    expect(all.length).toBeGreaterThan(0);
    expect(manifest.permissions).toContain('search');
    expect(await warnings(manifest.permissions.filter(name => name !== 'search'))).toEqual(all);
    expect(await warnings(['search'])).toEqual(await warnings([]));
  });
});
