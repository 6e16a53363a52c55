// A batch file gets exactly the arguments that were meant, whatever cmd.exe makes of quotes, percent signs and ampersands.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchCommandLine } from '../../../../../electron/core/servers/process/batch-quoting.ts';

const variables: Record<string, string> = { PATH: 'C:\\evil & calc.exe', CD: 'C:\\here', USERNAME: 'ana' };

/** cmd.exe's first phase on a command line: %NAME% and %NAME:~from,count% of what is set; any other sign stays. */
function expand(line: string): string {
  let out = '';
  for (let at = 0; at < line.length; at += 1) {
    const end = line[at] === '%' ? line.indexOf('%', at + 1) : -1;
    const [name = '', part] = line.slice(at + 1, Math.max(end, at + 1)).split(/:(.*)/s);
    const value = variables[name.toUpperCase()];
    if (end < 0 || name === '' || value === undefined || (part !== undefined && !part.startsWith('~'))) {
      out += line[at];
      continue;
    }
    const [from = '', count] = (part ?? '~').slice(1).split(',');
    out += count === undefined ? value.slice(Number(from)) : value.slice(Number(from), Number(from) + Number(count));
    at = end;
  }
  return out;
}

/** cmd.exe's second phase: what stands outside of quotes, where `& | < > ^ ( )` act. Each quote opens or closes. */
function outside(line: string): string {
  return line
    .split('"')
    .filter((_part, index) => index % 2 === 0)
    .join('');
}

/** The program behind the batch file's `%*`: Microsoft's C runtime, "Parsing C command-line arguments" (since 2008). */
function parse(line: string): string[] {
  const args: string[] = [];
  let at = 0;
  while (at < line.length) {
    while (line[at] === ' ') at += 1;
    if (at >= line.length) break;
    let arg = '';
    let isQuoted = false;
    for (; at < line.length && (isQuoted || line[at] !== ' '); at += 1) {
      let slashes = 0;
      while (line[at] === '\\') {
        slashes += 1;
        at += 1;
      }
      if (line[at] !== '"') {
        arg += '\\'.repeat(slashes);
        if (at >= line.length || (!isQuoted && line[at] === ' ')) break;
        arg += line[at];
        continue;
      }
      arg += '\\'.repeat(Math.floor(slashes / 2));
      if (slashes % 2 === 1) arg += '"';
      else if (isQuoted && line[at + 1] === '"') {
        arg += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    }
    args.push(arg);
  }
  return args;
}

/** What /s does: the first and the last quote go. */
const inner = (line: string) => line.slice(1, -1);

const nasty = fc.oneof(
  fc.constantFrom(
    '"',
    '\\',
    '%',
    '&',
    '|',
    '^',
    '<',
    '>',
    '(',
    ')',
    '!',
    ' ',
    '%PATH%',
    '%cd:~,%',
    '""',
    '\\"',
    '\t',
    ',',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const argument = fc.array(nasty, { maxLength: 8 }).map(parts => parts.join('').replaceAll(/[\0\r\n]/g, ''));

describe('a command line for cmd.exe', () => {
  test('The program behind the batch file gets the arguments that were meant.', () => {
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 4 }), args => {
        const line = expand(inner(batchCommandLine('C:\\tools\\npx.cmd', args)));
        expect(parse(line)).toEqual(['C:\\tools\\npx.cmd', ...args]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('Nothing but spaces stands outside of quotes, so that nothing of an argument acts.', () => {
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 4 }), args => {
        expect(outside(expand(inner(batchCommandLine('C:\\a b\\x.bat', args)))).trim()).toBe('');
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    [['plain'], '""C:\\x.cmd" "plain""'],
    [[''], '""C:\\x.cmd" """'],
    [['a"&calc.exe'], '""C:\\x.cmd" "a""&calc.exe""'],
    [['%PATH%'], '""C:\\x.cmd" "%%cd:~,%PATH%%cd:~,%""'],
    [['C:\\dir\\'], '""C:\\x.cmd" "C:\\dir\\\\""'],
  ])('%j', (args, line) => {
    expect(batchCommandLine('C:\\x.cmd', args)).toBe(line);
  });

  test.each(['a\nb', 'a\rb', 'a\0b'])('The argument %j is refused, because it would cut the line short.', arg => {
    expect(() => batchCommandLine('C:\\x.cmd', [arg])).toThrow('holds a line break');
  });

  test.each(['C:\\a".cmd', 'C:\\%PATH%\\x.cmd', 'C:\\x\\'])('The path %s is refused.', path => {
    expect(() => batchCommandLine(path, [])).toThrow('cannot be the path of a batch file');
  });
});
