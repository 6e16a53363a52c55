// Where Electron's binary is looked for, with real folders and nothing downloaded.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { provideElectron } from '../../../electron/launch/electron-binary.ts';
import { checkedElectron, checkedSha256, ownElectron } from '../../../electron/launch/find-electron.mjs';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-binary-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function program(...parts: string[]): string {
  const file = path.join(folder, ...parts);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
  return file;
}

describe.skipIf(process.platform !== 'linux')('on Linux', () => {
  test('the folder that ELECTRON_OVERRIDE_DIST_PATH names is taken', () => {
    const electron = program('electron');
    expect(ownElectron({ ELECTRON_OVERRIDE_DIST_PATH: folder })).toBe(electron);
  });

  test('a folder without an executable binary is not taken', () => {
    fs.writeFileSync(path.join(folder, 'electron'), 'text', { mode: 0o644 });
    expect(ownElectron({ ELECTRON_OVERRIDE_DIST_PATH: folder })).toBeNull();
  });

  test('a cached copy is taken only where it was checked', () => {
    const electron = program('pilothouse/electron-33.3.0/electron');
    expect(checkedElectron({ XDG_CACHE_HOME: folder })).toBeNull();
    const verified = path.join(path.dirname(electron), 'verified.json');
    fs.writeFileSync(verified, JSON.stringify({ version: '33.3.0', sha256: 'another' }));
    expect(checkedElectron({ XDG_CACHE_HOME: folder })).toBeNull();
    fs.writeFileSync(verified, JSON.stringify({ version: '33.3.0', sha256: checkedSha256 }));
    expect(checkedElectron({ XDG_CACHE_HOME: folder })).toBe(electron);
  });

  test("the package's own binary goes before a cached copy, and nothing is said or fetched", () => {
    const own = program('own/electron');
    program('pilothouse/electron-33.3.0/electron');
    const said: string[] = [];
    const env = { ELECTRON_OVERRIDE_DIST_PATH: path.dirname(own), XDG_CACHE_HOME: folder };
    expect(provideElectron(env, line => said.push(line))).toBe(own);
    expect(said).toEqual([]);
  });
});
