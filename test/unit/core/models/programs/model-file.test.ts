// The files of a model, which an approval is bound to, and what of the machine its program sees.
import { createHash } from 'node:crypto';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileHashes, partsOf } from '../../../../../electron/core/models/programs/model-file.ts';
import { computingDevices } from '../../../../../electron/core/models/programs/program-walls.ts';
import { temporaryFolder } from '../../store/fixtures.ts';

const { signal } = new AbortController();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('The parts of a split model are found beside the one that is named; another file is its only part.', () => {
  expect(partsOf('/m/big-00002-of-00003.gguf')).toEqual([
    '/m/big-00001-of-00003.gguf',
    '/m/big-00002-of-00003.gguf',
    '/m/big-00003-of-00003.gguf',
  ]);
  const alone = ['/m/big.gguf', '/m/big-1-of-3.gguf', '/m/big-00004-of-00003.gguf'];
  expect(alone.map(partsOf)).toEqual(alone.map(path => [path]));
});

test('A split model is hashed with all its parts, a single file by itself.', async () => {
  const folder = await temporaryFolder();
  const part = (number: number) => join(folder, `big-0000${number}-of-00002.gguf`);
  writeFileSync(part(1), 'GGUF one');
  writeFileSync(part(2), 'GGUF two');
  const hashes = new FileHashes();
  const before = await hashes.ofModel(part(1), signal);
  expect(before).toEqual({ sha256: sha256(`${sha256('GGUF one')}\n${sha256('GGUF two')}`), bytes: 16 });
  expect(hashes.known(part(1))).toEqual(before);

  writeFileSync(part(2), 'GGUF other');
  const after = await hashes.ofModel(part(1), signal);
  expect(after).toMatchObject({ bytes: 18 });
  expect(after.sha256).not.toBe(before.sha256);
  rmSync(part(2));
  await expect(hashes.ofModel(part(1), signal)).rejects.toThrow(part(2));

  const single = join(folder, 'small.gguf');
  writeFileSync(single, 'GGUF');
  expect(await hashes.ofModel(single, signal)).toMatchObject({ sha256: sha256('GGUF'), bytes: 4 });
});

test('A file is read on for as long as anyone waits for its hash.', async () => {
  const path = join(await temporaryFolder(), 'large.gguf');
  writeFileSync(path, 'GGUF');
  truncateSync(path, 64 * 1024 * 1024);
  const hashes = new FileHashes();
  const [one, other] = [new AbortController(), new AbortController()];
  const both = Promise.allSettled([hashes.of(path, one.signal), hashes.of(path, other.signal)]);
  one.abort();
  other.abort();
  const left = { reason: { code: 'ERR_CANCELLED' } };
  expect(await both).toMatchObject([left, left]);
  expect(hashes.known(path)).toBeNull();

  const leaving = new AbortController();
  const shared = [hashes.of(path, leaving.signal), hashes.of(path, signal)];
  leaving.abort();
  expect((await Promise.all(shared)).map(({ bytes }) => bytes)).toEqual(Array(2).fill(64 * 1024 * 1024));
});

test('What computes is seen, and what rules over a screen is not.', () => {
  const names: Record<string, string[]> = {
    '/dev': ['null', 'dri', 'kfd', 'nvidia0', 'nvidiactl', 'sda'],
    '/dev/dri': ['by-path', 'card0', 'card1', 'renderD128', 'renderD129'],
  };
  expect(computingDevices(folder => names[folder] ?? [])).toEqual([
    ...['/dev/kfd', '/dev/nvidia0', '/dev/nvidiactl'],
    ...['/dev/dri/renderD128', '/dev/dri/renderD129'],
  ]);
});
