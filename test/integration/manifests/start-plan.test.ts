// How a browser would be started on each system, which profiles it has, and of which version it is.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../native-host/manifests/files.ts';
import { locationOf } from '../../../native-host/manifests/machine-plans.ts';
import { profileFacts } from '../../../native-host/manifests/profiles.ts';
import { extensionsPage, opensExtensions, startPlan } from '../../../native-host/manifests/start-plan.ts';
import { createTempMachine } from './temp-machine.ts';
import type { ManifestContext } from '../../../native-host/manifests/context.ts';
import type { TempMachine } from './temp-machine.ts';

let machine: TempMachine;
afterEach(() => machine.end());

const plan = (context: ManifestContext, id: string, how: { profile?: string; page?: string } = {}) =>
  startPlan(context, locationOf(context, id), how);

async function systemProgram(path: string): Promise<string> {
  const file = join(machine.root, 'system', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '', { mode: 0o755 });
  return file;
}

describe('the start', () => {
  it('is a command of the PATH on Linux, with the profile as an argument of its own', async () => {
    machine = await createTempMachine('linux');
    const folder = await machine.folder('programs');
    await symlink('/bin/true', join(folder, 'vivaldi-stable'));
    const context = { ...machine.context, env: { PATH: folder } };
    expect(await plan(context, 'vivaldi', { profile: 'Profile 1; rm -rf' })).toEqual({
      program: join(folder, 'vivaldi-stable'),
      args: ['--profile-directory=Profile 1; rm -rf'],
    });
  });

  it('is the Snap’s own command, and null where there is none', async () => {
    machine = await createTempMachine('linux');
    expect(await plan(machine.context, 'firefox-snap')).toBe(null);
    const program = await systemProgram('snap/bin/firefox');
    expect(await plan(machine.context, 'firefox-snap', { page: 'about:debugging' })).toEqual({
      program,
      args: ['about:debugging'],
    });
  });

  it('is open on macOS, with what is meant for the app behind --args', async () => {
    machine = await createTempMachine('darwin');
    const app = await machine.folder('Applications/Arc.app');
    expect([await plan(machine.context, 'arc'), await plan(machine.context, 'arc', { profile: 'Work' })]).toEqual([
      { program: '/usr/bin/open', args: ['-a', app] },
      { program: '/usr/bin/open', args: ['-a', app, '--args', '--profile-directory=Work'] },
    ]);
  });

  it('is the program itself on Windows', async () => {
    machine = await createTempMachine('win32');
    const program = await machine.file('AppData/Local/Vivaldi/Application/vivaldi.exe', '');
    expect(await plan(machine.context, 'vivaldi')).toEqual({ program, args: [] });
  });

  it('opens the page of extensions in Firefox alone', async () => {
    machine = await createTempMachine('linux');
    const of = (id: string) => {
      const location = locationOf(machine.context, id);
      return [extensionsPage(location), opensExtensions(machine.context, location)];
    };
    expect([of('chromium'), of('firefox')]).toEqual([
      ['chrome://extensions', false],
      ['about:debugging#/runtime/this-firefox', true],
    ]);
  });
});

describe('the profiles', () => {
  const facts = (id: string, context = machine.context) => profileFacts(context, locationOf(context, id));

  it('of Firefox are those of profiles.ini, that of the default first, with its version', async () => {
    machine = await createTempMachine('linux');
    const ini =
      '[Profile1]\nName=Work\nIsRelative=0\nPath=/srv/work\n\n[Profile0]\r\nName=default\r\nPath=ab.default\r\nDefault=1\r\n[General]\nVersion=2\n';
    await machine.file('.mozilla/firefox/profiles.ini', ini);
    await machine.file(
      '.mozilla/firefox/ab.default/compatibility.ini',
      '[Compatibility]\nLastVersion=153.7.0_20261101/20261101\n',
    );
    expect(await facts('firefox')).toEqual({
      version: '153.7.0',
      profiles: {
        kind: 'known',
        list: [
          { folder: join(machine.context.homeDir, '.mozilla/firefox/ab.default'), name: 'default' },
          { folder: '/srv/work', name: 'Work' },
        ],
      },
    });
  });

  it('that may not be read are unknown, never absent', async () => {
    machine = await createTempMachine('darwin');
    const read = () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }));
    expect(await facts('chrome', { ...machine.context, files: { ...nodeFiles, read } })).toMatchObject({
      version: null,
      profiles: { kind: 'unknown', reason: { kind: 'profiles-not-read' } },
    });
  });

  it('that say nothing useful are none', async () => {
    machine = await createTempMachine('linux');
    await machine.file('.config/chromium/Local State', '{"profile":{"info_cache":[1]}}');
    expect(await facts('chromium')).toEqual({ version: null, profiles: { kind: 'known', list: expect.any(Array) } });
  });
});
