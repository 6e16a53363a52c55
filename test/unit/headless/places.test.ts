// Where the data home and the runtime folder lie.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { homeOf, runtimeDirOf } from '../../../electron/headless/places.ts';

test('The option wins over PILOTHOUSE_HOME, and that over ~/.pilothouse.', () => {
  expect(homeOf('/a', { PILOTHOUSE_HOME: '/b' })).toBe(resolve('/a'));
  expect(homeOf(undefined, { PILOTHOUSE_HOME: '/b' })).toBe(resolve('/b'));
  expect(homeOf(undefined, {})).toBe(join(homedir(), '.pilothouse'));
});

test('An empty PILOTHOUSE_HOME counts as none.', () => {
  expect(homeOf(undefined, { PILOTHOUSE_HOME: '' })).toBe(join(homedir(), '.pilothouse'));
});

test('A relative home is taken from the folder in which the command runs.', () => {
  expect(homeOf('data', {})).toBe(resolve('data'));
});

test('Sockets lie in the folder that the system gives for a login, else in the home.', () => {
  expect(runtimeDirOf('/home', { XDG_RUNTIME_DIR: '/run/user/1' })).toBe(join('/run/user/1', 'pilothouse'));
  expect(runtimeDirOf('/home', {})).toBe(join('/home', 'run'));
  expect(runtimeDirOf('/home', { XDG_RUNTIME_DIR: '' })).toBe(join('/home', 'run'));
});
