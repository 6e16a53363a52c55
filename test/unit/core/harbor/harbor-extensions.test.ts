// Whom a browser started the relay for: an id of Harbor's under one of Harbor's names, and nobody else.
import { expect, test } from 'vitest';
import { harborOf } from '../../../../electron/core/harbor/harbor-extensions.ts';

test.each([
  [['chrome-extension://ljnciidcajlichemnbohopnlaonhkpgm/', '--parent-window=0'], 'b'],
  [['/home/ana/.mozilla/native-messaging-hosts/harbor_bridge.json', 'harbor@krikorian.co'], 'b'],
  [['/m/harbor_bridge_host.json', 'raffi.krikorian.harbor@gmail.com'], 'a'],
  [['C:\\Users\\Ana\\manifests\\firefox\\harbor_bridge_host.json', 'harbor@example.com'], 'a'],
])('%j is generation %s', (argv, generation) => {
  expect(harborOf(argv)?.generation).toBe(generation);
});

test.each([
  [['/m/dev.pilothouse.relay.json', 'raffi.krikorian.harbor@gmail.com']],
  [['/m/harbor_bridge.json', 'raffi.krikorian.harbor@gmail.com']],
  [['/m/harbor_bridge.json', 'companion@pilothouse.dev']],
  [['chrome-extension://ljnciidcajlichemnbohopnlaonhkpgm/x']],
  [['harbor_bridge.json']],
  [[]],
])('%j is none of its extensions', argv => {
  expect(harborOf(argv)).toBeNull();
});
