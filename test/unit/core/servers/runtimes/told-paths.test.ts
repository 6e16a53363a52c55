// What shells, the registry and programs tell: read out of what they say beside it.
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { fenced } from '../../../../../electron/core/servers/runtimes/login-shell.ts';
import { originOf } from '../../../../../electron/core/servers/runtimes/missing-program.ts';
import { isKnownRuntime, versionIn } from '../../../../../electron/core/servers/runtimes/program-version.ts';
import { pathInExport, readRegistryPath } from '../../../../../electron/core/servers/runtimes/registry-path.ts';

describe('fenced', () => {
  test.each([
    ['Welcome!\nN\n/a:/b\nN\nbye', '/a:/b'],
    ['\x1b]0;title\x07N\n/a\nN', '/a'],
    ['N\n/a', null],
    ['Welcome', null],
    ['N\n\nN', null],
    ['N\nprintenv: not found\n/a\nN', null],
  ])('%j holds %j.', (output, path) => {
    expect(fenced(output, 'N')).toBe(path);
  });
});

describe('the registry', () => {
  const hex = (text: string) =>
    [...Buffer.from(`${text}\0`, 'utf16le')].map(byte => byte.toString(16).padStart(2, '0')).join(',');

  test.each([
    ['"Path"="C:\\\\a;D:\\\\b c"', 'C:\\a;D:\\b c'],
    [`"Path"=hex(2):${hex('%SystemRoot%;C:\\ä')}`, '%SystemRoot%;C:\\ä'],
    [`"Path"=hex(2):${hex('C:\\a').replace(/,/, ',\\\r\n  ')}`, 'C:\\a'],
    ['"PATH"="C:\\\\a"', 'C:\\a'],
    ['"Pathology"="C:\\\\a"', null],
    ['"Path"=dword:00000001', null],
  ])('%s says %j.', (line, path) => {
    const text = `Windows Registry Editor Version 5.00\r\n\r\n[HKEY_CURRENT_USER\\Environment]\r\n${line}\r\n"TEMP"="x"\r\n`;
    expect(pathInExport(text)).toBe(path);
  });

  const exporting = (values: Readonly<Record<string, string>>) => async (args: readonly string[]) => {
    const [, key = '', file = ''] = args;
    const value = values[key.slice(0, 4)];
    if (value === undefined) return { exitCode: 1, stderr: '' };
    await writeFile(
      file,
      Buffer.from(`\uFEFFWindows Registry Editor Version 5.00\r\n"Path"=hex(2):${hex(value)}\r\n`, 'utf16le'),
    );
    return { exitCode: 0, stderr: '' };
  };
  const read = (values: Readonly<Record<string, string>>) =>
    readRegistryPath({ runReg: exporting(values), folder: tmpdir(), env: { SystemRoot: 'C:\\Windows' } });

  test("The machine's folders come before the user's, with variables filled in.", async () => {
    const path = await read({ HKLM: '%SYSTEMROOT%\\System32', HKCU: '%NOSUCH%\\bin' });
    expect(path).toBe('C:\\Windows\\System32;%NOSUCH%\\bin');
  });

  test('A key that is missing leaves the other.', async () => {
    expect(await read({ HKCU: 'D:\\x' })).toBe('D:\\x');
    expect(await read({})).toBeNull();
  });

  test('A reg.exe that cannot be run tells nothing.', async () => {
    const runReg = () => Promise.reject(new Error('no reg.exe'));
    expect(await readRegistryPath({ runReg, folder: tmpdir(), env: {} })).toBeNull();
  });
});

describe('versions', () => {
  test.each([
    ['v24.21.0\n', '24.21.0'],
    ['11.19.0', '11.19.0'],
    ['uvx 0.9.2 (141369ce7 2025-10-10)', '0.9.2'],
    ['Docker version 28.0.1, build 068a01e', '28.0.1'],
    ['Python 3.11.2', '3.11.2'],
    ['deno 2.4.5 (stable, release, x86_64-unknown-linux-gnu)\nv8 13.7.152', '2.4.5'],
    ['1.2.21-canary.3', '1.2.21-canary.3'],
    ['No version is set for command npx', null],
    ['', null],
  ])('%j tells %j.', (text, version) => {
    expect(versionIn(text)).toBe(version);
  });

  test.each([
    ['/usr/bin/node', true],
    ['/x/python3.12', true],
    ['C:\\x\\docker.exe', true],
    ['C:\\x\\npx.cmd', false],
    ['/x/node-gyp', false],
    ['/x/my-server', false],
    ['/node/sh', false],
  ])('Whether %s may be asked: %s.', (path, may) => {
    expect(isKnownRuntime(path)).toBe(may);
  });
});

test.each([
  ['npx', { from: 'Node.js', at: 'https://nodejs.org' }],
  ['uvx.exe', { from: 'uv', at: 'https://docs.astral.sh/uv' }],
  ['python3', { from: 'Python', at: 'https://www.python.org' }],
  ['my-server', null],
])('What %s comes with: %j.', (command, origin) => {
  expect(originOf(command)).toEqual(origin);
});
