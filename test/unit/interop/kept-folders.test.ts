// Folders of installed programs that several runs and clones share.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropUnused, noteUse, putInPlace } from '../../interop/kept-folders.ts';

const dayMs = 24 * 3_600_000;
const now = Date.UTC(2026, 5, 1);
let cache: string;

beforeEach(() => {
  cache = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-kept-'));
});
afterEach(() => fs.rmSync(cache, { recursive: true }));

/** With one file in it. */
const filled = (name: string, usedAt = now) => {
  const folder = path.join(cache, name);
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'of'), name);
  noteUse(folder, usedAt);
  return folder;
};

test('Of two runs that install the same at once, the second takes what the first has put there.', () => {
  const folder = path.join(cache, 'interop-programs-a');
  putInPlace(filled('first'), folder);
  putInPlace(filled('second'), folder);
  expect(fs.readFileSync(path.join(folder, 'of'), 'utf8')).toBe('first');
});

test('What cannot be put there is told.', () => {
  expect(() => putInPlace(path.join(cache, 'none'), path.join(cache, 'interop-programs-a'))).toThrow('ENOENT');
});

test('Other versions of the same programs go when nobody has used them for a month.', () => {
  const own = filled('interop-programs-b', now - 40 * dayMs);
  for (const name of ['interop-programs-a', 'interop-programs-b.77', 'interop-larger-a', 'electron-1'])
    filled(name, now - 31 * dayMs);
  filled('interop-programs-c', now - 29 * dayMs);
  dropUnused(own, now);
  const left = ['electron-1', 'interop-larger-a', 'interop-programs-b', 'interop-programs-c'];
  expect(fs.readdirSync(cache).toSorted()).toEqual(left);
});
