// What an agent waits for when it starts `pilothouse mcp`: the modules that are loaded before its first line is passed on.
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildOnce, cliPath } from '../../support/hub-process.ts';

beforeAll(buildOnce);

/** The files that `file` loads at once, itself too, and the packages that are not built in. What is imported when it is wanted is not followed. */
function loadedBy(file: string, seen = { files: new Set<string>(), packages: new Set<string>() }) {
  if (seen.files.has(file)) return seen;
  seen.files.add(file);
  for (const [, name = ''] of fs
    .readFileSync(file, 'utf8')
    .matchAll(/(?<=^|;)(?:import|export)[\w\s{},*$]*['"]([^'"]+)['"];/gm)) {
    if (name.startsWith('.')) loadedBy(path.resolve(path.dirname(file), name), seen);
    else if (!name.startsWith('node:')) seen.packages.add(name);
  }
  return seen;
}

const bytesOf = (files: ReadonlySet<string>) => [...files].reduce((sum, file) => sum + fs.statSync(file).size, 0);

test('The command line itself loads nothing that is large, however many commands there are.', () => {
  const { files, packages } = loadedBy(cliPath);
  expect(files.size).toBeGreaterThan(1);
  expect([...packages]).toEqual([]);
  expect(bytesOf(files)).toBeLessThan(100_000);
});

test('The shim brings no package at all.', () => {
  const [, shim = ''] = /import\("(\.\.\/chunks\/mcp-[^"]+)"\)/.exec(allTextOf(loadedBy(cliPath).files)) ?? [];
  const { files, packages } = loadedBy(path.resolve(path.dirname(cliPath), shim));
  expect(files.size).toBeGreaterThan(1);
  expect([...packages]).toEqual([]);
  expect(bytesOf(files)).toBeLessThan(100_000);
});

function allTextOf(files: ReadonlySet<string>): string {
  return [...files].map(file => fs.readFileSync(file, 'utf8')).join('\n');
}
