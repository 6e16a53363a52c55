// A symbolic link planted at every path that a hub writes: it is replaced or refused, and what it points at stays as it was.
import fs from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlace, usePlace } from '../../support/hub-process.ts';
import { saying } from '../../support/saying.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const manifestFile = '.config/chromium/NativeMessagingHosts/dev.pilothouse.relay.json';

/** Relative to HOME, beneath which the data home is `data`. */
const replaced = [
  'data/secrets/hub.key',
  'data/endpoint.json',
  'data/launcher/relay',
  'data/launcher/relay.cjs',
  'data/launcher/pilothouse',
  'data/manifests.json',
  '.claudezilla/claudezilla-auth.token',
  manifestFile,
];

/** Points into nothing, so that following it would make the bait. */
function plantLink(place: HubPlace, file: string): string {
  const at = path.join(place.folder, file);
  const bait = path.join(place.folder, 'bait', file.replaceAll('/', '_'));
  fs.mkdirSync(path.dirname(at), { recursive: true, mode: 0o700 });
  fs.mkdirSync(path.dirname(bait), { recursive: true });
  fs.symlinkSync(bait, at);
  return bait;
}

describe('A link where a file is written is replaced by the file, and nothing is made where it points:', () => {
  let place: HubPlace;
  let panel: PanelClient;
  beforeAll(async () => {
    place = openPlace();
    for (const file of replaced) plantLink(place, file);
    panel = await place.panel(await place.serve());
    await panel.request('manifests:install', { browserId: 'chromium' });
  });
  afterAll(() => place.end());

  test.each(replaced)('%s', file => {
    expect(fs.lstatSync(path.join(place.folder, file)).isFile()).toBe(true);
    expect(fs.readdirSync(path.join(place.folder, 'bait'))).not.toContain(file.replaceAll('/', '_'));
  });

  test('the secret of a client', async () => {
    const { client } = await panel.request('clients:create', { name: 'Any', start: 'ask' });
    const secret = path.join(place.home, 'secrets/clients', client.id);
    expect([fs.lstatSync(secret).isFile(), fs.statSync(secret).mode & 0o777]).toEqual([true, 0o600]);
    expect(fs.readdirSync(path.join(place.folder, 'bait'))).toEqual([]);
  });
});

test.each([
  'hub.lock',
  'hub.lock-journal',
  'pilothouse.db',
  'pilothouse.db-wal',
  'pilothouse.db-shm',
  'pilothouse.db-journal',
])('A link at %s, which SQLite would follow, keeps the hub from starting.', async file => {
  const place = usePlace();
  const bait = plantLink(place, `data/${file}`);
  const { code, stderr } = await place.run(['serve', '--port', '0', '--mcp-port', '0']);
  const at = path.join(place.home, file);
  expect(code).toBe(1);
  expect(stderr).toContain(`${at} is a symbolic link, which is not followed; move it away, then start again.`);
  expect([fs.existsSync(bait), fs.lstatSync(at).isSymbolicLink()]).toEqual([false, true]);
  fs.unlinkSync(at);
});

test.each([
  ['the data home', 'data', 'is no folder'],
  ['the secrets', 'data/secrets', 'is no folder'],
  ['the secrets of clients', 'data/secrets/clients', 'is no folder'],
  ['the logs', 'data/logs', 'is no folder'],
  ['the launchers', 'data/launcher', 'it is a symbolic link'],
  ['the hub’s socket', 'data/run', 'is a link'],
])(
  'A link in place of the folder of %s keeps the hub from starting, and nothing is written behind it.',
  async (_, folder, why) => {
    const place = usePlace();
    const bait = plantLink(place, folder);
    fs.mkdirSync(bait, { mode: 0o755 });
    const { code, stderr } = await place.run(['serve', '--port', '0', '--mcp-port', '0']);
    expect(code).toBe(1);
    expect(stderr).toContain(why);
    expect([fs.readdirSync(bait), fs.statSync(bait).mode & 0o777]).toEqual([[], 0o755]);
  },
);

test.each([
  ['claude-code-frames', 'tmp/claude-code-mcp-USER.sock'],
  ['claude-bridge-frames', 'tmp/claude-mcp-browser-bridge-USER'],
  ['claudezilla', '.claudezilla/claudezilla.sock'],
  ['claudezilla', '.claudezilla'],
])(
  'A link in the place of %s (%s) is shown as what is wrong, and the hub runs without it.',
  async (endpointId, file) => {
    const place = usePlace();
    const bait = plantLink(place, file.replace('USER', userInfo().username));
    if (file === '.claudezilla' || file.startsWith('tmp/claude-mcp')) fs.mkdirSync(bait);
    const panel = await place.panel(await place.serve());
    expect(panel.snapshot.endpoints[endpointId]?.state).toMatchObject({
      kind: 'failed',
      reason: saying(/is a link, which is not followed|is no folder of its own/),
    });
    expect(fs.existsSync(bait) ? fs.readdirSync(bait) : []).toEqual([]);
  },
);
