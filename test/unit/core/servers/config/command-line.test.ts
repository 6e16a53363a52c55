// Command lines as people type them, split without a shell.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandLineOf } from '../../../../../electron/core/servers/config/approval.ts';
import { splitCommandLine } from '../../../../../electron/core/servers/config/command-line.ts';

describe('splitCommandLine', () => {
  test.each([
    ['npx -y pkg', ['npx', '-y', 'pkg']],
    ['  npx\t-y \n pkg  ', ['npx', '-y', 'pkg']],
    [`a 'b c' "d e" f\\ g`, ['a', 'b c', 'd e', 'f g']],
    [`a '' "" b''c`, ['a', '', '', 'bc']],
    [`a "x\\"y" "x\\\\y" "x\\ny"`, ['a', 'x"y', 'x\\y', 'x\\ny']],
    [`a 'it'\\''s'`, ['a', "it's"]],
    [`a '| > < ; & \` $('  "; touch X" \\;`, ['a', '| > < ; & ` $(', '; touch X', ';']],
    ['a \\\n b', ['a', 'b']],
    ['a $HOME ~ *.js #x', ['a', '$HOME', '~', '*.js', '#x']],
    ['a --x=1', ['a', '--x=1']],
  ])('%j becomes its words.', (text, words) => {
    expect(splitCommandLine(text)).toEqual(words);
  });

  test.each([
    ['a | b', 'The command line holds | at character 3, a pipe;'],
    ['a > b', 'The command line holds > at character 3, a redirection;'],
    ['a < b', 'The command line holds < at character 3, a redirection;'],
    ['a; b', 'The command line holds ; at character 2, a second command;'],
    ['a && b', 'The command line holds & at character 3, a background command;'],
    ['a `b`', 'The command line holds ` at character 3, a command substitution;'],
    ['a $(b)', 'The command line holds $( at character 3, a command substitution;'],
    [`a "b`, 'The " at character 3 of the command line is never closed; close it.'],
    [`a 'b`, "The ' at character 3 of the command line is never closed; close it."],
    ['a \\', 'The command line ends with a lone \\; remove it.'],
    ['   ', 'The command line is empty; type a program and its arguments.'],
    ["'' a", 'The command line is empty; type a program and its arguments.'],
    ['KEY=1 npx x', '"KEY=" sets an environment variable,'],
  ])('%j is refused with a sentence.', (text, sentence) => {
    expect(() => splitCommandLine(text)).toThrow(sentence);
  });

  test('On Windows a backslash is a part of a path.', () => {
    expect(splitCommandLine('C:\\node\\node.exe "C:\\my files\\a.js" "say \\"x\\""', true)).toEqual([
      'C:\\node\\node.exe',
      'C:\\my files\\a.js',
      'say "x"',
    ]);
  });

  test('What is shown for reading can be typed again and means the same.', () => {
    const visible = fc.string({ unit: fc.constantFrom(...`abz09 '"\\|&;<>$(\`){}*?~#=!äπ`.split('')) });
    const command = visible.filter(text => text !== '' && !/^[a-z_]\w*=/i.test(text));
    fc.assert(
      fc.property(command, fc.array(visible), (first, args) => {
        expect(splitCommandLine(commandLineOf({ kind: 'stdio', command: first, args, env: {} }))).toEqual([
          first,
          ...args,
        ]);
      }),
    );
  });
});
