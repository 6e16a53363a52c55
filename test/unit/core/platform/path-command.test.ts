// The command in the PATH: where it goes on each system, what is left alone, and the line that a shell lacks.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandState, installCommand, removeCommand } from '../../../../electron/core/platform/path-command.ts';
import { createTempHome } from '../../../support/temp-home.ts';
import type { CommandPlace } from '../../../../electron/core/platform/path-command.ts';
import type { TempHome } from '../../../support/temp-home.ts';

let temp: TempHome;
let place: CommandPlace;
const inHome = (...parts: string[]) => path.join(temp.folder, 'user', ...parts);

beforeEach(() => {
  temp = createTempHome();
  for (const name of ['pilothouse', 'pilothouse.cmd']) {
    const launcher = path.join(temp.home, 'launcher', name);
    fs.mkdirSync(path.dirname(launcher), { recursive: true });
    fs.writeFileSync(launcher, '');
  }
  place = { os: 'linux', env: { PATH: '/usr/bin', SHELL: '/bin/bash' }, homeDir: inHome(), dataHome: temp.home };
});
afterEach(() => temp.remove());

const inPath = (folder: string): CommandPlace => ({ ...place, env: { ...place.env, PATH: `/usr/bin:${folder}/` } });

describe('on Linux and macOS', () => {
  test('it is a link to the launcher, in ~/.local/bin, whose folder is made; twice is once', async () => {
    const file = inHome('.local/bin/pilothouse');
    expect(await commandState(place)).toMatchObject({ file, state: { kind: 'none' } });
    for (const _ of [1, 2]) expect(await installCommand(place)).toMatchObject({ file, state: { kind: 'installed' } });
    expect(fs.readlinkSync(file)).toBe(path.join(temp.home, 'launcher/pilothouse'));
    expect(await removeCommand(place)).toMatchObject({ state: { kind: 'none' } });
    expect(fs.existsSync(file)).toBe(false);
    expect(await removeCommand(place)).toMatchObject({ state: { kind: 'none' } });
  });

  test('it goes into ~/bin where that alone is in the PATH, and is found there later', async () => {
    fs.mkdirSync(inHome('bin'), { recursive: true });
    const installed = await installCommand(inPath(inHome('bin')));
    expect(installed).toMatchObject({ file: inHome('bin/pilothouse'), toAdd: null });
    expect(await commandState(place)).toMatchObject({ file: inHome('bin/pilothouse'), state: { kind: 'installed' } });
  });

  test.each([
    ['/bin/bash', 'linux', '.bashrc'],
    ['/bin/bash', 'darwin', '.bash_profile'],
    ['/usr/bin/zsh', 'linux', '.zshrc'],
    ['/bin/sh', 'linux', '.profile'],
    [undefined, 'linux', '.profile'],
  ] as const)('%s on %s reads a line in %s', async (shell, os, file) => {
    const { toAdd } = await commandState({ ...place, os, env: { PATH: '', SHELL: shell } });
    expect(toAdd).toEqual({ line: `export PATH='${inHome('.local/bin')}':"$PATH"`, to: inHome(file) });
  });

  test('fish has a line of its own, and a quote in a folder ends nothing', async () => {
    const fish = { ...place, env: { SHELL: '/usr/bin/fish' }, folder: "/it's" };
    expect((await commandState(fish)).toAdd?.line).toBe("fish_add_path '/it'\\''s'");
  });

  test.each([
    ['a file', (file: string) => fs.writeFileSync(file, 'theirs'), null],
    ['a link to something else', (file: string) => fs.symlinkSync('/usr/bin/true', file), '/usr/bin/true'],
    ['a link that leads nowhere', (file: string) => fs.symlinkSync('/nowhere', file), '/nowhere'],
  ])('%s of somebody else is left alone', async (_, make, leadsTo) => {
    const file = inHome('.local/bin/pilothouse');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    make(file);
    const before = fs.lstatSync(file).ino;
    expect(await commandState(place)).toMatchObject({ state: { kind: 'foreign', leadsTo } });
    for (const change of [installCommand, removeCommand])
      await expect(change(place)).rejects.toMatchObject({ reason: { kind: 'command-foreign', file, leadsTo } });
    expect(fs.lstatSync(file).ino).toBe(before);
  });

  test('without a launcher nothing is made', async () => {
    fs.rmSync(path.join(temp.home, 'launcher'), { recursive: true });
    await expect(installCommand(place)).rejects.toMatchObject({ reason: { kind: 'command-no-launcher' } });
    expect(fs.existsSync(inHome('.local'))).toBe(false);
  });

  test('a folder that is a file is told', async () => {
    const folder = path.join(temp.folder, 'file');
    fs.writeFileSync(folder, '');
    await expect(installCommand({ ...place, folder })).rejects.toMatchObject({
      reason: { kind: 'command-not-changed', code: expect.stringMatching(/EEXIST|ENOTDIR/) },
    });
  });
});

test('On Windows it is a batch file that calls the launcher, and a changed one is of somebody else.', async () => {
  const windows: CommandPlace = { ...place, os: 'win32', env: { LOCALAPPDATA: inHome('Local'), Path: 'C:\\Windows' } };
  const installed = await installCommand(windows);
  const file = inHome('Local/Programs/Pilothouse/bin/pilothouse.cmd');
  expect(installed).toMatchObject({ file, state: { kind: 'installed' }, toAdd: { to: null } });
  expect(installed.toAdd?.line).toContain(`+ ';${path.dirname(file)}', 'User')`);
  expect(fs.readFileSync(file, 'utf8')).toBe(
    `@echo off\r\ncall "${path.join(temp.home, 'launcher/pilothouse.cmd')}" %*\r\n`,
  );
  fs.appendFileSync(file, 'rem mine\r\n');
  await expect(removeCommand(windows)).rejects.toMatchObject({ reason: { kind: 'command-foreign' } });
});
