// How a process ended, in words.
import { describe, expect, test } from 'vitest';
import { exitReason, startFailureReason } from '../../../../../electron/core/servers/lifecycle/exit-reasons.ts';
import { inEnglish } from '../../../../../words/english.ts';

describe('exitReason', () => {
  test.each([
    [1, null, ['no disk.'], 'It exited with code 1: no disk.'],
    [
      1,
      null,
      ['ModuleNotFoundError: No module named mcp', 'bye'],
      'It exited with code 1: ModuleNotFoundError: No module named mcp.',
    ],
    [0, null, [], 'It exited with code 0 and wrote nothing to stderr.'],
    [null, 'SIGKILL', ['busy'], 'It was ended by SIGKILL.'],
  ] as const)('Code %s, signal %s and %j become one sentence.', (code, signal, wrote, sentence) => {
    expect(inEnglish(exitReason(code, signal, wrote))).toBe(sentence);
  });
});

describe('startFailureReason', () => {
  const attempt = (config: { command: string; cwd?: string }, os: NodeJS.Platform = 'linux') => ({
    config: { kind: 'stdio' as const, args: [], env: {}, ...config },
    env: { PATH: '/usr/bin' },
    os,
  });
  const failure = (code: string) => Object.assign(new Error(`spawn ${code}`), { code });

  test.each([
    [
      'ENOENT',
      { command: 'nosuch' },
      '"nosuch" was not found on the PATH (/usr/bin); install it or give an absolute path.',
    ],
    ['ENOENT', { command: '/no/such' }, '"/no/such" does not exist; correct the path.'],
    [
      'ENOENT',
      { command: 'node', cwd: '/no/folder' },
      'The folder "/no/folder" to run "node" in does not exist; create it or correct "cwd".',
    ],
    [
      'EACCES',
      { command: '/etc/hosts' },
      '"/etc/hosts" may not be run: it is no program or its permissions forbid it; name another or make it executable (chmod +x).',
    ],
    ['E2BIG', { command: 'node' }, '"node" could not be started: spawn E2BIG; correct its command.'],
  ])('%s of %j names the thing and the remedy.', (code, config, sentence) => {
    expect(inEnglish(startFailureReason(failure(code), attempt(config)))).toBe(sentence);
  });

  test('An interpreter that is missing is told from a missing program.', () => {
    const reason = startFailureReason(failure('ENOENT'), attempt({ command: process.execPath }));
    expect(inEnglish(reason)).toContain('the interpreter');
  });
});
