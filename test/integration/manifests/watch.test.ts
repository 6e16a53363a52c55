// Whatever decides who answers in a browser is watched, also where it does not exist yet: a change is told within two seconds.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MachineBrowsers } from '../../../electron/core/browsers/machine/machine-browsers.ts';
import { ManifestWatch } from '../../../electron/core/browsers/machine/manifest-watch.ts';
import { NamedFolders } from '../../../electron/core/browsers/machine/named-folders.ts';
import { installManifest, uninstallManifest } from '../../../native-host/manifests/installer.ts';
import { inEnglish } from '../../../words/english.ts';
import { until } from '../../support/panel-client.ts';
import { createTempMachine } from './temp-machine.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { TempMachine } from './temp-machine.ts';

/** From the change to the panel being told: what is promised on Connect. */
const promisedMs = 2_000;

const host = 'dev.pilothouse.relay';
const theirs = `{"name":"${host}","description":"Theirs","path":"/bin/true","type":"stdio"}`;

let machine: TempMachine;
let watch: ManifestWatch;
let told = 0;
/** Milliseconds of each timer that the watch has asked for; others of this process have theirs too. */
const asked: number[] = [];
const problems = new Map<string, Reason>();

async function begin(platform: NodeJS.Platform, browser: string): Promise<void> {
  // Nothing looks by itself from time to time: what is told here was watched.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  asked.length = 0;
  const wait = setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((act: () => void, ms = 0, ...args: []) => {
    if (new Error().stack?.includes('/browsers/machine/')) asked.push(ms);
    return wait(act, ms, ...args);
  });
  machine = await createTempMachine(platform);
  await machine.folder(browser);
  const settings = { get: () => Promise.resolve(null), set: () => Promise.resolve() };
  const browsers = new MachineBrowsers({
    manifests: machine.context,
    folders: await NamedFolders.load(settings),
    sightings: { get: () => undefined },
    listProcesses: () => Promise.resolve(null),
    known: () => [],
    companionVersion: '0.1.0',
    now: () => 0,
  });
  told = 0;
  problems.clear();
  watch = new ManifestWatch({
    context: () => browsers.context(),
    machine: browsers,
    problems: { report: (id, reason) => void problems.set(id, reason), solved: id => void problems.delete(id) },
    onChange: () => {
      told += 1;
    },
  });
  await watch.start();
}

afterEach(async () => {
  await watch.stop();
  await machine.end();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const home = (path: string) => join(machine.context.homeDir, path);
const system = (path: string) => join(machine.root, 'system', path);

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** How long the machine takes is its own affair; what the watch waits beside that, once or once more, stays within what is promised. */
async function isToldOf(change: () => Promise<unknown>, what: string): Promise<void> {
  const before = told;
  await change();
  await until(() => told > before, what);
  expect(asked).not.toEqual([]);
  expect(2 * Math.max(...asked)).toBeLessThan(promisedMs);
}

describe('on Linux', () => {
  beforeEach(() => begin('linux', '.config/chromium'));
  const own = `.config/chromium/NativeMessagingHosts/${host}.json`;

  it('a manifest of the user that comes, changes, is moved away, and comes again', async () => {
    await isToldOf(() => put(home(own), theirs), 'a manifest that came is seen');
    await isToldOf(() => put(home(own), '{"path":'), 'a manifest that changed is seen');
    await isToldOf(() => rename(home(own), home('elsewhere.json')), 'a manifest that went is seen');
    await isToldOf(() => rename(home('elsewhere.json'), home(own)), 'a manifest that came back is seen');
  });

  it('a folder of manifests that is removed and made anew', async () => {
    await put(home(own), theirs);
    await watch.look();
    await isToldOf(() => rm(dirname(home(own)), { recursive: true }), 'a folder that went is seen');
    await isToldOf(() => put(home(own), theirs), 'a folder that came back is seen');
  });

  it('a manifest for the whole machine, of which no folder existed, and its change', async () => {
    const place = system(`etc/chromium/native-messaging-hosts/${host}.json`);
    await isToldOf(() => put(place, theirs), 'a manifest of the machine is seen');
    await isToldOf(() => put(place, '{"path":'), 'its change is seen');
    await isToldOf(() => rm(system('etc'), { recursive: true }), 'its end is seen');
  });

  it('a policy in a folder that did not exist, and it is a problem of the browser that is on', async () => {
    await installManifest(machine.context, 'chromium');
    await watch.look();
    expect([...problems]).toEqual([]);
    const file = system('etc/chromium/policies/managed/any-name.json');
    await isToldOf(() => put(file, '{"NativeMessagingBlocklist":["*"]}'), 'a policy is seen');
    const [problem] = problems.values();
    expect(problem && inEnglish(problem)).toBe(
      `Pilothouse in Chromium does not reach Pilothouse any more: The policy in ${file} blocks native messaging hosts that match “*”`,
    );
    await isToldOf(() => rm(file), 'its end is seen');
    expect([...problems]).toEqual([]);
  });

  it('a policy of Firefox, which is one file', async () => {
    await machine.folder('.mozilla/firefox');
    await watch.look();
    const file = system('etc/firefox/policies/policies.json');
    await isToldOf(
      () => put(file, '{"policies":{"NativeMessagingUserLevelHosts":false}}'),
      'a policy of Firefox is seen',
    );
  });

  it('needs nobody who asks for it, and what changes nothing is not told', async () => {
    expect(await watch.lookAtRegistry()).toBeNull();
    const before = told;
    await put(home('.config/chromium/other.txt'), 'x');
    await watch.look();
    expect(told).toBe(before);
  });
});

describe('on Windows', () => {
  beforeEach(() => begin('win32', 'AppData/Local/Google/Chrome/User Data'));

  it.each(['HKCU\\Software', 'HKLM\\Software', 'HKLM\\Software\\WOW6432Node'])(
    'a key below %s is seen when somebody has the browsers before him',
    async root => {
      expect(await watch.lookAtRegistry()).toBeLessThan(promisedMs);
      expect(told).toBe(0);
      machine.registry.set(`${root}\\Google\\Chrome\\NativeMessagingHosts\\${host}`, 'C:\\theirs.json');
      await watch.lookAtRegistry();
      expect(told).toBe(1);
      await watch.lookAtRegistry();
      expect(told).toBe(1);
    },
  );

  it('a key that another program sets is a problem of the browser that is on', async () => {
    await installManifest(machine.context, 'chrome');
    await watch.look();
    expect([...problems]).toEqual([]);
    machine.registry.set(`HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\${host}`, 'C:\\theirs.json');
    await watch.lookAtRegistry();
    expect([...problems.keys()]).toEqual(['browser:chrome:pilothouse']);
    await uninstallManifest(machine.context, 'chrome');
  });
});
