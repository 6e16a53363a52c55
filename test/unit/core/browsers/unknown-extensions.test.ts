// Extensions of an unknown wire: seen with what they say first, answered with nothing, and bounded.
import { beforeEach, expect, test } from 'vitest';
import { UnknownExtensions } from '../../../../electron/core/browsers/unknown-extensions.ts';
import { buildState } from '../../../support/hub-fixtures.ts';
import type { FrameChannel } from '../../../../native-host/framing/frame-channel.ts';

class Port {
  closedWith: string | null = null;
  hear: (frame: Buffer) => void = () => {};
  left: () => void = () => {};

  onFrame(listener: Port['hear']): void {
    this.hear = listener;
  }
  onClose(listener: Port['left']): void {
    this.left = listener;
  }
  close(reason: string): void {
    this.closedWith = reason;
  }
}

let now: number;
let state: ReturnType<typeof buildState>;
let unknown: UnknownExtensions;

beforeEach(() => {
  now = 1_000;
  state = buildState();
  unknown = new UnknownExtensions({ state, now: () => now });
});

function open(...argv: string[]): Port {
  const port = new Port();
  unknown.accept(argv, port as unknown as FrameChannel);
  return port;
}

const idOf = (letter: string) => letter.repeat(32);
const originOf = (letter: string) => `chrome-extension://${idOf(letter)}/`;
const shown = () => Object.values(state.snapshot().unknownExtensions);

test('Its id is shown, then what it said first, then that it has left.', () => {
  const port = open(originOf('a'), '--parent-window=0');
  expect(shown()).toEqual([{ id: idOf('a'), family: 'chromium', said: null, state: { kind: 'here', since: 1_000 } }]);
  port.hear(Buffer.from('{"hello":"<b>there</b>"}'));
  port.hear(Buffer.from('{"secret":"later"}'));
  expect(shown()).toMatchObject([{ said: '{"hello":"<b>there</b>"}', state: { kind: 'here' } }]);
  now = 2_000;
  port.left();
  expect(shown()).toMatchObject([{ said: '{"hello":"<b>there</b>"}', state: { kind: 'gone', since: 2_000 } }]);
  expect(port.closedWith).toBeNull();
});

test('An add-on is shown by its id, and is here while one of its ports is open.', () => {
  const [first] = [open('/m/x.json', 'other@example.org'), open('/m/x.json', 'other@example.org')];
  first?.left();
  expect(shown()).toMatchObject([{ id: 'other@example.org', family: 'firefox', state: { kind: 'here' } }]);
});

test.each([
  ['a long message', Buffer.from(JSON.stringify('x'.repeat(5_000)))],
  ['one character in many bytes', Buffer.from('😀'.repeat(2_000))],
  ['bytes that are no text', Buffer.alloc(10_000, 0xff)],
])('Of %s only the beginning is kept.', (_, bytes) => {
  open(originOf('a')).hear(bytes);
  expect(shown()[0]?.said).toMatch(/…$/);
  expect(shown()[0]?.said?.length).toBeLessThanOrEqual(301);
});

test.each([[[]], [['chrome-extension://ABC/']], [['/m/x.json', 'no id']], [['/m/x.json', `${'x'.repeat(101)}@a`]]])(
  '%j is no extension, and its connection closes.',
  argv => {
    expect(open(...argv).closedWith).toContain('is no extension that Pilothouse knows.');
    expect(shown()).toEqual([]);
  },
);

test('Twenty ports are kept open at a time, and twenty extensions shown; the one goes that left first.', () => {
  const ports = Array.from({ length: 21 }, () => open(originOf('a')));
  expect(ports.map(({ closedWith }) => closedWith === null)).toEqual([...Array<boolean>(20).fill(true), false]);
  for (const port of ports.slice(0, 20)) port.left();
  const ids = Array.from({ length: 20 }, (_, index) => `add-on-${index}@a`);
  for (const id of ids) open('/m/x.json', id).left();
  expect(shown().map(({ id }) => id)).toEqual(ids);
});
