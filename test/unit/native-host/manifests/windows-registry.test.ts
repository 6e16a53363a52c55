// Registry exports as reg.exe writes them, and the arguments it is given.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteKey, parseExport, readKey, writeKey } from '../../../../native-host/manifests/windows-registry.ts';
import type { ManifestContext, RunReg } from '../../../../native-host/manifests/context.ts';

const key = 'HKCU\\Software\\Chromium\\NativeMessagingHosts\\dev.pilothouse.relay';
const exported = (line: string) =>
  `\ufeffWindows Registry Editor Version 5.00\r\n\r\n[${key.replace('HKCU', 'HKEY_CURRENT_USER')}]\r\n${line}\r\n\r\n`;

describe('parseExport', () => {
  it.each([
    ['@="C:\\\\Users\\\\Jürgen\\\\a \\"b\\".json"', { kind: 'text', text: 'C:\\Users\\Jürgen\\a "b".json' }],
    ['@=hex(2):25,00,00,00', { kind: 'other' }],
    ['"named"="C:\\\\x.json"', { kind: 'absent' }],
    ['', { kind: 'absent' }],
  ])('reads the line %s', (line, value) => {
    expect(parseExport(exported(line))).toEqual(value);
  });
});

describe('the registry through reg.exe', () => {
  let dataHome = '';
  const calls: string[][] = [];
  beforeEach(async () => {
    calls.length = 0;
    dataHome = await mkdtemp(join(tmpdir(), 'pilothouse-reg-'));
  });
  afterEach(() => rm(dataHome, { recursive: true }));

  function contextWith(runReg: RunReg): ManifestContext {
    return {
      platform: 'win32',
      homeDir: dataHome,
      dataHome,
      env: {},
      launcherPath: join(dataHome, 'relay.cmd'),
      extensionIds: { chromium: 'a'.repeat(32), firefox: 'x@y' },
      userName: 'ana',
      uid: undefined,
      runReg: args => {
        calls.push([...args]);
        return runReg(args);
      },
    };
  }

  it('reads a value from a UTF-16 export and removes the export again', async () => {
    const context = contextWith(async args => {
      await writeFile(args[2] ?? '', Buffer.from(exported('@="C:\\\\Jürgen\\\\m.json"'), 'utf16le'));
      return { exitCode: 0, stderr: '' };
    });
    const value = await readKey(context, key);
    expect([value, await readdir(join(dataHome, 'manifests'))]).toEqual([
      { kind: 'text', text: 'C:\\Jürgen\\m.json' },
      [],
    ]);
  });

  it('takes a refused export for an absent key', async () => {
    const context = contextWith(() => Promise.resolve({ exitCode: 1, stderr: 'FEHLER: nicht gefunden' }));
    expect(await readKey(context, key)).toEqual({ kind: 'absent' });
  });

  it('hands values over as single arguments, without doubled backslashes', async () => {
    const context = contextWith(() => Promise.resolve({ exitCode: 0, stderr: '' }));
    await writeKey(context, key, 'C:\\Users\\a & b\\m.json');
    await deleteKey(context, key);
    expect(calls).toEqual([
      ['add', key, '/ve', '/t', 'REG_SZ', '/d', 'C:\\Users\\a & b\\m.json', '/f'],
      ['delete', key, '/f'],
    ]);
  });

  it('says what reg.exe said when it refuses', async () => {
    const context = contextWith(() => Promise.resolve({ exitCode: 1, stderr: 'ERROR: Access is denied.\r\n' }));
    await expect(writeKey(context, key, 'x')).rejects.toThrow('reg.exe ended with code 1 (ERROR: Access is denied)');
  });
});
