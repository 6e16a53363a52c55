// The screen of the doctor beside a real hub: profiles of a browser on the disk are broken and repaired from it, by click and by key.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { look } from '../support/look.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { type DoctorScene, openDoctorScene, rungIn } from './doctor-scene.ts';

let scene: DoctorScene;
let chromium = '';
let manifest = '';
let written = '';

const manifestQuestion = 'The manifest that the browser takes';
const rows = () => scene.page.locator('tbody.rung');
const row = (question: string) => rows().filter({ hasText: question });
const tabs = () => scene.page.getByRole('tab');
/** The one that is open, by its question; null while none is. */
const opened = () => scene.page.locator('tbody.rung.open .rung-question .strong').allTextContents();

/** A profile on the disk, with or without the companion. */
function writeProfile(folder: string, hasExtension: boolean): void {
  const path = join(repositoryRoot, 'dist/extension/chromium');
  const settings = hasExtension ? { [extensionIds.chromium]: { path, location: 4 } } : {};
  mkdirSync(join(chromium, folder), { recursive: true });
  writeFileSync(join(chromium, folder, 'Preferences'), JSON.stringify({ extensions: { settings } }));
}

function nameProfiles(names: Readonly<Record<string, string>>): void {
  const cache = Object.fromEntries(Object.entries(names).map(([folder, name]) => [folder, { name }]));
  writeFileSync(join(chromium, 'Local State'), JSON.stringify({ profile: { info_cache: cache } }));
}

function breakManifest(): void {
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(written), path: '/gone/relay' }, null, 2));
}

async function checkAgain(
  press = () => scene.page.getByRole('button', { name: 'Check again' }).click(),
): Promise<void> {
  const before = await scene.page.locator('.earlier-runs li').count();
  await press();
  await expect.poll(() => scene.page.locator('.earlier-runs li').count()).toBe(before + 1);
  await scene.page.getByText(/^(ran at|All \d+ fine)/).waitFor();
}

