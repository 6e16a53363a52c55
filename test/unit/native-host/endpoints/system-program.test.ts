// Where a program of the system is taken from, whatever the PATH says.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemEnv, systemProgram } from '../../../../native-host/endpoints/system-program.ts';
import { repositoryRoot } from '../../../support/provided.ts';

let root: string;
let system: string;
let planted: string;
let own: string;

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-programs-'));
  system = folder('system', 'opener');
  planted = folder('project/node_modules/.bin', 'opener', 'walls');
  own = folder('own', 'opener', 'walls');
});

afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

function folder(name: string, ...programs: string[]): string {
  const at = path.join(root, name);
  fs.mkdirSync(at, { recursive: true });
  for (const program of programs) fs.writeFileSync(path.join(at, program), '#!/bin/sh\n', { mode: 0o755 });
  return at;
}

const find = (name: string, ...paths: string[]) =>
  systemProgram(name, { os: 'linux', env: { PATH: paths.join(':') }, folders: [system] });

describe('a program of the system', () => {
  test('is the one in the folders of the system, wherever the PATH begins', () => {
    expect(find('opener', own)).toBe(path.join(system, 'opener'));
  });

  test('is not looked for among the programs of a project, which npm puts first in the PATH', () => {
    expect(find('walls', planted, `${planted}/`, own)).toBe(path.join(own, 'walls'));
    expect(find('walls', planted)).toBeNull();
  });

  test('is not looked for in folders that depend on where the hub was started', () => {
    const here = path.relative(process.cwd(), own);
    expect(find('walls', here, '.', '', './node_modules/.bin')).toBeNull();
    expect(find('walls', here, own)).toBe(path.join(own, 'walls'));
  });

  test('is neither a folder nor a file that is no program', () => {
    fs.mkdirSync(path.join(own, 'folder'));
    fs.writeFileSync(path.join(own, 'text'), 'text', { mode: 0o644 });
    expect([find('folder', own), find('text', own)]).toEqual([null, null]);
  });

  test('finds its own helpers in the same order', () => {
    const env = { PATH: `${planted}:.:${own}`, KEPT: 'kept' };
    expect(systemEnv({ os: 'linux', env, folders: [system] })).toEqual({ PATH: `${system}:${own}`, KEPT: 'kept' });
  });

  test('lies in System32 on Windows, and nowhere else', () => {
    const env = { SystemRoot: root, PATH: own };
    expect(systemProgram('opener', { os: 'win32', env })).toBeNull();
  });
});

test('Nothing of ours starts a program by its bare name, which the PATH would decide on.', () => {
  const sources = ['electron', 'native-host'].flatMap(top =>
    fs
      .globSync(`${top}/**/*.ts`, { cwd: repositoryRoot })
      .map(file => ({ file, text: fs.readFileSync(path.join(repositoryRoot, file), 'utf8') })),
  );
  expect(sources.length).toBeGreaterThan(100);
  const bare = sources.filter(({ text }) =>
    /\b(?:spawn|spawnSync|execFile|execFileSync)\(\s*['"`][^'"`/\\]+['"`]/.test(text),
  );
  expect(bare.map(({ file }) => file)).toEqual([]);
});
