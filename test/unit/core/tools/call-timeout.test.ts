// The timeout of a call of the browser: milliseconds for the whole of it, and the seconds that a script has always taken.
import { expect, test } from 'vitest';
import { splitTimeout, usualTimeoutMs } from '../../../../electron/core/tools/call-timeout.ts';

test.each([
  ['read_page', { depth: 3 }, null, { depth: 3 }],
  ['read_page', { depth: 3, timeout: 5_000 }, 5_000, { depth: 3 }],
  ['read_page', { timeout: 300_000 }, 300_000, {}],
  ['read_page', { timeout: null }, null, {}],
  // Seconds, as they were.
  ['javascript_tool', { timeout: 1 }, null, { timeout: 1 }],
  ['javascript_tool', { timeout: 60 }, null, { timeout: 60 }],
  // The extension says which seconds it takes.
  ['javascript_tool', { timeout: 61 }, null, { timeout: 61 }],
  // Milliseconds: the script may use them up, as far as a script may.
  ['javascript_tool', { timeout: 5_000 }, 5_000, { timeout: 5 }],
  ['javascript_tool', { timeout: 30_500 }, 30_500, { timeout: 30 }],
  ['javascript_tool', { timeout: 300_000 }, 300_000, { timeout: 300 }],
])('%s with %j has %j ms, and its browser is sent %j.', (tool, given, timeoutMs, args) => {
  expect(splitTimeout(tool, given)).toEqual({ timeoutMs, args });
});

test.each([
  ['read_page', 10, '10'],
  ['read_page', 4_999, '4999'],
  ['read_page', 300_001, '300001'],
  ['read_page', Number.NaN, 'null'],
  ['navigate', '10000', '"10000"'],
  ['navigate', [], '[]'],
  ['javascript_tool', 300_001, '300001'],
])('%s refuses the timeout %j by name.', (tool, timeout, found) => {
  expect(() => splitTimeout(tool, { timeout })).toThrow(
    expect.objectContaining({
      code: 'ERR_INVALID_ARGUMENTS',
      message: `The timeout of ${tool} is ${found}; it must be a number of milliseconds from 5000 to 300000.`,
    }),
  );
});

test.each([
  ['read_page', {}, 150_000],
  ['javascript_tool', { timeout: 60 }, 150_000],
  ['computer', { action: 'left_click', duration: 200 }, 150_000],
  ['computer', { action: 'wait', duration: 2.5 }, 152_500],
  ['computer', { action: 'wait', text: 'Done' }, 160_000],
  ['computer', { action: 'wait', text: 'Done', duration: 200 }, 350_000],
  ['computer', { action: 'wait', text: 'Done', duration: 9e9 }, 450_000],
  ['computer', { action: 'wait', text: 'Done', duration: -1 }, 160_000],
  ['computer', { action: 'wait', text: 'Done', duration: Number.NaN }, 160_000],
])('%s with %j and no timeout may take %d ms.', (tool, args, ms) => {
  expect(usualTimeoutMs(tool, args)).toBe(ms);
});
