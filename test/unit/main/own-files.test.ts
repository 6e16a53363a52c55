// Where an installed app has what other programs start: a place that is the same after each start.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executableName, type OwnFilesFacts, ownFiles } from '../../../electron/main/own-files.ts';

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
  facts = { resources, home: path.join(folder, 'data'), version: '1.2.3', appImage: undefined, recorded: {} };
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

test('an app that was installed has it where it was installed', () => {
  expect(ownFiles(facts)).toEqual({ folder: facts.resources, problem: null, runnerProblem: null });
  expect(fs.existsSync(facts.home)).toBe(false);
});

test('an AppImage, which is somewhere else after each start, has a copy in the data home', () => {
  const own = ownFiles({ ...facts, appImage }).folder;
  expect(own).toBe(path.join(facts.home, 'app/1.2.3'));
  expect(fs.readdirSync(own).toSorted()).toEqual(
    ['app-path', 'extension', executableName, 'relay', 'runner'].toSorted(),
  );
  expect(fs.statSync(path.join(own, executableName)).mode & 0o777).toBe(0o755);
  expect(fs.readFileSync(path.join(own, 'app-path'), 'utf8')).toBe(`${appImage}\n`);
  expect(fs.readdirSync(path.join(facts.home, 'app'))).toEqual(['1.2.3']);
});

test('a whole copy is not made again, while a new place of the AppImage is noted', () => {
  const own = ownFiles({ ...facts, appImage }).folder;
  const before = fs.statSync(path.join(own, executableName)).ino;
  ownFiles({ ...facts, appImage: '/opt/moved.AppImage' });
  expect(fs.statSync(path.join(own, executableName)).ino).toBe(before);
  expect(fs.readFileSync(path.join(own, 'app-path'), 'utf8')).toBe('/opt/moved.AppImage\n');
});

test('a copy that was cut short is made again', () => {
  const own = ownFiles({ ...facts, appImage }).folder;
  fs.writeFileSync(path.join(own, executableName), 'exec');
  ownFiles({ ...facts, appImage });
  expect(fs.readFileSync(path.join(own, executableName), 'utf8')).toBe('executable');
});

const recorded = { [executableName]: createHash('sha256').update('executable').digest('hex') };

test('an executable that is not the one that was packed is told of, also when it is as long', () => {
  expect(ownFiles({ ...facts, recorded }).problem).toBe(null);
  const file = path.join(facts.resources, executableName);
  fs.writeFileSync(file, 'exchanged!');
  expect(ownFiles({ ...facts, recorded }).problem).toEqual({ kind: 'file-not-packed', file, so: 'no-start' });
});

test('a copy that somebody changed is made again from the AppImage, with the relay and the runners beside it', () => {
  const { folder: own } = ownFiles({ ...facts, appImage, recorded });
  fs.writeFileSync(path.join(own, executableName), 'exchanged!');
  fs.writeFileSync(path.join(own, 'relay/file'), 'other');
  expect(ownFiles({ ...facts, appImage, recorded })).toEqual({ folder: own, problem: null, runnerProblem: null });
  expect(fs.readFileSync(path.join(own, executableName), 'utf8')).toBe('executable');
  expect(fs.readFileSync(path.join(own, 'relay/file'), 'utf8')).toBe('relay');
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([
  ['runner', 'runnerProblem', 'no-server'],
  ['extension', 'problem', 'no-load'],
] as const)('A file of the %s that is not the one that was packed, or is gone, is told of.', (part, where, so) => {
  const all = { ...recorded, 'runner/file': sha256('runner'), 'extension/file': sha256('extension') };
  const whole = { folder: facts.resources, problem: null, runnerProblem: null };
  expect(ownFiles({ ...facts, recorded: all })).toEqual(whole);
  const file = path.join(facts.resources, part, 'file');
  const reason = { kind: 'file-not-packed', file, so };
  fs.writeFileSync(file, 'exchanged');
  expect(ownFiles({ ...facts, recorded: all })).toEqual({ ...whole, [where]: reason });
  fs.rmSync(file);
  expect(ownFiles({ ...facts, recorded: all })).toEqual({ ...whole, [where]: reason });
});

test('A copy of which somebody changed a runner is made again from the AppImage.', () => {
  const all = { ...recorded, 'runner/file': sha256('runner') };
  const { folder: own } = ownFiles({ ...facts, appImage, recorded: all });
  fs.writeFileSync(path.join(own, 'runner/file'), 'other');
  expect(ownFiles({ ...facts, appImage, recorded: all }).runnerProblem).toBeNull();
  expect(fs.readFileSync(path.join(own, 'runner/file'), 'utf8')).toBe('runner');
});
