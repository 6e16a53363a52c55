// Pictures as files: where they lie, who may read them, and how many stay.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SavedPictures } from '../../../../electron/core/images/saved-pictures.ts';

let folder: string;
let time = 1_000;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pictures-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (bounds: { maxCount?: number; maxBytes?: number } = {}) =>
  new SavedPictures({ folder, now: () => (time += 1), randomBytes, ...bounds });
const picture = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');

test('A picture is one file of the hub’s own naming, which its owner alone can read.', async () => {
  const file = await open().save(picture(5), 'image/png');
  expect(path.dirname(file)).toBe(folder);
  expect(path.basename(file)).toMatch(/^picture-\d{15}-[0-9a-f]{16}\.png$/);
  expect(readFileSync(file)).toEqual(Buffer.alloc(5, 7));
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
});

test('A type that is none becomes no part of the name.', async () => {
  expect(await open().save(picture(1), '../../evil')).toMatch(/^[^.]*\.bin$/);
});

test('Beyond their number or their bytes the oldest go, and nothing of somebody else.', async () => {
  writeFileSync(path.join(folder, 'notes.png'), 'mine');
  writeFileSync(path.join(folder, 'picture-1.png.0a.tmp'), 'half');
  const pictures = open({ maxCount: 3, maxBytes: 100 });
  const files = await Promise.all([10, 20, 30, 40].map(bytes => pictures.save(picture(bytes), 'image/png')));
  const names = () => readdirSync(folder).toSorted();
  const named = (...at: number[]) => ['notes.png', ...at.map(each => path.basename(files[each] ?? ''))];
  expect(names()).toEqual(named(1, 2, 3));
  files.push(await pictures.save(picture(35), 'image/png'));
  expect(names()).toEqual(named(3, 4));
});

test('One that cannot be written says so, and the next one is.', async () => {
  let fails = true;
  const pictures = new SavedPictures({
    folder,
    now: () => (time += 1),
    randomBytes: size => {
      if (!fails) return randomBytes(size);
      fails = false;
      throw new Error('no bytes');
    },
  });
  await expect(pictures.save(picture(1), 'image/png')).rejects.toThrow('no bytes');
  expect(await pictures.save(picture(1), 'image/png')).toContain(folder);
});
