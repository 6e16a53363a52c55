// Versions of a file: kept privately, bounded, found damaged where they are, and never taken for whole because a list says so.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ConfigBackups } from '../../../../electron/core/agent-configs/backups.ts';

const why = { kind: 'kept-before-connect' } as const;
const file = '/home/ana/.cursor/mcp.json';
const day = 24 * 3_600_000;

let folder = '';
let now = 0;
let backups: ConfigBackups;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-backups-'));
  now = 1_000 * day;
  backups = new ConfigBackups(path.join(folder, 'backups'), () => now);
  return () => fs.rmSync(folder, { recursive: true, force: true });
});

const keep = (text: string | null, mode: number | null = null) =>
  backups.keepBytes('cursor', file, text === null ? null : Buffer.from(text), why, mode);
const copy = (version: number) => path.join(folder, 'backups/cursor', `mcp.json.${version}`);
const versions = () => backups.versions('cursor', file);

test('what was kept comes back with its mode, and its copy is private', async () => {
  expect(await keep('one', 0o644)).toBe(1);
  expect(await keep(null)).toBe(2);
  expect(await backups.read('cursor', file, 1)).toEqual({ bytes: Buffer.from('one'), mode: 0o644, start: null });
  expect(await backups.read('cursor', file, 2)).toEqual({ bytes: null, mode: null, start: null });
  expect(await backups.read('cursor', file, 3)).toBeNull();
  expect(await backups.read('cursor', '/home/ana/other', 1)).toBeNull();
  expect(fs.statSync(copy(1)).mode & 0o777).toBe(0o600);
});

test('several that are kept at once have a number and a copy each', async () => {
  expect(await Promise.all([keep('one'), keep('two'), keep('three')])).toEqual([1, 2, 3]);
  expect((await versions()).map(({ version, isDamaged }) => [version, isDamaged])).toEqual([
    [3, false],
    [2, false],
    [1, false],
  ]);
});

test('the same bytes again are the same version, with the narrower of both modes', async () => {
  await keep('one', 0o644);
  expect(await keep('one', 0o600)).toBe(1);
  expect(await backups.read('cursor', file, 1)).toMatchObject({ mode: 0o600 });
  await keep('one', 0o666);
  expect(await backups.read('cursor', file, 1)).toMatchObject({ mode: 0o600 });
});

test.each([
  ['gone', () => fs.rmSync(copy(1))],
  ['another text', () => fs.writeFileSync(copy(1), 'two')],
  ['a link to another file', () => [fs.rmSync(copy(1)), fs.symlinkSync('/etc/hostname', copy(1))]],
])(
  'a copy that is %s is said to be damaged, is not read, and is written anew when the same is kept again',
  async (_, spoil) => {
    await keep('one', 0o600);
    spoil();
    expect(await versions()).toMatchObject([{ version: 1, isDamaged: true }]);
    await expect(backups.read('cursor', file, 1)).rejects.toThrow(/is not what was kept there, or is gone/);
    expect(await keep('one', 0o600)).toBe(1);
    expect(await versions()).toMatchObject([{ version: 1, isDamaged: false }]);
    expect(fs.lstatSync(copy(1)).isFile()).toBe(true);
    expect(await backups.read('cursor', file, 1)).toMatchObject({ bytes: Buffer.from('one') });
  },
);

test('at most twenty of a file and none older than thirty days, but always the newest; their copies go with them', async () => {
  for (let turn = 1; turn <= 25; turn += 1) await keep(`text ${turn}`);
  expect((await versions()).map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, at) => 25 - at));
  expect(await backups.count('cursor', file)).toBe(20);
  now += 31 * day;
  await keep('new');
  expect(await versions()).toMatchObject([{ version: 26 }]);
  now += 31 * day;
  await backups.keepBytes('cursor', '/home/ana/other.json', Buffer.from('x'), why);
  expect(await versions()).toMatchObject([{ version: 26, isDamaged: false }]);
  expect(fs.readdirSync(path.dirname(copy(1))).toSorted()).toEqual(['mcp.json.26', 'other.json.27', 'versions.json']);
});

test('a list that is none is named, and no copy is written over', async () => {
  await keep('one');
  fs.writeFileSync(path.join(folder, 'backups/cursor/versions.json'), '{');
  await expect(keep('two')).rejects.toThrow(/versions\.json/);
  expect(fs.readFileSync(copy(1), 'utf8')).toBe('one');
});
