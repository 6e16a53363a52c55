// Where an installed app has what other programs start: a place that is the same after each start.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executableName, ownFilesFolder, type OwnFilesFacts } from '../../../electron/main/own-files.ts';

let folder = '';
let facts: OwnFilesFacts;
const appImage = '/home/ana/Pilothouse.AppImage';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-own-'));
  const resources = path.join(folder, 'mount/resources');
  for (const name of ['relay', 'runner', 'extension']) {
    fs.mkdirSync(path.join(resources, name), { recursive: true });
    fs.writeFileSync(path.join(resources, name, 'file'), name);
  }
  fs.writeFileSync(path.join(resources, executableName), 'executable', { mode: 0o755 });
  facts = { resources, home: path.join(folder, 'data'), version: '1.2.3', appImage: undefined };
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

test('an app that was installed has it where it was installed', () => {
  expect(ownFilesFolder(facts)).toBe(facts.resources);
  expect(fs.existsSync(facts.home)).toBe(false);
});

test('an AppImage, which is somewhere else after each start, has a copy in the data home', () => {
  const own = ownFilesFolder({ ...facts, appImage });
  expect(own).toBe(path.join(facts.home, 'app/1.2.3'));
  expect(fs.readdirSync(own).toSorted()).toEqual(
    ['app-path', 'extension', executableName, 'relay', 'runner'].toSorted(),
  );
  expect(fs.statSync(path.join(own, executableName)).mode & 0o777).toBe(0o755);
  expect(fs.readFileSync(path.join(own, 'app-path'), 'utf8')).toBe(`${appImage}\n`);
  expect(fs.readdirSync(path.join(facts.home, 'app'))).toEqual(['1.2.3']);
});

test('a whole copy is not made again, while a new place of the AppImage is noted', () => {
  const own = ownFilesFolder({ ...facts, appImage });
  const before = fs.statSync(path.join(own, executableName)).ino;
  ownFilesFolder({ ...facts, appImage: '/opt/moved.AppImage' });
  expect(fs.statSync(path.join(own, executableName)).ino).toBe(before);
  expect(fs.readFileSync(path.join(own, 'app-path'), 'utf8')).toBe('/opt/moved.AppImage\n');
});

test('a copy that was cut short is made again', () => {
  const own = ownFilesFolder({ ...facts, appImage });
  fs.writeFileSync(path.join(own, executableName), 'exec');
  ownFilesFolder({ ...facts, appImage });
  expect(fs.readFileSync(path.join(own, executableName), 'utf8')).toBe('executable');
});
