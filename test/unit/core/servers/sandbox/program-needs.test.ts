// What of a home is visible so that a program can start there.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { programNeeds } from '../../../../../electron/core/servers/sandbox/program-needs.ts';

function tempHome(files: Readonly<Record<string, string>>): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'pilothouse-needs-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  return home;
}

/** Relative to the home. */
function needs(home: string, command: string, args: string[] = [], path = ''): string[] {
  const found = programNeeds({ command, args, env: { HOME: home, PATH: path } });
  return [...new Set(found.map(({ path }) => path))]
    .filter(one => one.startsWith(home))
    .map(one => one.slice(home.length + 1));
}

test('A virtual environment is seen whole, with the Python that it was made from.', () => {
  const home = tempHome({ 'app/.venv/bin/serve': '', 'pythons/3.13/bin/python3': '' });
  writeFileSync(join(home, 'app/.venv/pyvenv.cfg'), `home = ${home}/pythons/3.13/bin\nversion = 3.13\n`);
  symlinkSync(join(home, 'pythons/3.13/bin/python3'), join(home, 'app/.venv/bin/python'));
  expect(needs(home, join(home, 'app/.venv/bin/serve'))).toEqual([
    'app/.venv/bin',
    'app/.venv',
    'pythons/3.13/bin',
    'pythons/3.13/lib',
  ]);
});

test('A script that Node runs brings its project, one that lies loose in the home only itself.', () => {
  const home = tempHome({ 'bin/node': '', 'work/notes/package.json': '{}', 'work/notes/dist/a.js': '', 'b.js': '' });
  writeFileSync(join(home, 'package.json'), '{}');
  expect(needs(home, join(home, 'bin/node'), [join(home, 'work/notes/dist/a.js')])).toContain('work/notes');
  expect(needs(home, join(home, 'bin/node'), [join(home, 'b.js')])).toEqual(['bin', 'lib', 'b.js']);
});

test('Of another program the files that it is given are seen, and not what lies beside them.', () => {
  const script = '#!/usr/bin/env -S node --no-warnings\n';
  const home = tempHome({ 'tools/serve': script, 'node/node': '', 'work/package.json': '{}', 'work/a.db': '' });
  const seen = needs(home, join(home, 'tools/serve'), [join(home, 'work/a.db')], join(home, 'node'));
  expect(seen).toEqual(['tools', 'node', 'work/a.db']);
});

test('A version manager is seen whole where the program comes from it, and not otherwise.', () => {
  const home = tempHome({ '.asdf/shims/node': '#!/usr/bin/env bash\n', '.pyenv/shims/python': '' });
  expect(needs(home, 'node', [], join(home, '.asdf/shims'))).toEqual(['.asdf/shims', '.asdf']);
});

test('A program that is not there needs nothing.', () => {
  expect(needs(tempHome({}), 'nothing-of-this-name', ['/nowhere/a.js'])).toEqual([]);
});
