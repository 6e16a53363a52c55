// The companion over its WebSocket at a real hub: what a pairing brings, how long it holds, and what ends it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { socketEnds } from '../../../contract/companion-socket.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { until } from '../../support/panel-client.ts';
import { chromiumOrigin, dial, helloOf, openCompanion, play } from './companion-scene.ts';

const profileId = 'profile-of-ana';

test('The way in is off until a code is made, and can be switched off again.', async () => {
  const { panel, code } = await openCompanion();
  const shown = () => panel.snapshot.endpoints['companion-ws'];
  expect(shown()).toMatchObject({ state: { kind: 'off' }, switchable: true });
  const { port } = await code();
  await panel.waitFor(() => shown()?.state.kind === 'listening', 'it listens');
  expect(shown()?.address).toBe(`ws://127.0.0.1:${port}/companion`);
  await panel.request('endpoints:set', { endpointId: 'companion-ws', on: false });
  await expect(dial(port)).rejects.toThrow('ECONNREFUSED');
});

test('Who knows the code is approved by that, gets a key, and the audit says so.', async () => {
  const { panel, pair, browsers, pairing } = await openCompanion();
  const { welcome } = await pair(profileId);
  expect(welcome).toMatchObject({ state: 'approved', name: 'Chromium', pairKey: expect.stringMatching(/^\w{64}$/) });
  await until(() => pairing()?.kind === 'paired', 'the pairing is over');
  expect(browsers()).toMatchObject([{ state: { kind: 'connected', relayPid: null } }]);
  const { entries } = await panel.request('audit:query', { count: 50 });
  const said = entries.map(({ where }) => where);
  expect(said).toContain('a code that lets one browser in, for two minutes');
  expect(said).toContain('browser Chromium: approved by the code that was typed there');
});

test('The key brings it back without a code, also to the next hub; the key is in a file of its owner alone.', async () => {
  const { place, hub, pair } = await openCompanion();
  const { secret, port, welcome } = await pair(profileId);
  const folder = join(place.home, 'secrets/companions');
  // It is written once more when its browser is known.
  await until(() => readdirSync(folder).join() === secret.id, 'the key alone is there');
  expect([statSync(folder).mode & 0o777, statSync(join(folder, secret.id)).mode & 0o777]).toEqual([0o700, 0o600]);
  await hub.kill('SIGKILL');
  const panel = await place.panel(await place.serve());
  const again = await play(port, secret, profileId);
  expect((await again.hello(profileId, welcome.pairKey)).result).toMatchObject({ state: 'approved' });
  expect(panel.snapshot.endpoints['companion-ws']?.address).toContain(`:${port}/`);
});

test('A key alone is no approval: without the key of its approval the browser waits for a code to be compared.', async () => {
  const { pair, state } = await openCompanion();
  const first = await pair(profileId);
  const second = await play(first.port, first.secret, profileId);
  expect((await second.hello()).result).toMatchObject({
    state: 'pending',
    code: expect.stringMatching(/^\d{3}-\d{3}$/),
  });
  await until(() => state().toSorted().join() === 'away,pending', 'the first has gone and the second waits');
});

test('A browser that the user denied stays denied, also with a code.', async () => {
  const { place, panel, code, browsers } = await openCompanion();
  const argv = [`${chromiumOrigin}/`];
  const relay = await connectToHub({ home: place.home, role: 'relay', hello: { argv, pid: process.pid } });
  relay.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hello', params: helloOf(profileId, null) }));
  await until(() => browsers().length === 1, 'it waits');
  await panel.request('browsers:deny', { browserId: browsers()[0]?.id ?? '' });
  relay.close();
  const { port, secret } = await code();
  const paired = await play(port, secret, profileId);
  expect((await paired.hello()).result).toEqual({ state: 'denied' });
});

test('Forgotten, it is told so, and its key is worth nothing and gone from the disk.', async () => {
  const { place, panel, pair, browsers } = await openCompanion();
  const { closed, port, secret } = await pair(profileId);
  await panel.request('browsers:forget', { browserId: browsers()[0]?.id ?? '' });
  expect(await closed).toBe(socketEnds.forgotten);
  expect(readdirSync(join(place.home, 'secrets/companions'))).toEqual([]);
  await expect(play(port, secret, profileId)).rejects.toThrow('not-the-hub');
});

test('A new code for a browser that has a key takes the place of that key.', async () => {
  const { place, code, pair, browsers } = await openCompanion();
  const first = await pair(profileId);
  const next = await code();
  const second = await play(next.port, next.secret, profileId);
  await second.hello(profileId, first.welcome.pairKey);
  const kept = () => readdirSync(join(place.home, 'secrets/companions'));
  await until(() => kept().join() === second.key?.id, 'the first key is gone');
  expect(browsers()).toHaveLength(1);
});

test('A browser that is killed is away at once, and its calls with it.', async () => {
  const { pair, state } = await openCompanion();
  const { socket } = await pair(profileId);
  socket.terminate();
  await until(() => state().join() === 'away', 'it is away');
});

test('Where another program has the port, that is shown, and a new code carries another port.', async () => {
  const { place, hub, pair } = await openCompanion();
  const { port } = await pair(profileId);
  await hub.kill('SIGKILL');
  const squatter = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void squatter.close());
  const panel = await place.panel(await place.serve());
  expect(panel.snapshot.endpoints['companion-ws']?.state).toMatchObject({ kind: 'held' });
  const { code } = await panel.request('companion:pair', {});
  expect(code).not.toMatch(new RegExp(`^${port}-`));
  await panel.waitFor(({ endpoints }) => endpoints['companion-ws']?.state.kind === 'listening', 'it listens elsewhere');
});

test('Neither the code nor the key is in the snapshot, the trace, the log or the database.', async () => {
  const { place, panel, hub, code } = await openCompanion();
  const { port, secret, text } = await code();
  const played = await play(port, secret, profileId);
  await played.hello();
  const { entries } = await panel.request('trace:window', { filter: {}, from: -1, count: 100 });
  const payloads = await Promise.all(entries.map(({ seq }) => panel.request('trace:payload', { seq })));
  const seen = [
    JSON.stringify([panel.snapshot, entries, payloads]),
    hub.stderr() + hub.stdout(),
    ...readdirSync(place.home).map(name => textAt(join(place.home, name))),
  ].join('\n');
  for (const hidden of [text, secret.code, played.key?.secret ?? 'none']) expect(seen).not.toContain(hidden);
});

function textAt(file: string): string {
  return statSync(file).isFile() ? readFileSync(file, 'latin1') : '';
}
