// Which shell `npm start` chooses, and how it reads the end of Electron.
import { describe, expect, test } from 'vitest';
import { decideShell, ownFailure, readExit, type ShellFacts } from '../../../electron/launch/decide-shell.ts';

const desktop: ShellFacts = {
  forced: false,
  os: 'linux',
  uid: 1000,
  env: { DISPLAY: ':0' },
  findElectron: () => '/opt/electron',
};
const window = { kind: 'window', electron: '/opt/electron' };

describe('decideShell', () => {
  test.each<[string, Partial<ShellFacts>]>([
    ['an X display', {}],
    ['a Wayland display', { env: { WAYLAND_DISPLAY: 'wayland-0' } }],
    ['macOS, which has no DISPLAY', { os: 'darwin', env: {} }],
    ['Windows, which has neither DISPLAY nor a uid', { os: 'win32', uid: null, env: {} }],
    ['root who has switched the sandbox off', { uid: 0, env: { DISPLAY: ':0', ELECTRON_DISABLE_SANDBOX: '1' } }],
    ['root on macOS', { os: 'darwin', uid: 0 }],
  ])('opens a window with %s', (_, facts) => {
    expect(decideShell({ ...desktop, ...facts })).toEqual(window);
  });

  test.each<[string, Partial<ShellFacts>, RegExp]>([
    ['without a display', { env: {} }, /DISPLAY and WAYLAND_DISPLAY are not set/],
    ['as root', { uid: 0 }, /cannot run as root .*ELECTRON_DISABLE_SANDBOX=1/],
    [
      'as root with an empty ELECTRON_DISABLE_SANDBOX',
      { uid: 0, env: { DISPLAY: ':0', ELECTRON_DISABLE_SANDBOX: '' } },
      /cannot run as root/,
    ],
    ['without a binary', { findElectron: () => null }, /binary is not here .*npx install-electron/],
  ])('serves the panel to a browser %s, and says why in one line', (_, facts, reason) => {
    const decision = decideShell({ ...desktop, ...facts });
    expect(decision).toEqual({ kind: 'headless', reason: expect.stringMatching(reason) });
    expect(decision.kind === 'headless' && decision.reason).not.toContain('\n');
  });

  test('gives no reason when the user asked for it', () => {
    expect(decideShell({ ...desktop, forced: true })).toEqual({ kind: 'headless', reason: null });
  });

  test('does not look for a binary, and so fetches none, where no window can open', () => {
    const findElectron = () => {
      throw new Error('looked for Electron');
    };
    expect(decideShell({ ...desktop, env: {}, findElectron }).kind).toBe('headless');
    expect(decideShell({ ...desktop, forced: true, findElectron }).kind).toBe('headless');
  });
});

describe('readExit', () => {
  test.each([
    ['a normal end', { code: 0, signal: null, afterMs: 300, asked: false }, 'done'],
    ['a failure that Electron has explained', { code: ownFailure, signal: null, afterMs: 300, asked: false }, 'done'],
    ['a crash after a long life', { code: null, signal: 'SIGSEGV', afterMs: 60_000, asked: false }, 'done'],
    ['an end that was asked for, however untidy', { code: null, signal: 'SIGHUP', afterMs: 300, asked: true }, 'done'],
    ['a sandbox that aborts', { code: null, signal: 'SIGTRAP', afterMs: 80, asked: false }, 'cannot-start'],
    ['a display that cannot be opened', { code: 1, signal: null, afterMs: 200, asked: false }, 'cannot-start'],
    ['a missing library', { code: 127, signal: null, afterMs: 20, asked: false }, 'cannot-start'],
  ] as const)('reads %s', (_, exit, expected) => {
    expect(readExit(exit)).toBe(expected);
  });
});
