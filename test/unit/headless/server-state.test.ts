// What the command line says of a server's state.
import { expect, test } from 'vitest';
import { stateWords } from '../../../electron/headless/servers.ts';
import { english } from '../../../electron/headless/words/english.ts';
import { german } from '../../../electron/headless/words/german.ts';
import { buildServer } from '../../support/hub-fixtures.ts';

test('One that waits says when it is tried next, by the clock of this machine, and why.', () => {
  const until = new Date(2026, 0, 2, 9, 5, 7).getTime();
  const reason = { kind: 'nothing-listens', host: 'far:80', code: 'ECONNREFUSED' } as const;
  const server = buildServer({ kind: 'http', state: { kind: 'waiting', since: 0, until, reason } });
  expect(stateWords(server, english)).toMatch(/^next try at 09:05:07: Nothing listens at far:80/);
  expect(stateWords(server, german)).toMatch(/^nächster Versuch um 09:05:07: /);
});

test('One that leads back to the hub says so, and how.', () => {
  const reason = { kind: 'own-hub-behind' } as const;
  const server = buildServer({ state: { kind: 'blocked', since: 0, by: 'loop', reason } });
  expect(stateWords(server, english)).toMatch(/^leads back here: It leads back to this Pilothouse/);
  expect(stateWords(server, german)).toMatch(/^führt hierher zurück: /);
});

test('One that is being installed says how far that is, where somebody knows how much there is.', () => {
  const at = (done: number, total: number | null) =>
    buildServer({ state: { kind: 'installing', since: 0, step: 'fetching', done, total } });
  expect(stateWords(at(41, 100), english)).toBe('installing, 41 %');
  expect(stateWords(at(1, 3), german)).toBe('wird installiert, 33 %');
  expect(stateWords(at(7, null), english)).toBe('installing');
  expect(stateWords(at(7, 0), english)).toBe('installing');
});
