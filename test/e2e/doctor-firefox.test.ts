// The doctor beside a real Firefox in its own place: a temporary add-on is to be looked at, an installed one makes all steps fine.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { writeXpi } from '../../resources/packaging/xpi.mjs';
import { type Firefox, launchFirefox } from '../support/firefox.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { type DoctorScene, notGreen, openDoctorScene, rungIn } from './doctor-scene.ts';

let scene: DoctorScene;
let firefox: Firefox | null = null;

const fallen = async () => notGreen((await scene.doctor('firefox')).ladder);

describeWith(['chromium', 'firefox'], 'the doctor beside Firefox', () => {
  beforeAll(async () => {
    const build = ['build.mjs', '--if-stale', 'extension'];
    await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
    scene = await openDoctorScene();
    const { folder, env } = scene.place;
    const data = join(folder, '.mozilla/firefox');
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'profiles.ini'), '[Profile0]\nName=default\nIsRelative=1\nPath=ana.default\n');
    await scene.place.run(['browsers', 'install', '--browser', 'firefox']);
    firefox = await launchFirefox({ profile: join(data, 'ana.default'), env });
    await firefox.loadCompanion();
  });

  afterAll(async () => {
    await firefox?.close();
    await scene?.end();
  });

  test('a temporary add-on waits, and is said to be there until Firefox ends', async () => {
    await expect
      .poll(fallen)
      .toEqual(['extension amber doctor-extension-for-now', 'hello amber doctor-hello-waits', 'page waits hello']);
    await scene.connectAgreesWith((await scene.doctor('firefox')).ladder, {
      Browser: ['proven', 'Firefox started our relay.'],
    });
  });

  test('let in from the panel, with a page open, 13 steps are fine and the add-on alone is to be looked at', async () => {
    const { page, panel, url } = scene;
    await panel.go('Doctor');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('tab', { name: 'Firefox' }).click();
    await page.getByRole('button', { name: 'Approve: The extension says hello' }).click();
    await firefox!.remote.goTo(url);
    await expect.poll(fallen).toEqual(['extension amber doctor-extension-for-now']);
    const { ladder, code } = await scene.doctor('firefox');
    expect(code).toBe(0);
    expect(rungIn(ladder, 'extension').evidence).toMatchObject([{}, { kind: 'doctor-extension-by-hello' }]);
    await scene.connectAgreesWith(ladder, { 'Answer from a page': ['proven', /^find was answered at/] });
  });

  test('when Firefox is closed its steps fall, and both name the last answer', async () => {
    await firefox!.close();
    firefox = null;
    await expect
      .poll(fallen)
      .toEqual([
        'browser red doctor-browser-closed',
        'extension red doctor-extension-none',
        'version waits extension',
        'hello untried doctor-hello-before',
        'page waits hello',
      ]);
    await scene.connectAgreesWith((await scene.doctor('firefox')).ladder, {
      Browser: ['not tried', 'Firefox is closed.'],
      'Answer from a page': ['not tried', /^Last one at \d\d:\d\d\. None since\.$/],
    });
  });

  test('with the packed add-on, installed for good, all 14 are fine', async () => {
    const { place, url } = scene;
    const file = join(place.folder, 'companion.xpi');
    await writeXpi(join(repositoryRoot, 'dist/extension/firefox'), file);
    // As Firefox ESR lets its user have it: no test signs an add-on.
    const preferences = { 'xpinstall.signatures.required': false };
    firefox = await launchFirefox({
      profile: join(place.folder, '.mozilla/firefox/ana.default'),
      env: place.env,
      preferences,
    });
    expect(await firefox.remote.install(file)).toBe(extensionIds.firefox);
    // The profile has kept its key, so that it is not asked for again.
    await firefox.remote.goTo(url);
    await expect.poll(fallen).toEqual([]);
    const { ladder } = await scene.doctor('firefox');
    expect([ladder.rungs.length, rungIn(ladder, 'extension').evidence]).toMatchObject([
      14,
      [{ kind: 'doctor-extension-there' }],
    ]);
    await scene.connectAgreesWith(ladder);
  });

  test('nothing of it troubled the page', () => expect(scene.panel.troubles).toEqual([]));
});
