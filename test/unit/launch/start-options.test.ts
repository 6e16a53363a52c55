// What `npm start --` takes, and what of it reaches which shell.
import { expect, test } from 'vitest';
import { parseStartOptions } from '../../../electron/launch/start-options.ts';

test('nothing given means a window with the defaults', () => {
  expect(parseStartOptions([])).toEqual({ headless: false, forHeadless: [], forWindow: [] });
});

test('every option reaches the headless shell, and all but the panel port the window', () => {
  const argv = ['--headless', '--port', '0', '--mcp-port', '0', '--home', '/data', '--well-known-root', '/root'];
  const shared = ['--mcp-port=0', '--home=/data', '--well-known-root=/root'];
  expect(parseStartOptions(argv)).toEqual({ headless: true, forHeadless: ['--port=0', ...shared], forWindow: shared });
});

test('a folder that begins with a dash stays a value', () => {
  expect(parseStartOptions(['--home=-odd']).forWindow).toEqual(['--home=-odd']);
});

test.each([
  ['an unknown option', ['--prot', '1'], /'--prot'.*npm start -- takes --headless/],
  ['a value that is missing', ['--home'], /'--home.*takes --headless/],
  ['a stray word', ['serve'], /serve.*takes --headless/],
])('%s is refused with a sentence that names it and the options', (_, argv, message) => {
  expect(() => parseStartOptions(argv)).toThrow(message);
});