describeWith(['chromium'], 'the screen of the doctor', () => {
  beforeAll(async () => {
    scene = await openDoctorScene();
    const { folder } = scene.place;
    chromium = join(folder, '.config/chromium');
    manifest = join(chromium, 'NativeMessagingHosts/dev.pilothouse.relay.json');
    writeProfile('Default', true);
    writeProfile('Profile 1', false);
    nameProfiles({ Default: 'Work', 'Profile 1': 'Home' });
    writeFileSync(join(chromium, 'Last Version'), '156.0.7204.0');
    // This process stands for the browser.
    symlinkSync(`here-${process.pid}`, join(chromium, 'SingletonLock'));
    await scene.place.run(['browsers', 'install', '--browser', 'chromium']);
    written = readFileSync(manifest, 'utf8');
    await scene.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await scene.panel.go('Doctor');
    await scene.page.getByText(/^ran at/).waitFor();
  });

  afterAll(() => scene?.end());

  test('each profile has its tab with its own shape, the worst first', async () => {
    expect(await tabs().allTextContents()).toEqual(['Chromium, Home', 'Chromium, Work', 'Firefox']);
    expect(await opened()).toEqual(['The extension is present']);
    await tabs().nth(1).click();
    await expect.poll(opened).toEqual(['The extension says hello']);
    expect(await look(scene.page, 'doctor-two-profiles')).toEqual([]);
  });

  test('R repairs the first failing step: the file is again as Connect wrote it, byte for byte', async () => {
    const { page } = scene;
    breakManifest();
    await checkAgain(() => page.keyboard.press('F5'));
    await expect.poll(opened).toEqual([manifestQuestion]);
    await row(manifestQuestion).getByText('"path": "/gone/relay"').waitFor();
    expect(await look(page, 'doctor-broken-manifest')).toEqual([]);
    await checkAgain(() => page.keyboard.press('r'));
    await row(manifestQuestion).getByText(/fine$/).waitFor({ state: 'attached' });
    expect(readFileSync(manifest, 'utf8')).toBe(written);
  });

  test('a repair that fails leaves the step broken, with the reason of the system', async () => {
    const { page } = scene;
    breakManifest();
    await checkAgain();
    // After the look something else took the place of the folder.
    rmSync(dirname(manifest), { recursive: true });
    writeFileSync(dirname(manifest), '');
    await page.keyboard.press('r');
    await row(manifestQuestion).getByText('is a file, not a folder').waitFor();
    await row(manifestQuestion)
      .getByText(/broken$/)
      .waitFor({ state: 'attached' });
    expect(await look(page, 'doctor-repair-failed')).toEqual([]);
    rmSync(dirname(manifest));
    await scene.place.run(['browsers', 'repair', '--browser', 'chromium']);
    expect(readFileSync(manifest, 'utf8')).toBe(written);
    await checkAgain();
  });

  test('what is copied is what is shown, and it names neither home nor user', async () => {
    const { page, place } = scene;
    const shown = page.locator('pre.diagnostics');
    await expect.poll(() => shown.textContent()).toMatch(/^Pilothouse /);
    const text = await shown.innerText();
    await page.keyboard.press('c');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.trim()).toBe(text.trim());
    expect(copied).not.toContain(place.folder);
    expect(copied).toContain('~');
  });

  test('arrows go through the steps and open them, Enter closes and opens the one in focus', async () => {
    const { page } = scene;
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Home');
    await expect.poll(opened).toEqual(['The data home can be written']);
    await page.keyboard.press('ArrowDown');
    await expect.poll(opened).toEqual(['One hub holds the lock']);
    await page.keyboard.press('ArrowUp');
    await expect.poll(opened).toEqual(['The data home can be written']);
    const first = rows().first().getByRole('button').first();
    await first.focus();
    await page.keyboard.press('Enter');
    await expect.poll(opened).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(opened).toEqual(['The data home can be written']);
  });

  test('while it runs the steps fill in one by one and no row moves', async () => {
    const { page } = scene;
    await page.keyboard.press('Escape');
    await expect.poll(opened).toEqual([]);
    await page.evaluate(watchRows);
    await checkAgain();
    const seen = await page.evaluate(() => (globalThis as unknown as { seenRows: [string, string][] }).seenRows);
    expect(new Set(seen.map(([places]) => places)).size).toBe(1);
    const done = seen.map(([, states]) => states.split(' ').filter(state => !/queued|running/.test(state)).length);
    expect(done).toEqual(done.toSorted((one, other) => one - other));
    expect(done[0]).toBeLessThan(14);
    expect(done.at(-1)).toBe(14);
  });

  test('one browser alone is looked at when the command line names it', async () => {
    mkdirSync(join(scene.place.folder, '.mozilla/firefox/ana.default'), { recursive: true });
    writeFileSync(
      join(scene.place.folder, '.mozilla/firefox/profiles.ini'),
      '[Profile0]\nName=ana\nIsRelative=1\nPath=ana.default\n',
    );
    const alone = await scene.doctor('firefox', ['--browser', 'firefox']);
    expect(alone.run.ladders.map(({ id }) => id)).toEqual(['firefox/ana.default']);
    const all = await scene.doctor('chromium');
    expect(all.run.ladders.map(({ browserId }) => browserId).toSorted()).toEqual(['chromium', 'chromium', 'firefox']);
  });

  test('without a hub the first steps say so, and need nothing of the panel', async () => {
    await scene.page.goto('about:blank');
    await scene.stopHub();
    const { ladder, run, code } = await scene.doctor('chromium');
    expect([run.by, code]).toEqual(['program', 1]);
    expect(rungIn(ladder, 'home').evidence).toContainEqual({ kind: 'doctor-by-program' });
    expect(rungIn(ladder, 'lock').evidence[0]?.kind).toBe('doctor-no-hub');
  });

  test('nothing of it troubled the page', () => expect(scene.panel.troubles).toEqual([]));
});

/** In the page: at each change of the steps where every row lies and how it stands, for as long as the page lives. */
function watchRows(): void {
  const seen: [string, string][] = [];
  const note = () => {
    const all = [...document.querySelectorAll<HTMLElement>('tbody.rung')];
    const states = all.map(row => row.className.replace(/rung|open/g, '').trim()).join(' ');
    if (!/queued|running/.test(states) && seen.length === 0) return;
    if (seen.at(-1)?.[1] !== states) seen.push([all.map(row => row.offsetTop).join(' '), states]);
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  (globalThis as unknown as { seenRows: unknown }).seenRows = seen;
}
