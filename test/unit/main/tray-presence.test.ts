// Whether the desktop has a place for a tray icon.
import { expect, test } from 'vitest';
import { type AskBus, askSessionBus, findTrayHost } from '../../../electron/main/tray-presence.ts';

const bus =
  (owner: string | null, registered: string | null): AskBus =>
  (_name, _object, method) =>
    Promise.resolve(method.endsWith('GetNameOwner') ? owner : registered);
const owned = '   string ":1.42"\n';

test.each([
  ['a watcher with a host', owned, '   variant       boolean true\n', ':1.42'],
  ['a watcher that does not say whether it has one', owned, null, ':1.42'],
  ['a watcher that nobody draws for', owned, '   variant       boolean false\n', null],
  ['no watcher', null, null, null],
])('%s', async (_, owner, registered, host) => {
  expect(await findTrayHost('linux', bus(owner, registered))).toBe(host);
});

test('other systems always have one', async () => {
  expect(await findTrayHost('darwin', bus(null, null))).toBe('system');
});

test('without a session bus there is nobody to ask', async () => {
  expect(await findTrayHost('linux', askSessionBus({}))).toBeNull();
});
