// Switching a browser on for the whole machine, repairing what cannot be read, and switching several at once.
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../native-host/manifests/files.ts';
import { installManifest, uninstallManifest } from '../../../native-host/manifests/installer.ts';
import {
  installForMachine,
  machineStep,
  machineWide,
  uninstallForMachine,
} from '../../../native-host/manifests/machine-wide.ts';
import { repairManifest } from '../../../native-host/manifests/repair.ts';
import { switchBrowsers } from '../../../native-host/manifests/switching.ts';
import { inEnglish } from '../../../words/english.ts';
import { createTempMachine } from './temp-machine.ts';
import type { ManifestContext } from '../../../native-host/manifests/context.ts';
import type { TempMachine } from './temp-machine.ts';

const name = 'dev.pilothouse.relay';
const own = `.config/chromium/NativeMessagingHosts/${name}.json`;

let machine: TempMachine;
beforeEach(async () => {
  machine = await createTempMachine('linux');
  await machine.folder('.config/chromium');
});
afterEach(() => machine.end());

const systemPlace = () => join(machine.root, `system/etc/chromium/native-messaging-hosts/${name}.json`);

describe('for the whole machine', () => {
  it('is refused to whoever is not root, with the exact command, whose file is there; nothing else is written', async () => {
    const context: ManifestContext = { ...machine.context, uid: 1000 };
    const refused = await installForMachine(context, 'chromium', false).catch((error: unknown) => error);
    const file = join(context.dataHome, `manifests/chromium/${name}.json`);
    const command = `sudo mkdir -p '${dirname(systemPlace())}' && sudo install -m 644 '${file}' '${systemPlace()}'`;
    expect(refused).toMatchObject({
      code: 'ERR_PERMISSION_DENIED',
      reason: { kind: 'needs-administrator', browser: 'Chromium', command },
    });
    expect(await nodeFiles.exists(systemPlace())).toBe(false);
    // What the user is told to run does what it says.
    await promisify(execFile)('/bin/sh', ['-c', command.replaceAll('sudo ', '')]);
    expect(JSON.parse(await readFile(systemPlace(), 'utf8'))).toMatchObject({ path: context.launcherPath });
  });

  it('names the command that removes it, which does so; one that another program has is kept and put back', async () => {
    const context: ManifestContext = { ...machine.context, uid: 1000 };
    const run = (command: string | null) =>
      promisify(execFile)('/bin/sh', ['-c', (command ?? 'false').replaceAll('sudo ', '')]);
    const states: string[] = [];
    const wide = async () => {
      const answer = await machineWide(context, 'chromium');
      states.push(answer.state);
      return answer;
    };
    await run((await wide()).install);
    const refused = await uninstallForMachine(context, 'chromium').catch((error: unknown) => error);
    const command = `sudo rm '${systemPlace()}'`;
    expect(refused).toMatchObject({ reason: { kind: 'needs-administrator', browser: 'Chromium', command } });
    await run((await wide()).remove);
    expect(await nodeFiles.exists(systemPlace())).toBe(false);

    const theirs = '\ufeff{"name":"x","path":"/opt/other host/it\'s"}\r\n';
    await writeFile(systemPlace(), theirs);
    const taken = await wide();
    expect(taken.program).toBe("/opt/other host/it's");
    expect(taken.remove).toBeNull();
    await run(taken.install);
    const { remove } = await wide();
    expect(remove).toBe(taken.giveBack);
    await run(remove);
    expect(await readFile(systemPlace(), 'utf8')).toBe(theirs);
    expect(states).toEqual(['absent', 'ours', 'foreign', 'ours']);
  });

  it('names no command that removes what is not ours, and keeps the first copy', async () => {
    const context: ManifestContext = { ...machine.context, uid: 1000 };
    expect(await machineWide(context, 'chromium')).toMatchObject({ state: 'absent', remove: null, giveBack: null });
    await mkdir(dirname(systemPlace()), { recursive: true });
    await writeFile(systemPlace(), '{"path":"/opt/other"}');
    await uninstallForMachine(context, 'chromium');
    expect(await readFile(systemPlace(), 'utf8')).toBe('{"path":"/opt/other"}');
    await writeFile(`${systemPlace()}.before-pilothouse`, '{"path":"/opt/first"}');
    expect((await machineWide(context, 'chromium')).install).not.toContain('cp -p');
  });

  it('is given back by root too where an administrator’s command kept what was there', async () => {
    const files = { ...nodeFiles, ownerOf: () => Promise.resolve(0) };
    const context: ManifestContext = { ...machine.context, uid: 0, files };
    await installForMachine(context, 'chromium', false);
    const kept = `${systemPlace()}.before-pilothouse`;
    await writeFile(kept, '{"path":"/opt/other"}', { mode: 0o640 });
    await uninstallForMachine(context, 'chromium');
    expect(await readFile(systemPlace(), 'utf8')).toBe('{"path":"/opt/other"}');
    expect((await stat(systemPlace())).mode & 0o777).toBe(0o640);
    expect(await nodeFiles.exists(kept)).toBe(false);
  });

  it('is planned and removed by root, and nothing that is not ours', async () => {
    const files = { ...nodeFiles, ownerOf: () => Promise.resolve(0) };
    const context: ManifestContext = { ...machine.context, uid: 0, files };
    const plan = async (act: 'install' | 'repair' | 'uninstall', replace = false) =>
      (await machineStep(context, 'chromium', { act, replace })).action;
    expect([await plan('install'), await plan('uninstall')]).toEqual(['write', 'leave']);
    await installForMachine(context, 'chromium', false);
    expect([await plan('install'), await plan('uninstall')]).toEqual(['keep', 'remove']);
    await uninstallForMachine(context, 'chromium');
    await writeFile(systemPlace(), '{"path":"/opt/other"}');
    expect([await plan('install'), await plan('install', true), await plan('repair'), await plan('uninstall')]).toEqual(
      ['leave', 'replace', 'replace', 'leave'],
    );
    await installForMachine(context, 'chromium', true);
    await uninstallForMachine(context, 'chromium');
    expect(await readFile(systemPlace(), 'utf8')).toBe('{"path":"/opt/other"}');
  });

  it('is written by root in its own home, and removed when the browser is switched off', async () => {
    const files = { ...nodeFiles, ownerOf: () => Promise.resolve(0) };
    const context: ManifestContext = { ...machine.context, uid: 0, files };
    await installForMachine(context, 'chromium', false);
    expect(JSON.parse(await readFile(systemPlace(), 'utf8'))).toMatchObject({ name, path: context.launcherPath });
    await uninstallManifest(context, 'chromium');
    expect(await nodeFiles.exists(systemPlace())).toBe(false);
  });

  it('names the key on Windows', async () => {
    const windows = await createTempMachine('win32');
    try {
      await windows.folder('AppData/Local/Chromium/User Data');
      const refused = installForMachine(windows.context, 'chromium', false);
      await expect(refused).rejects.toThrow(`reg add "HKLM\\Software\\Chromium\\NativeMessagingHosts\\${name}" /ve`);
      await uninstallForMachine(windows.context, 'chromium');
      expect([...windows.registry]).toEqual([]);
      const key = `HKLM\\Software\\Chromium\\NativeMessagingHosts\\${name}`;
      windows.registry.set(key, join(windows.context.dataHome, `manifests/chromium/${name}.json`));
      await expect(uninstallForMachine(windows.context, 'chromium')).rejects.toThrow(`reg delete "${key}" /f`);
    } finally {
      await windows.end();
    }
  });

  it('is refused for a browser without such a place', async () => {
    await expect(installForMachine(machine.context, 'helium', false)).rejects.toThrow(
      'Helium has no place for the whole machine. Switch it on for yourself.',
    );
  });
});

