// The policy file as it changes on disk, with a real folder.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ruleCode } from '../../../../../contract/call-rules.ts';
import { PolicyFile } from '../../../../../electron/core/permissions/policy/policy-file.ts';
import { noon } from '../../../../support/hub-fixtures.ts';

const policy = (id: string) =>
  JSON.stringify({ version: 1, rules: [{ id, effect: 'deny', scopes: ['browser:files'] }] });

async function start(text: string | null, prepare?: (file: string) => void, last: string | null = null) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pilothouse-policy-'));
  const file = path.join(folder, 'policy.json');
  if (text !== null) writeFileSync(file, text);
  prepare?.(file);
  const changes = { count: 0 };
  const kept = { text: last };
  const made = new PolicyFile({
    path: file,
    now: () => noon,
    kept: last,
    keep: now => (kept.text = now),
    show: () => {},
    onChanged: () => (changes.count += 1),
  });
  onTestFinished(() => {
    made.stop();
    rmSync(folder, { recursive: true });
  });
  await made.start();
  const names = () => [...made.rules.all()].map(({ source }) => ruleCode(source));
  return { folder, file, made, names, changes, kept };
}

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
  await expect.poll(names).toEqual(['policy two']);
  writeFileSync(`${file}.new`, policy('three'));
  renameSync(`${file}.new`, file);
  await expect.poll(names).toEqual(['policy three']);
  rmSync(file);
  await expect.poll(names).toEqual([]);
});

test('A broken file is told with its place, and the last good one stays in force until it is mended.', async () => {
  const { file, made, names, changes } = await start(policy('one'));
  writeFileSync(file, '{\n  "version": 1,\n  "rules": [,]\n}');
  await expect.poll(() => made.state).toMatchObject({ state: 'broken', error: { line: 3, column: 13 } });
  expect([names(), made.state.rules.length, changes.count]).toEqual([['policy one'], 1, 1]);
  writeFileSync(file, policy('one'));
  await expect.poll(() => made.state).toMatchObject({ state: 'active', error: null });
});

describe('a link to a file elsewhere', () => {
  async function linked() {
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'pilothouse-team-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    const target = path.join(elsewhere, 'team.json');
    writeFileSync(target, policy('one'));
    return { elsewhere, target, ...(await start(null, file => symlinkSync(target, file))) };
  }

  test('holds, also when that file is written or replaced.', async () => {
    const { target, names } = await linked();
    expect(names()).toEqual(['policy one']);
    writeFileSync(target, policy('two'));
    await expect.poll(names).toEqual(['policy two']);
    writeFileSync(`${target}.new`, policy('three'));
    renameSync(`${target}.new`, target);
    await expect.poll(names).toEqual(['policy three']);
  });

  test('is followed when it leads to another file, in another folder, over a link of its own.', async () => {
    const { elsewhere, file, names } = await linked();
    mkdirSync(path.join(elsewhere, 'deep'));
    const next = path.join(elsewhere, 'deep/next.json');
    writeFileSync(next, policy('next'));
    symlinkSync('deep/next.json', path.join(elsewhere, 'between'));
    symlinkSync(path.join(elsewhere, 'between'), `${file}.new`);
    renameSync(`${file}.new`, file);
    await expect.poll(names).toEqual(['policy next']);
    writeFileSync(next, policy('last'));
    await expect.poll(names).toEqual(['policy last']);
  });

  test('that leads nowhere for a while keeps the last good rules and says so; removed, it takes them along.', async () => {
    const { target, file, made, names } = await linked();
    rmSync(target);
    await expect.poll(() => made.state).toMatchObject({ state: 'broken', error: { line: 1 } });
    expect(names()).toEqual(['policy one']);
    unlinkSync(file);
    await expect.poll(() => [made.state.state, names()]).toEqual(['none', []]);
  });

  test('to itself is broken, and nothing more.', async () => {
    const { made, names } = await start(null, file => symlinkSync(file, file));
    expect([made.state.state, names()]).toEqual(['broken', []]);
  });
});

describe('an editor', () => {
  test('that keeps a backup and writes anew (rename, then create) changes the rules once it is done.', async () => {
    const { file, names } = await start(policy('one'));
    renameSync(file, `${file}~`);
    writeFileSync(file, policy('two'));
    await expect.poll(names).toEqual(['policy two']);
  });

  test('that writes in several steps is waited for.', async () => {
    const { file, made, names } = await start(policy('one'));
    const text = policy('two');
    const states = new Set<string>();
    for (const end of [0, 5, 20, text.length]) {
      writeFileSync(file, text.slice(0, end));
      states.add(made.state.state);
    }
    await expect.poll(names).toEqual(['policy two']);
    expect([...states]).toEqual(['active']);
  });
});

describe('what stands in the place of a file', () => {
  test.each<[string, (file: string) => void]>([
    ['A folder', file => mkdirSync(file)],
    ['A pipe that nobody writes to', file => execFileSync('/usr/bin/mkfifo', [file])],
    ['A file of five megabytes', file => writeFileSync(file, ' '.repeat(5_000_000))],
  ])('%s is broken, and does not hold up the start.', async (_what, prepare) => {
    const { made } = await start(null, prepare);
    expect(made.state).toMatchObject({
      state: 'broken',
      error: { why: { kind: 'policy-unreadable' } },
    });
  });
});

describe('the last good file', () => {
  test('is kept, and forgotten when the file is removed.', async () => {
    const { file, names, kept } = await start(policy('one'));
    expect(kept.text).toBe(policy('one'));
    writeFileSync(file, '{');
    writeFileSync(file, policy('two'));
    await expect.poll(names).toEqual(['policy two']);
    expect(kept.text).toBe(policy('two'));
    rmSync(file);
    await expect.poll(() => kept.text).toBe(null);
  });

  test('of an earlier hub holds where the file that is there is broken.', async () => {
    const { made, names, kept } = await start('{', undefined, policy('before'));
    expect([made.state.state, made.state.rules.map(({ id }) => id), names()]).toEqual([
      'broken',
      ['before'],
      ['policy before'],
    ]);
    expect(kept.text).toBe(policy('before'));
  });

  test('of an earlier hub holds no more where the file was removed meanwhile.', async () => {
    const { made, names, kept } = await start(null, undefined, policy('before'));
    expect([made.state.state, names(), kept.text]).toEqual(['none', [], null]);
  });
});
