// One child process: what is written to it is bounded, and how it ends is told.
import { describe, expect, test } from 'vitest';
import { ServerProcess } from '../../../electron/core/servers/process/server-process.ts';
import { inEnglish } from '../../../words/english.ts';
import { fixture, quick } from './support.ts';
import type { CommandConfig } from '../../../contract/schemas/servers.ts';

const start = (config: CommandConfig) =>
  new ServerProcess({ config, env: process.env, os: process.platform, graces: quick, onText() {}, onStderr() {} });

describe('ServerProcess', () => {
  test('A child that does not read its input is ended before the queue passes 64 MiB.', async () => {
    const child = start(fixture('not-reading'));
    const message = 'x'.repeat(8 * 1024 * 1024);
    for (let count = 0; count < 10; count += 1) child.send(message);
    expect(inEnglish((await child.ended).reason)).toBe('It did not read its input: 64 MiB wait for it.');
    await child.gone;
  });

  test('A child that ends when its input ends needs no signal.', async () => {
    const child = start(fixture('silent'));
    await child.stop({ inputMs: 60_000, termMs: 60_000 });
    expect(inEnglish((await child.ended).reason)).toBe('It exited with code 0 and wrote nothing to stderr.');
  });

  test('A second stop is less patient than the first.', async () => {
    const child = start(fixture('not-reading'));
    void child.stop({ inputMs: 60_000, termMs: 60_000 });
    await child.stop({ inputMs: 60_000, termMs: 60_000 });
    expect(inEnglish((await child.ended).reason)).toBe('It was ended by SIGTERM.');
  });

  test('A child that somebody else kills is reported as killed.', async () => {
    const child = start(fixture('not-reading'));
    process.kill(child.pid ?? 0, 'SIGKILL');
    expect(inEnglish((await child.ended).reason)).toBe('It was ended by SIGKILL.');
  });

  test('A child that closes its output is ended.', async () => {
    const child = start(fixture('closes-output'));
    expect(inEnglish((await child.ended).reason)).toBe('It closed its output.');
  });

  test('Arguments that no program can take are a sentence, not an exception.', async () => {
    const child = start({ kind: 'stdio', command: 'node', args: ['a\0b'], env: {} });
    expect(inEnglish((await child.ended).reason)).toMatch(/^"node" could not be started: .* correct its command\.$/);
    expect(child.pid).toBeNull();
    await child.stop(quick);
  });

  test('Writing to a child that could not be started does nothing.', async () => {
    const child = start({ kind: 'stdio', command: '/no/such/program', args: [], env: {} });
    child.send('{}');
    expect(inEnglish((await child.ended).reason)).toBe('"/no/such/program" does not exist; correct the path.');
  });
});
