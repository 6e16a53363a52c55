// Where the hub listens: fresh names, paths that fit, directories that are ours alone.
import { chmod, lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSocketPathLength, chooseSocketPath } from '../../../../native-host/endpoints/socket-path.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pilothouse-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('every run gets another name', async () => {
  expect(await chooseSocketPath(root, 'linux')).not.toBe(await chooseSocketPath(root, 'linux'));
});

test('on Windows it is a pipe name and no directory is made', async () => {
  const path = await chooseSocketPath(join(root, 'run'), 'win32');
  expect(path).toMatch(/^\\\\\.\\pipe\\pilothouse-[0-9a-f]{24}$/);
  await expect(lstat(join(root, 'run'))).rejects.toThrow('ENOENT');
});

test('a directory that others may enter is refused with its mode and left as it is', async () => {
  const dir = join(root, 'run');
  await mkdir(dir);
  await chmod(dir, 0o755);
  await expect(chooseSocketPath(dir, 'linux')).rejects.toThrow(
    `${dir} has mode 755 and others may enter it; run chmod 700`,
  );
  expect((await lstat(dir)).mode & 0o777).toBe(0o755);
});

test('a file in its place is refused', async () => {
  await writeFile(join(root, 'run'), '');
  await expect(chooseSocketPath(join(root, 'run'), 'linux')).rejects.toThrow('is not a directory');
});

test.each([
  ['linux', 107],
  ['darwin', 103],
] as const)('on %s a path of %i bytes fits and one more does not', (platform, limit) => {
  checkSocketPathLength('/'.repeat(limit), platform);
  expect(() => checkSocketPathLength('/'.repeat(limit + 1), platform)).toThrow(
    `has ${limit + 1} bytes and at most ${limit} work here`,
  );
});
