// Where spec 000's socket and token lie, and the life of the token's file.
import fs from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claudezillaPlaces } from '../../../../native-host/endpoints/claudezilla-place.ts';
import { ClaudezillaToken, makeClaudezillaFolder } from '../../../../native-host/endpoints/claudezilla-token.ts';
import type { ClaudezillaSurroundings } from '../../../../native-host/endpoints/claudezilla-place.ts';

describe('The places', () => {
  const around = (fields: Partial<ClaudezillaSurroundings> = {}): ClaudezillaSurroundings => ({
    platform: 'linux',
    env: {},
    homeDir: '/home/ana',
    tempDir: '/tmp',
    uid: 1000,
    root: '/',
    exists: () => true,
    ...fields,
  });
  const usual = '/run/user/1000';
  const home = '/home/ana/.claudezilla';
  const other = { XDG_RUNTIME_DIR: '/run/other' };
  const onlyHome = { exists: () => false };

  test.each<[string, Partial<ClaudezillaSurroundings>, string[]]>([
    ['the runtime folder and home, once each', { env: { XDG_RUNTIME_DIR: usual } }, [usual, home]],
    ['the same with a slash at its end', { env: { XDG_RUNTIME_DIR: `${usual}/` } }, [usual, home]],
    ['the usual runtime folder and home without the variable', {}, [usual, home]],
    ['another runtime folder before the usual one', { env: other }, ['/run/other', usual, home]],
    ['home when no runtime folder is there', { env: other, ...onlyHome }, [home]],
    ['never one that leads out', { env: { XDG_RUNTIME_DIR: '/run/../tmp' }, uid: undefined }, [home]],
    ['never one with a zero', { env: { XDG_RUNTIME_DIR: '/run\0' }, uid: undefined }, [home]],
    ['home on a Mac', { platform: 'darwin', homeDir: '/Users/ana' }, ['/Users/ana/.claudezilla']],
    ['the folder for temporary files without a home', { homeDir: '', ...onlyHome }, ['/tmp']],
    ['beneath a root', { root: '/t/x' }, [`/t/x${usual}`, `/t/x${home}`]],
    ['beneath a root that home lies in', { root: '/home/ana', ...onlyHome }, [home]],
  ])('000 Unix Socket: the places are %s.', (_, fields, folders) => {
    expect(claudezillaPlaces(around(fields))).toEqual(
      folders.map(folder => ({
        folder,
        own: folder.endsWith('.claudezilla'),
        socket: `${folder}/claudezilla.sock`,
        token: `${folder}/claudezilla-auth.token`,
      })),
    );
  });

  test('000 Unix Socket: on Windows it is one pipe, and the token lies with the user’s local data.', () => {
    const env = { LOCALAPPDATA: 'C:\\Users\\ana\\AppData\\Local' };
    expect(claudezillaPlaces(around({ platform: 'win32', env }))).toEqual([
      {
        folder: 'C:\\Users\\ana\\AppData\\Local\\claudezilla',
        own: true,
        socket: '\\\\.\\pipe\\claudezilla',
        token: 'C:\\Users\\ana\\AppData\\Local\\claudezilla\\auth.token',
      },
    ]);
  });
});

describe('The token', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-token-'));
    file = path.join(folder, 'claudezilla-auth.token');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  test('Nothing opens before there is one.', () => {
    const token = new ClaudezillaToken(file);
    expect([token.accepts(undefined), token.accepts(''), token.accepts('0'.repeat(64))]).toEqual([false, false, false]);
  });

  test('The one in the file opens, and nothing that differs in a character or in length.', async () => {
    const token = new ClaudezillaToken(file);
    await token.renew();
    const right = fs.readFileSync(file, 'utf8');
    const other = `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`;
    const tries = [right, other, right.slice(1), `${right}0`, `${right}\n`, 'ä'.repeat(32), undefined];
    expect(tries.map(given => token.accepts(given))).toEqual([true, false, false, false, false, false, false]);
    expect(fs.readdirSync(folder)).toEqual(['claudezilla-auth.token']);
  });

  test('A full disk leaves the old one in place and in force, no half file, and says what to do.', async () => {
    const full = { on: false };
    const files = {
      open: (async (...args: Parameters<typeof open>) => {
        const handle = await open(...args);
        if (full.on) handle.writeFile = () => Promise.reject(new Error('ENOSPC: no space left on device, write'));
        return handle;
      }) as typeof open,
      rename,
      unlink,
    };
    const token = new ClaudezillaToken(file, files);
    await token.renew();
    const before = fs.readFileSync(file, 'utf8');
    full.on = true;
    await expect(token.renew()).rejects.toThrow(
      `The token could not be written to ${file} (ENOSPC: no space left on device, write); make room there and try again.`,
    );
    expect([fs.readFileSync(file, 'utf8'), token.accepts(before)]).toEqual([before, true]);
    expect(fs.readdirSync(folder)).toEqual(['claudezilla-auth.token']);
  });

  test('At the end its file goes, but not one that another host has put in its place.', async () => {
    const token = new ClaudezillaToken(file);
    await token.renew();
    await token.withdraw();
    expect([fs.existsSync(file), token.accepts('')]).toEqual([false, false]);
    await token.renew();
    fs.writeFileSync(file, 'another');
    await token.withdraw();
    expect(fs.readFileSync(file, 'utf8')).toBe('another');
  });

  test('A folder of its own is made private, also when it was there, and a link in its place is refused.', async () => {
    const own = path.join(folder, '.claudezilla');
    const place = { folder: own, own: true, socket: '', token: '' };
    fs.mkdirSync(own, { mode: 0o755 });
    await makeClaudezillaFolder(place);
    expect(fs.statSync(own).mode & 0o777).toBe(0o700);
    fs.rmdirSync(own);
    fs.symlinkSync(os.tmpdir(), own);
    await expect(makeClaudezillaFolder(place)).rejects.toThrow(
      `${own} is no folder of its own; remove it and switch this on again.`,
    );
  });
});
