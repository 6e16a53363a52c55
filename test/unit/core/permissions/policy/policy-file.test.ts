// The policy file as it changes on disk, with a real folder.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PolicyFile } from '../../../../../electron/core/permissions/policy/policy-file.ts';
import { noon } from '../../../../support/hub-fixtures.ts';

const policy = (id: string) =>
  JSON.stringify({ version: 1, rules: [{ id, effect: 'deny', scopes: ['browser:files'] }] });

async function start(text: string | null) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pilothouse-policy-'));
  const file = path.join(folder, 'policy.json');
  if (text !== null) writeFileSync(file, text);
  const changes = { count: 0 };
  const made = new PolicyFile({ path: file, now: () => noon, show: () => {}, onChanged: () => (changes.count += 1) });
  onTestFinished(() => {
    made.stop();
    rmSync(folder, { recursive: true });
  });
  await made.start();
  const names = () => [...made.rules.all()].map(({ name }) => name);
  return { file, made, names, changes };
}

const soon = { timeout: 10_000, interval: 20 };

test('Without a file there are no rules.', async () => {
  const { made, names } = await start(null);
  expect([made.state.state, names()]).toEqual(['none', []]);
});

test('The file that is there holds from the start.', async () => {
  const { made, names } = await start(policy('one'));
  expect([made.state.state, made.state.loadedAt, names()]).toEqual(['active', noon, ['policy one']]);
});

test('A changed file holds soon after, also one that was put in its place; a removed one no longer.', async () => {
  const { file, names } = await start(policy('one'));
  writeFileSync(file, policy('two'));
  await vi.waitFor(() => expect(names()).toEqual(['policy two']), soon);
  writeFileSync(`${file}.new`, policy('three'));
  renameSync(`${file}.new`, file);
  await vi.waitFor(() => expect(names()).toEqual(['policy three']), soon);
  rmSync(file);
  await vi.waitFor(() => expect(names()).toEqual([]), soon);
});

test('A broken file is told with its place, and the last good one stays in force until it is mended.', async () => {
  const { file, made, names, changes } = await start(policy('one'));
  writeFileSync(file, '{\n  "version": 1,\n  "rules": [,]\n}');
  await vi.waitFor(() => expect(made.state).toMatchObject({ state: 'broken', error: { line: 3, column: 13 } }), soon);
  expect([names(), made.state.rules.length, changes.count]).toEqual([['policy one'], 1, 1]);
  writeFileSync(file, policy('one'));
  await vi.waitFor(() => expect(made.state).toMatchObject({ state: 'active', error: null }), soon);
});
