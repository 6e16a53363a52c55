// What an approval is bound to, and what is read before it is given.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { visibleLine } from '../../../../../contract/visible-text.ts';
import { approvalHash, commandHash, commandLineOf } from '../../../../../electron/core/servers/config/approval.ts';

const config = { kind: 'stdio' as const, command: 'npx', args: ['-y', 'pkg'], env: { B: '1', A: '2' }, cwd: '/srv' };

describe('approvalHash', () => {
  test('It is 64 hex digits and the same for the same command.', () => {
    expect(approvalHash(config)).toMatch(/^[0-9a-f]{64}$/);
    expect(approvalHash({ ...config })).toBe(approvalHash(config));
  });

  test('The order of variables does not count.', () => {
    expect(approvalHash({ ...config, env: { A: '2', B: '1' } })).toBe(approvalHash(config));
  });

  test('Where there are no variables an approval from before values counted still fits, and nowhere else.', () => {
    const plain = { ...config, env: {} };
    // As it was computed then, by hand.
    expect(approvalHash(plain)).toBe(
      createHash('sha256').update('{"command":"npx","args":["-y","pkg"],"env":[],"cwd":"/srv"}').digest('hex'),
    );
    expect(commandHash(plain)).toBe(approvalHash(plain));
    expect(commandHash(config)).not.toBe(approvalHash(config));
    expect(commandHash({ ...config, env: { A: 'x', B: 'y' } })).toBe(commandHash(config));
  });

  test.each([
    [
      'http',
      { kind: 'http' as const, url: 'https://a.test/mcp', headers: { 'X-Team': 'a' } },
      { headers: { 'X-Team': 'b' } },
    ],
    ['javascript', { kind: 'javascript' as const, file: '/a.js', env: { A: '1' }, hosts: [] }, { env: { A: '2' } }],
    ['wasm', { kind: 'wasm' as const, file: '/a', args: [], env: { A: '1' }, folders: [] }, { env: { A: '2' } }],
  ])('It counts the values of %s too.', (_kind, given, change) => {
    expect(approvalHash({ ...given, ...change })).not.toBe(approvalHash(given));
  });

  test.each([
    ['the command', { command: 'npm' }],
    ['an argument', { args: ['-y', 'pkg2'] }],
    ['where arguments are parted', { args: ['-y pkg'] }],
    ['a variable more', { env: { A: '', B: '', C: '' } }],
    ['the folder', { cwd: '/tmp' }],
    ['the value of a variable', { env: { B: '1', A: '3' } }],
    ['which variable has which value', { env: { B: '2', A: '1' } }],
    ['the secret that a variable refers to', { env: { B: '1', A: '${secret:OTHER}' } }],
  ])('A change of %s changes it.', (_what, change) => {
    expect(approvalHash({ ...config, ...change })).not.toBe(approvalHash(config));
  });
});

describe('commandLineOf', () => {
  test.each([
    [['node', '/a/b.js', '--port=1', '@scope/pkg@1.2'], 'node /a/b.js --port=1 @scope/pkg@1.2'],
    [['a b', '', "it's", '; rm'], `'a b' '' 'it'\\''s' '; rm'`],
    [['a', 'x\x1b[2Jy', 'l1\nl2', '\x7f'], `a 'x␛[2Jy' 'l1␊l2' '␡'`],
    [['a', 'ab\u202Etxt.exe', 'ze\u200Bro', 'no\u00A0break'], `a 'ab⟨U+202E⟩txt.exe' 'ze⟨U+200B⟩ro' 'no⟨U+00A0⟩break'`],
    [['a', '\u{E0041}', '\uD800', '\u3164'], `a '⟨U+E0041⟩' '⟨U+D800⟩' '⟨U+3164⟩'`],
  ])('%j is shown whole and visible.', ([command = '', ...args], line) => {
    expect(commandLineOf({ kind: 'stdio', command, args, env: {} })).toBe(line);
  });

  test.each([
    ['https://x.test/mcp?a=1&b=$(id);c', 'https://x.test/mcp?a=1&b=$(id);c'],
    ['https://x.test/a b\u202E', `'https://x.test/a b⟨U+202E⟩'`],
  ])('The address %j has quotes only where something would hide or end in it.', (url, line) => {
    expect(commandLineOf({ kind: 'http', url, headers: {} })).toBe(line);
  });

  test('Nothing is cut.', () => {
    const long = 'x'.repeat(100_000);
    expect(commandLineOf({ kind: 'stdio', command: 'a', args: [long], env: {} })).toBe(`a ${long}`);
  });
});

describe('visibleLine', () => {
  test('Colours are dropped, tabs stay, everything else that hides becomes visible.', () => {
    expect(visibleLine('\x1b[1;31mred\x1b[0m\tplain\x1b]8;;x\x07\r\u202E')).toBe('red\tplain␛]8;;x␇␍⟨U+202E⟩');
  });

  test('What joins emoji stays where it does, and is shown where it hides.', () => {
    expect(visibleLine('👩\u200d💻 a\u200db')).toBe('👩\u200d💻 a⟨U+200D⟩b');
  });
});
