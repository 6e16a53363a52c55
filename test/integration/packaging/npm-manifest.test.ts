// The short package.json of a pack comes and goes without anything that somebody has written being lost.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { repositoryRoot } from '../../support/provided.ts';

const script = 'resources/packaging/npm-manifest.mjs';
const whole = fs.readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8');

let root = '';
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-manifest-'));
  fs.mkdirSync(path.join(root, path.dirname(script)), { recursive: true });
  fs.copyFileSync(path.join(repositoryRoot, script), path.join(root, script));
  put(whole);
  return () => fs.rmSync(root, { recursive: true, force: true });
});

const put = (text: string) => fs.writeFileSync(path.join(root, 'package.json'), text);
const now = () => fs.readFileSync(path.join(root, 'package.json'), 'utf8');
const files = () => fs.readdirSync(root).filter(name => name.startsWith('package.json'));
const run = (what: 'trim' | 'restore') =>
  spawnSync(process.execPath, [path.join(root, script), what], { encoding: 'utf8' });

test('trimmed it has what an installation needs, and restored it is the same text', () => {
  expect(run('trim').status).toBe(0);
  expect(JSON.parse(now())).toMatchObject({
    name: 'pilothouse',
    peerDependenciesMeta: { electron: { optional: true } },
  });
  for (const gone of ['scripts', 'devDependencies', 'optionalDependencies', 'allowScripts'])
    expect(JSON.parse(now())).not.toHaveProperty(gone);
  expect(run('restore').status).toBe(0);
  expect(now()).toBe(whole);
  expect(files()).toEqual(['package.json']);
});

test('after a pack that was killed the next one, or a restore, brings the whole one back', () => {
  run('trim');
  expect(run('trim').status).toBe(0);
  expect(run('restore').status).toBe(0);
  expect(now()).toBe(whole);
});

test('a whole one that was put there since, and edited, stays', () => {
  run('trim');
  const edited = whole.replace('"version": "', '"version": "9.');
  put(edited);
  expect(run('restore').status).toBe(0);
  expect(now()).toBe(edited);
  expect(files()).toEqual(['package.json']);
});

test.each([
  ['an edit of the short one', (text: string) => text.replace('"version": "', '"version": "9.')],
  ['one that is half written', (text: string) => text.slice(0, 100)],
])('%s is not written over: both files stay and are named', (_, edit) => {
  run('trim');
  const edited = edit(now());
  put(edited);
  for (const what of ['restore', 'trim'] as const) {
    const { status, stderr } = run(what);
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('package.json.whole') });
  }
  expect(now()).toBe(edited);
  expect(fs.readFileSync(path.join(root, 'package.json.whole'), 'utf8')).toBe(whole);
});
