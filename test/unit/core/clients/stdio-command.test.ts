// The command line for stdio clients, as a shell reads it.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { stdioCommand } from '../../../../electron/core/clients/stdio-command.ts';

describe('stdioCommand', () => {
  test('It is the launcher with the client’s id.', () => {
    expect(stdioCommand('/home/ada/.pilothouse/launcher/pilothouse', 'claude-code-1a2b3c')).toEqual({
      command: '/home/ada/.pilothouse/launcher/pilothouse',
      args: ['mcp', '--client', 'claude-code-1a2b3c'],
      line: '/home/ada/.pilothouse/launcher/pilothouse mcp --client claude-code-1a2b3c',
    });
  });

  test
    .skipIf(process.platform === 'win32')
    .each(["/home/ada l'ove/pilot house", '/home/$(touch x)/`id`;&|<>"\\/p', '/home/größe/*/~/p'])(
    'A shell reads the line for %j back as it was.',
    launcher => {
      const { line } = stdioCommand(launcher, 'c');
      const words = execFileSync('/bin/sh', ['-c', `for word in ${line}; do printf '%s\\n' "$word"; done`]);
      expect(words.toString().split('\n')).toEqual([launcher, 'mcp', '--client', 'c', '']);
    },
  );
});
