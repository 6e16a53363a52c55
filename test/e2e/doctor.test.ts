// The doctor beside a real Chromium: each of its steps is taken, those that fall are the ones that fell, and Connect says the same.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { look } from '../support/look.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { type DoctorScene, notGreen, openDoctorScene, provenAt, rungIn } from './doctor-scene.ts';
import type { BrowserContext } from 'playwright';

let scene: DoctorScene;
let browser: BrowserContext | null = null;
let answeredAt = 0;

async function launch(extension: boolean): Promise<BrowserContext> {
  const userDataDir = join(scene.place.folder, '.config/chromium');
  const extensionDir = join(repositoryRoot, 'dist/extension/chromium');
  browser = await launchChromium(extension ? { userDataDir, extensionDir } : { userDataDir });
  return browser;
}

async function close(): Promise<void> {
  await browser?.close();
  browser = null;
}

/** As Connect writes it. */
const minute = (at: number) => new Date(at).toTimeString().slice(0, 5);
const rowOf = (question: string) => scene.page.locator('tbody.rung').filter({ hasText: question });
const fallen = async () => notGreen((await scene.doctor('chromium')).ladder);

describeWith(['chromium'], 'the doctor beside Chromium', () => {
  beforeAll(async () => {
    const build = ['build.mjs', '--if-stale', 'extension'];
    await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
    scene = await openDoctorScene();
  });

  afterAll(async () => {
    await close();
    await scene?.end();
  });

  test('a browser that runs with our manifest and without the extension has proved nothing beyond itself', async () => {
    await launch(false);
    await scene.place.run(['browsers', 'install', '--browser', 'chromium']);
    await expect
      .poll(fallen)
      .toEqual([
        'extension red doctor-extension-none',
        'version waits extension',
        'hello waits extension',
        'page waits hello',
      ]);
    const { ladder, code } = await scene.doctor('chromium');
    expect(code).toBe(1);
    await scene.connectAgreesWith(ladder, {
      Browser: ['not tried', 'Chromium runs. Its extension has not started our relay yet.'],
      Extension: ['not tried', 'Load the folder into Chromium.'],
    });
    await close();
  });

  test('an extension that waits is told with its code, and no shell lets it in', async () => {
    await launch(true);
    await expect.poll(fallen).toEqual(['hello amber doctor-hello-waits', 'page waits hello']);
    const { ladder } = await scene.doctor('chromium', ['--fix']);
    expect(rungIn(ladder, 'hello')).toMatchObject({ state: { kind: 'amber' }, repair: { id: 'approve-browser' } });
    // No file of the browser lists an extension that its command line names.
    expect(rungIn(ladder, 'extension').evidence).toMatchObject([{ kind: 'doctor-extension-by-hello' }]);
    await scene.connectAgreesWith(ladder, {
      Browser: ['proven', 'Chromium started our relay.'],
      Extension: ['not tried', /wants to connect/],
    });
  });

  test('the repair in the panel lets it in, and the step is green', async () => {
    const { page, panel } = scene;
    await panel.go('Doctor');
    await page.getByRole('button', { name: 'Check again' }).click();
    const row = rowOf('The extension says hello');
    await row.getByRole('button', { name: 'Approve: The extension says hello' }).click();
    await row.getByText(/fine$/).waitFor({ state: 'attached' });
    await expect.poll(fallen).toEqual(['page untried doctor-page-none']);
    const { ladder } = await scene.doctor('chromium');
    expect(provenAt(ladder, 'page')).toBeNull();
    await scene.connectAgreesWith(ladder, {
      Extension: ['proven', /in Chromium\.$/],
      'Answer from a page': ['waits', 'It waits for an agent that is connected.'],
    });
  });

  test('with a page open all 14 are fine, in the shell and in the panel, and the page is none the wiser', async () => {
    const { page, panel } = scene;
    const shown = await browser!.newPage();
    await shown.goto(scene.url);
    const before = await shown.content();
    await expect.poll(fallen).toEqual([]);
    const { ladder, code, run } = await scene.doctor('chromium');
    expect([ladder.rungs.length, code, run.by]).toEqual([14, 0, 'hub']);
    expect([await shown.content(), shown.url()]).toEqual([before, scene.url]);
    answeredAt = Date.now();
    await panel.go('Doctor');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText(/^All 14 fine in \d/).waitFor();
    expect(await look(page, 'doctor-all-fine')).toEqual([]);
    await scene.connectAgreesWith(ladder, {
      'Answer from a page': ['proven', /^find was answered at \d\d:\d\d\.$/],
    });
  });

  test('without a page nothing is tried, and both name the last answer', async () => {
    for (const each of browser!.pages()) if (each.url() === scene.url) await each.close();
    await expect.poll(fallen).toEqual(['page untried doctor-page-none']);
    const { ladder, code } = await scene.doctor('chromium');
    expect(code).toBe(0);
    const at = minute(provenAt(ladder, 'page') ?? 0);
    await scene.connectAgreesWith(ladder, {
      'Answer from a page': ['not tried', `Last one at ${at}. No page is open now.`],
    });
  });

  test('when the browser is closed exactly its steps fall, each with when it worked last', async () => {
    await close();
    const gone = [
      'browser red doctor-browser-closed',
      'extension red doctor-extension-none',
      'version waits extension',
    ];
    await expect.poll(fallen).toEqual([...gone, 'hello untried doctor-hello-before', 'page waits hello']);
    const { ladder, code } = await scene.doctor('chromium');
    expect(code).toBe(1);
    const [heard, answered] = [provenAt(ladder, 'hello') ?? 0, provenAt(ladder, 'page') ?? 0];
    expect(Math.abs(answered - answeredAt)).toBeLessThan(120_000);
    await scene.connectAgreesWith(ladder, {
      Browser: ['not tried', 'Chromium is closed.'],
      Extension: ['waits', new RegExp(`^Last heard at ${minute(heard)}\\.`)],
      'Answer from a page': ['not tried', `Last one at ${minute(answered)}. None since.`],
    });
    expect(await look(scene.page, 'connect-browser-closed')).toEqual([]);
  });

  test('another hub on the same home knows the same times', async () => {
    const before = (await scene.doctor('chromium')).ladder;
    await scene.restartHub();
    const { ladder } = await scene.doctor('chromium');
    expect(notGreen(ladder)).toEqual(notGreen(before));
    expect(provenAt(ladder, 'page')).toBe(provenAt(before, 'page'));
    expect(Math.abs((provenAt(ladder, 'hello') ?? 0) - (provenAt(before, 'hello') ?? 0))).toBeLessThan(10_000);
    await scene.connectAgreesWith(ladder, {
      'Answer from a page': ['not tried', `Last one at ${minute(provenAt(ladder, 'page') ?? 0)}. None since.`],
    });
  });

  test('what was answered before the browser came back is no proof of it now', async () => {
    const shown = await (await launch(true)).newPage();
    await expect.poll(fallen).toEqual(['page untried doctor-page-none']);
    const { ladder } = await scene.doctor('chromium');
    expect(provenAt(ladder, 'page')).not.toBeNull();
    await scene.connectAgreesWith(ladder, {
      'Answer from a page': ['not tried', /^Last one at \d\d:\d\d\. None since\.$/],
    });
    await shown.goto(scene.url);
    await expect.poll(fallen).toEqual([]);
    await scene.connectAgreesWith((await scene.doctor('chromium')).ladder);
  });

  test('forgotten and denied, the step of the hello says so, and so does Connect', async () => {
    const { page, panel } = scene;
    await panel.go('Connect');
    await page.getByRole('button', { name: 'Forget Chromium' }).click();
    const deny = page.getByRole('button', { name: /^Deny/ });
    await deny.first().and(page.locator('[aria-disabled=false], :not([aria-disabled])')).click();
    await expect.poll(fallen).toEqual(['hello red doctor-hello-denied', 'page waits hello']);
    const { ladder, code } = await scene.doctor('chromium');
    expect([code, provenAt(ladder, 'page')]).toEqual([1, null]);
    await scene.connectAgreesWith(ladder, { Extension: ['broken', /was denied/] });
  });

  test('nothing of it troubled the page', () => expect(scene.panel.troubles).toEqual([]));
});
