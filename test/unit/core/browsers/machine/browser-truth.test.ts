// The one thing that counts about a browser: what comes first keeps what follows from being said.
import { expect, it } from 'vitest';
import { isOlder } from '../../../../../electron/core/browsers/machine/browser-rows.ts';
import { truthOf } from '../../../../../electron/core/browsers/machine/browser-truth.ts';
import { desktopEnv } from '../../../../../electron/core/browsers/machine/machine-browsers.ts';
import { inEnglish } from '../../../../../words/english.ts';
import type { Browser } from '../../../../../contract/schemas/entities.ts';
import type { ManifestRow } from '../../../../../contract/schemas/manifests.ts';
import type { SeenCompanion, TruthFacts } from '../../../../../electron/core/browsers/machine/browser-truth.ts';

const ready = { kind: 'was-stopped' } as const;
const row: ManifestRow = {
  browserId: 'chromium',
  host: 'pilothouse',
  extension: 'Pilothouse',
  name: 'Chromium',
  family: 'chromium',
  found: 'yes',
  state: 'ours',
  reason: ready,
  paths: [],
  content: '',
  replaces: [],
};

function companion(state: Browser['state'], version = '0.1.0', isOld = false): SeenCompanion {
  const browser: Browser = {
    id: 'b1',
    name: 'Chromium',
    colour: 1,
    family: 'chromium',
    version: '142',
    os: 'linux',
    extensionId: 'x',
    extensionVersion: version,
    state,
  };
  return { browser, isOld, seenAt: 5, profile: null };
}

const facts: TruthFacts = {
  row,
  isOn: true,
  answer: { kind: 'pilothouse', reason: ready },
  running: { kind: 'yes', pids: [7] },
  seen: [],
  wanted: '0.1.0',
};
const connected = companion({ kind: 'connected', since: 3, relayPid: 9 });

it.each<[string, Partial<TruthFacts>]>([
  ['not-here', { row: { ...row, found: 'no', state: 'absent' }, isOn: false }],
  ['needs-websocket', { row: { ...row, state: 'unsupported' } }],
  ['off', { row: { ...row, state: 'absent' }, isOn: false, answer: { kind: 'nobody', reason: ready } }],
  ['off', { row: { ...row, state: 'foreign' }, isOn: false, answer: { kind: 'other', program: '/x', reason: ready } }],
  ['forbidden', { answer: { kind: 'forbidden', reason: ready } }],
  // Switching it on would help nobody.
  ['forbidden', { row: { ...row, state: 'absent' }, isOn: false, answer: { kind: 'forbidden', reason: ready } }],
  // The companion has come by the WebSocket.
  ['connected', { row: { ...row, state: 'unsupported' }, isOn: false, seen: [connected] }],
  ['connected', { answer: { kind: 'forbidden', reason: ready }, seen: [connected] }],
  ['needs-websocket', { row: { ...row, state: 'unsupported' }, seen: [companion({ kind: 'away', since: 1 })] }],
  ['other-program', { answer: { kind: 'other', program: '/x', reason: ready }, seen: [connected] }],
  ['broken', { row: { ...row, state: 'broken' }, answer: { kind: 'nobody', reason: ready } }],
  ['closed', { running: { kind: 'no' } }],
  ['closed', { running: { kind: 'no' }, seen: [companion({ kind: 'away', since: 1 })] }],
  ['no-extension', {}],
  ['no-extension', { running: { kind: 'unknown' } }],
  ['waits', { seen: [companion({ kind: 'pending', since: 1, code: '123-456' })] }],
  ['denied', { seen: [companion({ kind: 'denied', since: 1 })] }],
  ['away', { seen: [companion({ kind: 'away', since: 1 })] }],
  ['old-extension', { seen: [companion({ kind: 'connected', since: 3, relayPid: 9 }, '0.0.9', true)] }],
  ['connected', { seen: [connected] }],
  // Whoever wrote it, it answers.
  ['connected', { isOn: false, seen: [connected] }],
])('says %s of %j', (kind, change) => {
  expect(truthOf({ ...facts, ...change }).kind).toBe(kind);
});

it('says of an old companion what to press', () => {
  const old = companion({ kind: 'connected', since: 3, relayPid: 9 }, '0.0.9', true);
  expect(inEnglish(truthOf({ ...facts, seen: [old] }).reason)).toBe(
    'The companion in Chromium is version 0.0.9, the hub has 0.1.0. Press Reload on its page of extensions.',
  );
});

it('compares versions by their numbers', () => {
  const pairs: [string, string][] = [
    ['0.9', '0.10'],
    ['1.0', '1.0.0'],
    ['2', '1.9.9'],
    ['1.0.0', '1.0.1'],
  ];
  expect(pairs.map(([one, other]) => isOlder(one, other))).toEqual([true, false, false, true]);
});

it('gives a browser the environment of a desktop, and nothing of the hub or of secrets', () => {
  const env = {
    HOME: '/home/ana',
    DISPLAY: ':0',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus',
    NODE_OPTIONS: '--inspect',
    ELECTRON_RUN_AS_NODE: '1',
    PILOTHOUSE_HOME: '/x',
    CLAUDE_BROWSER_AUTH_TOKEN: 'secret',
    GONE: undefined,
  };
  expect(desktopEnv(env)).toEqual({
    HOME: '/home/ana',
    DISPLAY: ':0',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus',
  });
});
