// "Allow access to file URLs", which Chromium's user sets while the companion runs: Chromium loads it anew, and it is back each time.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { describeWith } from '../support/provided.ts';
import { openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';
import type { Page } from 'playwright';

let pages: PagesInBrowser;

/** What Chromium's own page for extensions may do (`developerPrivate`), as far as it goes. */
interface Extensions {
  readonly developerPrivate: {
    updateProfileConfiguration(change: { inDeveloperMode: boolean }): Promise<void>;
    updateExtensionConfiguration(change: { extensionId: string; fileAccess: boolean }): Promise<void>;
  };
}

async function openExtensions(): Promise<Page> {
  const page = await pages.context!.newPage();
  await page.goto('chrome://extensions/');
  return page;
}

async function letIntoFiles(page: Page, fileAccess: boolean): Promise<void> {
  await page.evaluate(
    change => (chrome as unknown as Extensions).developerPrivate.updateExtensionConfiguration(change),
    { extensionId: extensionIds.chromium, fileAccess },
  );
}

describeWith(['chromium'], 'access to files', () => {
  beforeAll(async () => {
    pages = await openPagesInBrowser('chromium');
    await pages.panel.request('sites:rules', { change: { files: true } });
  });
  afterAll(() => pages?.close());

  test('Taken away and given again while the companion runs, it holds for the next page, and the companion is back.', async () => {
    const file = join(pages.scene.place.folder, 'page.html');
    await writeFile(
      file,
      `<!doctype html><title>File</title><script>document.title = String('agent' in window);</script>`,
    );
    const extensions = await openExtensions();
    // Without it Chromium switches off what was loaded from a folder as soon as it is loaded anew.
    await extensions.evaluate(() =>
      (chrome as unknown as Extensions).developerPrivate.updateProfileConfiguration({ inDeveloperMode: true }),
    );
    for (const isLet of [false, true]) {
      const { state } = pages.panel.snapshot.browsers[pages.browserId]!;
      expect(state.kind).toBe('connected');
      const left = pages.panel.waitFor(
        ({ browsers }) => browsers[pages.browserId]?.state.kind !== 'connected',
        'it is loaded anew',
      );
      await letIntoFiles(extensions, isLet);
      await left;
      await pages.panel.waitFor(({ browsers }) => browsers[pages.browserId]?.state.kind === 'connected', 'it is back');
      await expect
        .poll(async () => {
          await pages.goTo(`file://${file}`);
          return pages.read('document.title');
        })
        .toBe(String(isLet));
    }
  });
});
