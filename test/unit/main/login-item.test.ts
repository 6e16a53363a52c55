// Start at login: the file of Linux desktops, and the system's own item elsewhere (D16).
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  desktopEntry,
  type LoginApp,
  type LoginFacts,
  readLogin,
  setLogin,
} from '../../../electron/main/login-item.ts';

describe('under Linux', () => {
  let folder = '';
  let facts: LoginFacts;
  const file = () => path.join(folder, 'autostart/dev.pilothouse.Pilothouse.desktop');
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-login-'));
    const autostartDir = path.join(folder, 'autostart');
    facts = { os: 'linux', app: {} as LoginApp, autostartDir, command: ['/opt/Pilothouse/pilothouse'] };
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  test('is off until it is switched on, and off again afterwards', () => {
    expect(readLogin(facts)).toEqual({ on: false, note: null });
    setLogin(facts, true);
    expect(readLogin(facts)).toEqual({ on: true, note: null });
    setLogin(facts, false);
    expect(readLogin(facts).on).toBe(false);
    expect(fs.readdirSync(path.join(folder, 'autostart'))).toEqual([]);
  });

  test('starts the app without its window', () => {
    setLogin(facts, true);
    const lines = fs.readFileSync(file(), 'utf8').split('\n');
    expect(lines).toContain('Exec="/opt/Pilothouse/pilothouse" "--hidden"');
    expect(lines).toContain('Type=Application');
  });

  test.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('leaves the user’s own %s alone', line => {
    setLogin(facts, true);
    const own = `${fs.readFileSync(file(), 'utf8').replace(/^X-GNOME.*\n/m, '')}${line}\n`;
    fs.writeFileSync(file(), own);
    expect(readLogin(facts)).toMatchObject({ on: false, note: { kind: 'login-switched-off', file: file() } });
    expect(() => setLogin(facts, true)).toThrow(/switched .* off/);
    expect(fs.readFileSync(file(), 'utf8')).toBe(own);
  });

  test('neither replaces nor removes a file that is not its own', () => {
    fs.mkdirSync(path.dirname(file()), { recursive: true });
    fs.writeFileSync(file(), '[Desktop Entry]\nExec=other\n');
    for (const on of [true, false]) expect(() => setLogin(facts, on)).toThrow(/not Pilothouse's own file/);
    expect(fs.readFileSync(file(), 'utf8')).toContain('Exec=other');
  });

  test.each([
    ['/opt/My App/p', String.raw`Exec="/opt/My App/p" "--hidden"`],
    ['/opt/100%/p', String.raw`Exec="/opt/100%%/p" "--hidden"`],
    ['/opt/$HOME/`p`', 'Exec="/opt/\\\\$HOME/\\\\`p\\\\`" "--hidden"'],
    ['/opt/"q"/p', String.raw`Exec="/opt/\\"q\\"/p" "--hidden"`],
    [String.raw`/opt/a\b`, String.raw`Exec="/opt/a\\\\b" "--hidden"`],
  ])('quotes %s as the Desktop Entry Specification says', (program, line) => {
    expect(desktopEntry([program]).split('\n')).toContain(line);
  });
});

describe.each(['darwin', 'win32'] as const)('under %s', platform => {
  let set: unknown;
  const facts = (found: { openAtLogin: boolean; status?: string }): LoginFacts => ({
    os: platform,
    app: { getLoginItemSettings: () => found, setLoginItemSettings: settings => (set = settings) },
    autostartDir: '/nowhere',
    command: [],
  });

  test('is the item of the system, which starts it without its window', () => {
    setLogin(facts({ openAtLogin: false }), true);
    expect(set).toEqual({ openAtLogin: true, args: ['--hidden'] });
    expect(readLogin(facts({ openAtLogin: true }))).toEqual({ on: true, note: null });
  });

  test('says when the system waits for the user', () => {
    const { note } = readLogin(facts({ openAtLogin: false, status: 'requires-approval' }));
    expect(note).toEqual({ kind: 'login-waits-for-approval' });
  });
});
