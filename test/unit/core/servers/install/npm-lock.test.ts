// What of a package is of a registry, by its lock and by what npm says that it does not fetch.
import { expect, test } from 'vitest';
import { refusalIn } from '../../../../../electron/core/servers/install/fetch/fetch-npm.ts';
import { elsewhere } from '../../../../../electron/core/servers/install/fetch/npm-lock.ts';
import type { NpmLock } from '../../../../../electron/core/servers/install/fetch/npm-lock.ts';

const own = { resolved: 'https://registry.example/a/-/a-1.0.0.tgz', dependencies: { x: '^1.0.0' } };

test.each<[string, string | null, NpmLock['packages']]>([
  ['Archives on other hosts are', null, { 'node_modules/x': { resolved: 'https://cdn.example/x-1.0.0.tgz' } }],
  ['What a package brings along is', null, { 'node_modules/a/node_modules/x': {} }],
  [
    'A repository that was only optional, and is not taken, does not matter: it is',
    null,
    { 'node_modules/y': { optionalDependencies: { x: 'git+ssh://git@example.org/x.git' } } },
  ],
  [
    'A repository is not',
    'git+ssh://git@example.org/x.git#0a1b',
    { 'node_modules/x': { resolved: 'git+ssh://git@example.org/x.git#0a1b' } },
  ],
  ['A file is not', 'file:../x.tgz', { 'node_modules/x': { resolved: 'file:../x.tgz' } }],
  ['A link is not', '../x', { 'node_modules/x': { resolved: '../x', link: true } }],
  ['A folder outside is not', '../x', { '../x': {} }],
  [
    'An address that a package names itself is not',
    'https://example.org/x.tgz',
    {
      'node_modules/y': { dependencies: { x: 'HTTPS://example.org/x.tgz' } },
      'node_modules/x': { resolved: 'https://example.org/x.tgz' },
    },
  ],
])('%s of a registry.', (_what, found, more) => {
  const packages = { '': { dependencies: { a: '1.0.0' } }, 'node_modules/a': own, ...more };
  expect(elsewhere({ packages })).toBe(found);
});

test.each<[string, ReturnType<typeof refusalIn>]>([
  ['npm error Refusing to fetch "x@git+https://example.org/x.git"', { from: 'x@git+https://example.org/x.git' }],
  ['npm ERR! Refusing to fetch "x@github:a/x"', { from: 'x@github:a/x' }],
  ['npm error Fetching packages of type "directory" have been disabled', { from: null }],
  ['npm error syscall spawn /draft/no-git', { from: null }],
  ['npm http fetch GET 200 https://registry.example/no-git 12ms', null],
  ['npm error code E404', null],
])('Of %s it is told whether npm refuses it.', (line, refusal) => {
  expect(refusalIn(line, '/draft/no-git')).toEqual(refusal);
});
