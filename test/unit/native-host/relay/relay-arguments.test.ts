// What a browser starts the relay with, and what no browser does.
import { expect, test } from 'vitest';
import { extensionIds } from '../../../../contract/names.ts';
import { parseRelayArguments } from '../../../../native-host/relay/relay-arguments.ts';

const other = `chrome-extension://${'b'.repeat(32)}/`;
const parse = (...argv: string[]) => parseRelayArguments(['--home', '/data', ...argv]);

test.each([
  ['our extension in Chromium', [`chrome-extension://${extensionIds.chromium}/`, '--parent-window=0'], true],
  ['another extension in Chromium', [other], false],
  ['our add-on in Firefox', ['/m/dev.pilothouse.relay.json', 'companion@pilothouse.dev'], true],
  ['another add-on in Firefox', ['/m/x.json', '{01234567-89ab-cdef-0123-456789abcdef}'], false],
])('%s is taken', (_what, argv, isCompanion) => {
  expect(parse(...argv)).toEqual({ home: '/data', argv, isCompanion });
});

test.each([
  [['chrome-extension://gabkefeopdahgkgchijjkpckmmokknad']],
  [[`x chrome-extension://${extensionIds.chromium}/`]],
  [[`chrome-extension://${extensionIds.chromium}/page.html`]],
  [['relative.json', 'companion@pilothouse.dev']],
  [['/m/x.json', 'no id']],
])('%j is refused', argv => {
  expect(() => parse(...argv)).toThrow('only a browser starts the relay');
});

test.each([[[]], [['--home']], [['--home', 'relative', other]], [[other]]])(
  '%j has no data home and is refused',
  args => {
    expect(() => parseRelayArguments(args)).toThrow('relay --home DIR');
  },
);

test('no more arguments are passed on than a hello may have', () => {
  expect(parse(other, ...Array.from({ length: 30 }, () => '--x')).argv.length).toBe(10);
});