describe('repairing', () => {
  it.each([
    ['a foreign manifest', '{"name":"x","path":"/opt/other"}\r\n'],
    ['broken JSON', '{"path":'],
    ['an empty file', ''],
    ['a foreign one with a byte order mark', '\ufeff{"path":"/opt/other"}'],
    ['a dangling one', '{"name":"dev.pilothouse.relay","path":"/opt/gone/relay"}'],
  ])('%s makes ours answer, and switching off gives the same bytes back', async (_what, text) => {
    const path = await machine.file(own, text);
    expect((await repairManifest(machine.context, 'chromium')).state).toBe('ours');
    await uninstallManifest(machine.context, 'chromium');
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('ours with a byte order mark writes it anew and keeps no copy', async () => {
    await installManifest(machine.context, 'chromium');
    const path = join(machine.context.homeDir, own);
    const text = await readFile(path, 'utf8');
    await writeFile(path, `\ufeff${text}`);
    const { reason } = await repairManifest(machine.context, 'chromium');
    expect([await readFile(path, 'utf8'), inEnglish(reason)]).toEqual([text, expect.not.stringContaining('puts back')]);
  });

  it('a file that not even its owner may read gives it its rights first', async () => {
    const path = await machine.file(own, '{"path":"/opt/other"}');
    await chmod(path, 0);
    // Root may read everything, so the refusal is played.
    const read = async (file: string) => {
      if (file === path && ((await stat(path)).mode & 0o400) === 0)
        throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      return nodeFiles.read(file);
    };
    const context = { ...machine.context, files: { ...nodeFiles, read } };
    await expect(installManifest(context, 'chromium', true)).rejects.toThrow('Could not read');
    expect((await repairManifest(context, 'chromium')).state).toBe('ours');
  });

  it('brings the launcher back, which whoever knows how writes', async () => {
    await installManifest(machine.context, 'chromium');
    const { launcherPath } = machine.context;
    await rm(launcherPath);
    const restoreLauncher = () => writeFile(launcherPath, '#!/bin/sh\n', { mode: 0o755 });
    await expect(repairManifest(machine.context, 'chromium')).rejects.toThrow('The launcher is gone');
    expect((await repairManifest({ ...machine.context, restoreLauncher }, 'chromium')).state).toBe('ours');
  });
});

describe('several at once', () => {
  const ask = { dryRun: false, replace: false } as const;

  it('are all that are here and off, and one that fails leaves the others alone', async () => {
    await machine.folder('.config/vivaldi');
    await machine.file('.config/google-chrome/NativeMessagingHosts', 'a file in the way');
    const results = await switchBrowsers(machine.context, { ...ask, act: 'install' });
    expect(results.map(result => `${result.browserId} ${result.kind}`)).toEqual([
      'chrome failed',
      'chromium done',
      'vivaldi done',
    ]);
  });

  it('are planned without a byte being written', async () => {
    await machine.file(own, '{"path":"/opt/other"}');
    const before = await machine.photograph();
    const plans = [];
    for (const replace of [false, true])
      plans.push(
        ...(await switchBrowsers(machine.context, { act: 'install', browserId: 'chromium', dryRun: true, replace })),
      );
    expect(plans.map(plan => plan.kind === 'planned' && plan.steps.map(({ action }) => action))).toEqual([
      ['leave'],
      ['replace'],
    ]);
    expect(await machine.photograph()).toEqual(before);
  });

  it('are switched off where they are on, and say what is given back', async () => {
    const path = await machine.file(own, '{"path":"/opt/other"}');
    await repairManifest(machine.context, 'chromium');
    const [result, ...others] = await switchBrowsers(machine.context, { ...ask, act: 'uninstall' });
    expect([result, others]).toMatchObject([{ kind: 'done', steps: [{ place: path, action: 'give-back' }] }, []]);
  });
});

it('Opera is served by the folder of Google Chrome', async () => {
  await machine.folder('.config/opera');
  const row = await installManifest(machine.context, 'opera');
  expect(row.paths).toEqual([join(machine.context.homeDir, `.config/google-chrome/NativeMessagingHosts/${name}.json`)]);
  await mkdir(join(machine.context.homeDir, '.config/google-chrome'), { recursive: true });
});
