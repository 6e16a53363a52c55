// What reaches a terminal, whatever is said.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logOnTerminal, printAside, printJson, printLines } from '../../../../electron/core/platform/terminal.ts';

/** Clears the screen in two ways, turns the line, and ends it. */
const hostile = 'a\u001b[2J\u009b2J\u202eb\nc';
const written: string[] = [];

beforeEach(() => {
  written.length = 0;
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation(text => written.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const shown = 'a␛[2J⟨U+009B⟩2J⟨U+202E⟩b␊c';

test('A line stays one line and steers nothing, on stdout and on stderr.', () => {
  printLines([hostile, 'second']);
  printAside(hostile);
  expect(written).toEqual([`${shown}\nsecond\n`, `${shown}\n`]);
});

test('JSON is read back as it was, and steers nothing.', () => {
  const value = { [hostile]: [hostile, 'é 👍'] };
  printJson(value);
  logOnTerminal.write(`${JSON.stringify(value)}\n`);
  for (const line of written) {
    expect(JSON.parse(line)).toEqual(value);
    expect(line).toMatch(/^[^\p{C}]*\n$/u);
    expect(line).toContain('é 👍');
  }
});
