// How the hub says that real browsers stand: closed, without their companion, waiting, connected, closed again; and how it starts one.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type HubPlace, openPlace } from '../support/hub-process.ts';
import { type PanelClient, until } from '../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { startDisplay, type VirtualDisplay } from '../support/xvfb.ts';
import type { BrowserContext } from 'playwright';
import type { MachineBrowser } from '../../contract/schemas/browsers.ts';

let place: HubPlace;
let panel: PanelClient;
let display: VirtualDisplay;
let running: BrowserContext | null = null;

async function rowOf(id: string): Promise<MachineBrowser> {
  const { browsers } = await panel.request('browsers:list', {});
  return browsers.find(({ browserId }) => browserId === id)!;
}

const truthOf = async (id: string) => (await rowOf(id)).truth.kind;

async function launch(extension: boolean): Promise<void> {
  const extensionDir = join(repositoryRoot, 'dist/extension/chromium');
  const userDataDir = join(place.folder, '.config/chromium');
  running = await launchChromium(extension ? { userDataDir, extensionDir } : { userDataDir });
}

async function close(): Promise<void> {
  await running?.close();
  running = null;
}

describeWith(['chromium', 'firefox', 'display'], 'browsers of this machine', () => {
  beforeAll(async () => {
    const build = ['build.mjs', '--if-stale', 'extension'];
    await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
    display = await startDisplay();
    place = openPlace();
    panel = await place.panel(
      await place.serve([], { env: { DISPLAY: display.name, CHROMIUM_FLAGS: '--no-sandbox' } }),
    );
  });

  afterAll(async () => {
    await close();
    await place?.end();
    await display?.stop();
  });

  test('Chromium that is switched on and never heard from: runs without its companion, then is closed', async () => {
    await launch(false);
    await panel.request('manifests:install', { browserId: 'chromium' });
    await until(
      async () => (await truthOf('chromium')) === 'no-extension',
      'Chromium is seen to run without the companion',
    );
    const { running: runs, version, profiles } = await rowOf('chromium');
    expect([runs.kind, version, profiles.kind]).toEqual(['yes', expect.stringMatching(/^\d+\.[\d.]+$/), 'known']);
    await close();
    await until(async () => (await truthOf('chromium')) === 'closed', 'Chromium is seen to be closed');
  });

  test('with its companion it waits with a code, is connected once it is approved, and its relay is seen to run', async () => {
    await launch(true);
    await until(async () => (await truthOf('chromium')) === 'waits', 'the companion waits for approval');
    const [known] = (await rowOf('chromium')).extensions;
    await panel.request('browsers:approve', { browserId: known!.browserId });
    await until(async () => (await truthOf('chromium')) === 'connected', 'the companion is connected');
    const { answers } = await panel.request('browsers:who-answers', { browserId: 'chromium' });
    const ours = answers.find(({ host }) => host === 'pilothouse')!;
    expect([ours.answer.kind, ours.claims[0]?.programState.kind, ours.claims[0]?.verdict.kind]).toEqual([
      'pilothouse',
      'runs',
      'taken',
    ]);
  });

  test('does not open its page of extensions for other programs, and the hub says so', async () => {
    const answer = await panel.request('browsers:open-extensions', { browserId: 'chromium' });
    expect([answer, (await rowOf('chromium')).opensPage]).toEqual([
      { isOpen: false, address: 'chrome://extensions' },
      false,
    ]);
  });

  test('closed again it is told apart from one that never had a companion', async () => {
    await close();
    await until(async () => (await truthOf('chromium')) === 'closed', 'Chromium is seen to be closed');
    const { extensions } = await rowOf('chromium');
    expect(extensions).toMatchObject([{ state: 'away', isOld: false, seenAt: expect.any(Number) }]);
  });

  test('Firefox is started on the page on which add-ons are loaded', async () => {
    const answer = await panel.request('browsers:open-extensions', { browserId: 'firefox' });
    expect(answer).toEqual({ isOpen: true, address: 'about:debugging#/runtime/this-firefox' });
    const pid = () => place.processes().find(id => commandLine(id).includes('about:debugging#/runtime/this-firefox'));
    await until(() => pid() !== undefined, 'Firefox runs');
    await until(async () => (await rowOf('firefox')).running.kind === 'yes', 'Firefox is seen to run');
    await until(() => endAll(), 'Firefox has ended');
  });
});

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Only what was started in this place: its browser, not its hub. */
function endAll(): boolean {
  const browsers = place.processes().filter(pid => /firefox/.test(commandLine(pid)[0] ?? ''));
  for (const pid of browsers) process.kill(pid, 'SIGTERM');
  return browsers.length === 0;
}
