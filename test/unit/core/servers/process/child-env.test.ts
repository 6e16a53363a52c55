// What of the hub's environment a server gets.
import { describe, expect, test } from 'vitest';
import { childEnv } from '../../../../../electron/core/servers/process/child-env.ts';

describe('childEnv', () => {
  test('Only listed names pass, and what was configured wins.', () => {
    const hub = {
      HOME: '/h',
      PATH: '/bin',
      LC_ALL: 'C',
      XDG_CONFIG_HOME: '/c',
      NODE_OPTIONS: '--inspect',
      ELECTRON_RUN_AS_NODE: '1',
      PILOTHOUSE_HOME: '/p',
      GITHUB_TOKEN: 'secret',
      SHELL: undefined,
      TERM: '() { :; }',
    };
    expect(childEnv(hub, { PATH: '/own', KEY: 'v' }, 'linux')).toEqual({
      HOME: '/h',
      PATH: '/own',
      LC_ALL: 'C',
      XDG_CONFIG_HOME: '/c',
      KEY: 'v',
    });
  });

  test('On Windows the names are those of Windows, in any case.', () => {
    const hub = {
      Path: 'C:\\bin',
      SystemRoot: 'C:\\Windows',
      'ProgramFiles(x86)': 'C:\\P',
      HOME: 'x',
      NODE_OPTIONS: 'y',
    };
    expect(Object.keys(childEnv(hub, {}, 'win32'))).toEqual(['Path', 'SystemRoot', 'ProgramFiles(x86)']);
  });
});
