// A double click on a bundle in the desktop app, started by it or running already, and paths that the dialog of the system picks.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packSmall } from '../support/bundles/official-tool.ts';
import {
  type AppPlace,
  electronEnv,
  electronSwitches,
  firstWindow,
  openAppPlace,
  type StartedApp,
  startApp,
} from '../support/electron.ts';
import { look } from '../support/look.ts';
import { describeWith, providedPath, repositoryRoot } from '../support/provided.ts';
import type { Page } from 'playwright';

describeWith(['electron', 'display'], 'bundles and paths in the desktop app', () => {
  let place: AppPlace;
  let started: StartedApp;
  let window: Page;
  let file = '';

  beforeAll(async () => {
    place = await openAppPlace();
    file = await packSmall(place.folder);
    // As a shell or a file manager without addresses does it.
    started = await startApp(place, { args: [file] });
    window = await firstWindow(started.app);
  });

  afterAll(async () => {
    await started?.app.close();
    await place?.remove();
  });

  const sheet = () => window.getByRole('dialog', { name: 'Small server' });
  /** What the dialog of the system would answer; all on the way to it and back is the app's own. */
  const answerDialog = (picked: string | null) =>
    started.app.evaluate(({ dialog }, chosen) => {
      const asked: unknown[] = [];
      Reflect.set(globalThis, 'askedOfDialog', asked);
      dialog.showOpenDialog = (...args: unknown[]) => {
        asked.push(args.at(-1));
        return Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] });
      };
    }, picked);
  const askedOfDialog = () => started.app.evaluate(() => Reflect.get(globalThis, 'askedOfDialog') as object[]);

  test('started by a double click it opens the sheet of the bundle', async () => {
    await sheet().getByText('not signed: anybody may have made it').waitFor();
    expect(await look(window, 'desktop-bundle')).toEqual([]);
  });

  test('a folder that its form asks for is picked by the dialog of the system, and none where it is dismissed', async () => {
    const folder = path.join(place.folder, 'sheets');
    fs.mkdirSync(folder);
    const field = sheet().getByRole('textbox', { name: 'Folders', exact: true });
    await answerDialog(folder);
    await sheet().getByRole('button', { name: 'Choose', exact: true }).click();
    await expect.poll(() => field.inputValue()).toBe(folder);
    expect(await askedOfDialog()).toMatchObject([{ properties: expect.arrayContaining(['openDirectory']) }]);
    await answerDialog(null);
    await sheet().getByRole('button', { name: 'Choose', exact: true }).click();
    await expect.poll(askedOfDialog).toHaveLength(1);
    expect(await field.inputValue()).toBe(folder);
    await window.keyboard.press('Escape');
    await sheet().waitFor({ state: 'detached' });
  });

  test('a source that is a file is picked, and one that is a folder too', async () => {
    const list = path.join(place.folder, 'servers.json');
    await window.locator('body').press('o');
    const pane = window.getByRole('region', { name: 'Sources' });
    await pane.getByRole('button', { name: 'Add a source' }).click();
    await pane.getByRole('radio', { name: 'File or folder' }).click();
    const field = pane.getByRole('textbox', { name: 'Path', exact: true });
    await answerDialog(list);
    await pane.getByRole('button', { name: 'Choose a file' }).click();
    await expect.poll(() => field.inputValue()).toBe(list);
    expect(await askedOfDialog()).toMatchObject([{ properties: expect.arrayContaining(['openFile']) }]);
    await answerDialog(place.folder);
    await pane.getByRole('button', { name: 'Choose a folder' }).click();
    await expect.poll(() => field.inputValue()).toBe(place.folder);
    expect(await askedOfDialog()).toMatchObject([{ properties: expect.arrayContaining(['openDirectory']) }]);
    expect(await look(window, 'desktop-source')).toEqual([]);
    await pane.getByRole('button', { name: 'Cancel' }).click();
  });

  test('a double click while it runs hands the bundle to the one that runs, and ends', async () => {
    const args = [...electronSwitches(), repositoryRoot, `--home=${place.home}`, '--mcp-port=0', file];
    const second = spawn(providedPath('electron'), args, {
      env: electronEnv(place.folder, place.display.name),
      stdio: 'ignore',
    });
    const code = await new Promise(resolve => second.once('exit', resolve));
    expect(code).toBe(0);
    await sheet().getByText('not signed: anybody may have made it').waitFor();
    expect(started.app.windows()).toHaveLength(1);
  });
});
