// What a browser starts the relay with, and what no browser does.
import { describe, expect, test } from 'vitest';
import { maxBrowserFrameBytes, maxHubFrameBytes } from '../../../../contract/frame-bounds.ts';
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
  expect(parse(...argv)).toMatchObject({ home: '/data', argv, isCompanion, maxFrameBytes: maxHubFrameBytes });
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

describe('001 Entry Point: --chrome-native-host', () => {
  const maxFrameBytes = maxBrowserFrameBytes;

  test('without what a browser passes is the host of Claude’s extension, as Claude Code’s launcher starts it.', () => {
    const argv = ['chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn/'];
    expect(parse('--chrome-native-host')).toEqual({ home: '/data', argv, isCompanion: false, maxFrameBytes });
  });

  test('is for the extension that the browser names, where it names one.', () => {
    const argv = [other, '--parent-window=0'];
    expect(parse('--chrome-native-host', ...argv)).toEqual({ home: '/data', argv, isCompanion: false, maxFrameBytes });
  });

  test('does not make a browser of who passes something else.', () => {
    expect(() => parse('--chrome-native-host', 'x')).toThrow('only a browser starts the relay');
    expect(() => parse('--chrome-native-host', '--chrome-native-host')).toThrow('only a browser starts the relay');
  });
});

describe('--native-messaging', () => {
  const maxFrameBytes = maxHubFrameBytes;

  test('alone is the bridge of Harbor’s extension, as its own tests start it.', () => {
    const argv = ['chrome-extension://ljnciidcajlichemnbohopnlaonhkpgm/'];
    expect(parse('--native-messaging')).toEqual({ home: '/data', argv, isCompanion: false, maxFrameBytes });
  });

  test('is for the extension that the browser names, as Harbor’s own wrapper hands it on.', () => {
    const argv = ['/m/harbor_bridge.json', 'harbor@krikorian.co'];
    expect(parse('--native-messaging', ...argv)).toEqual({ home: '/data', argv, isCompanion: false, maxFrameBytes });
  });

  test('does not make a browser of who passes something else.', () => {
    expect(() => parse('--native-messaging', 'x')).toThrow('only a browser starts the relay');
    expect(() => parse('toString')).toThrow('only a browser starts the relay');
  });
});
