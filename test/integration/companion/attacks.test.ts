// Who tries to come in by the companion's WebSocket and is not a companion that the user paired.
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { socketEnds } from '../../../contract/companion-socket.ts';
import { parsePairingCode } from '../../../contract/pairing-code.ts';
import { until } from '../../support/panel-client.ts';
import { chromiumOrigin, dial, dialled, firefoxOrigin, openCompanion, play } from './companion-scene.ts';

const profileId = 'profile-of-ana';
const nonce = 'a'.repeat(64);
const mib = 1024 * 1024;

test.each([
  ['a page of a website', { origin: 'https://example.com' }, 403],
  ['a page of this machine', { origin: 'http://127.0.0.1:8080' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['a program that names no origin', { origin: '' }, 403],
  ['another extension', { origin: `chrome-extension://${'a'.repeat(32)}` }, 403],
  ['an extension whose id begins as ours', { origin: `${chromiumOrigin}a` }, 403],
  ['an address that is none of Firefox', { origin: 'moz-extension://nobody' }, 403],
  ['a name that was bound to this machine', { headers: { host: 'evil.example:80' } }, 403],
  ['another path', { path: '/panel' }, 404],
])('%s is refused before it has said anything, and uses up no try.', async (_who, how, status) => {
  const { code, pairing } = await openCompanion();
  const { port } = await code();
  expect(await dial(port, how)).toBe(status);
  expect(pairing()).toEqual({ kind: 'waiting', tries: 5 });
});

test('Two origins, or two hosts, are none.', async () => {
  const { code } = await openCompanion();
  const { port } = await code();
  const upgrade =
    'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const origin = `Origin: ${chromiumOrigin}\r\n`;
  for (const headers of [
    host + origin + origin,
    host + host + origin,
    `${host}Origin: https://example.com\r\n${origin}`,
  ]) {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(`GET /companion HTTP/1.1\r\n${headers}${upgrade}\r\n`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 40[03] /);
    socket.destroy();
  }
});

test('A wrong code is told apart by the extension before it says who it is; five tries end the code.', async () => {
  const { code, pairing } = await openCompanion();
  const { port, secret } = await code();
  const wrong = { by: 'code', code: secret.code.replace(/^./, first => (first === 'A' ? 'B' : 'A')) } as const;
  for (let tries = 0; tries < 5; tries += 1) await expect(play(port, wrong, profileId)).rejects.toThrow('not-the-hub');
  await until(() => pairing()?.kind === 'ended', 'the code has ended');
  expect(pairing()).toEqual({ kind: 'ended', why: 'tried-too-often' });
  await expect(play(port, secret, profileId)).rejects.toThrow('no-code');
});

test('Who guesses the proof is refused after each guess, and no faster for being many.', async () => {
  const { code, state } = await openCompanion();
  const { port, secret } = await code();
  const guess = async () => {
    const { hub } = await dialled(port);
    hub.send({ v: 1, by: 'code', nonce });
    await hub.take();
    hub.send({ proof: 'b'.repeat(64), profileId });
    return hub.take();
  };
  const guesses = await Promise.allSettled(Array.from({ length: 12 }, guess));
  const ends = guesses.map(end => (end.status === 'fulfilled' ? (end.value as { error: string }).error : 'closed'));
  expect(ends.filter(end => end === 'wrong-proof')).toHaveLength(5);
  await expect(play(port, secret, profileId)).rejects.toThrow('no-code');
  expect(state()).toEqual([]);
});

test('A code that was used, that another one followed, or that was cancelled, is good for nobody.', async () => {
  const { panel, code, browsers } = await openCompanion();
  const used = await code();
  await play(used.port, used.secret, profileId);
  await expect(play(used.port, used.secret, 'profile-of-eve')).rejects.toThrow('no-code');
  const [older, newer] = [await code(), await code()];
  await expect(play(older.port, older.secret, 'profile-of-eve')).rejects.toThrow('not-the-hub');
  await panel.request('companion:cancel-pair', { pairingId: newer.pairingId });
  await expect(play(newer.port, newer.secret, 'profile-of-eve')).rejects.toThrow('no-code');
  expect(browsers()).toEqual([]);
});

test('Of two that know one code at once, one gets in.', async () => {
  const { code } = await openCompanion();
  const { port, secret } = await code();
  const both = await Promise.allSettled([play(port, secret, profileId), play(port, secret, 'profile-of-eve')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('A proof that was overheard opens nothing a second time, nor does the hub’s own.', async () => {
  const { pair } = await openCompanion();
  const { port, secret } = await pair(profileId);
  const sent: string[] = [];
  const { socket, hub } = await dialled(port);
  const send = socket.send.bind(socket);
  socket.send = ((text: string) => {
    sent.push(text);
    send(text);
  }) as never;
  const { proveTo } = await import('../../../resources/extension/socket-proof.ts');
  await proveTo(hub, port, secret, profileId);
  const [opening = '', proof = ''] = sent;
  const again = await dialled(port);
  again.hub.send(JSON.parse(opening));
  const own = (await again.hub.take()) as { proof: string };
  again.hub.send(JSON.parse(proof));
  expect(await again.hub.take()).toEqual({ ok: false, error: 'wrong-proof' });
  const mirror = await dialled(port);
  mirror.hub.send(JSON.parse(opening));
  await mirror.hub.take();
  mirror.hub.send({ proof: own.proof, profileId });
  expect(await mirror.hub.take()).toEqual({ ok: false, error: 'wrong-proof' });
});

test('What passes a proof on from another port gets none that holds.', async () => {
  const { pair } = await openCompanion();
  const { port, secret } = await pair(profileId);
  const { hub } = await dialled(port);
  const { proveTo } = await import('../../../resources/extension/socket-proof.ts');
  await expect(proveTo(hub, port + 1, secret, profileId)).rejects.toThrow('not-the-hub');
});

test('A key is good for the extension and the profile that it was made for, and an unknown key reads as a wrong one.', async () => {
  const { pair, browsers } = await openCompanion();
  const { port, secret } = await pair(profileId);
  await expect(play(port, secret, profileId, { origin: firefoxOrigin })).rejects.toThrow('wrong-proof');
  await expect(play(port, secret, 'profile-of-eve')).rejects.toThrow('wrong-proof');
  await expect(play(port, { ...secret, id: 'f'.repeat(32) }, profileId)).rejects.toThrow('not-the-hub');
  const posing = await play(port, secret, profileId);
  expect((await posing.hello('profile-of-eve')).error).toMatchObject({
    message: expect.stringContaining('the key of another profile'),
  });
  expect(browsers()).toHaveLength(1);
});

test('A copy of the profile’s storage is the same browser: it takes the place of the first, and there are never two.', async () => {
  const { pair, browsers, state } = await openCompanion();
  const first = await pair(profileId);
  const copy = await play(first.port, first.secret, profileId);
  await copy.hello(profileId, first.welcome.pairKey);
  expect(await first.closed).toBe(socketEnds.replaced);
  await until(() => state().join() === 'connected', 'one is connected');
  expect(browsers()).toHaveLength(1);
});

test.each([
  ['no JSON', 'hello'],
  ['no opening', '{"v":1,"by":"nothing"}'],
  ['another version', JSON.stringify({ v: 2, by: 'code', nonce })],
  ['a key by a path', JSON.stringify({ v: 1, by: 'key', nonce, keyId: '../../hub.key' })],
])('An opening that is %s is refused.', async (_what, text) => {
  const { code } = await openCompanion();
  const { port } = await code();
  const { socket, hub } = await dialled(port);
  socket.send(text);
  expect(await hub.take()).toEqual({ ok: false, error: 'unreadable' });
  await once(socket, 'close');
});

test('More than a proof, before the proof, ends the connection; so does silence.', async () => {
  const { hub: process, code } = await openCompanion();
  const { port } = await code();
  const large = await dialled(port);
  large.socket.on('error', () => {});
  large.socket.send(Buffer.alloc(mib), { fin: false });
  await once(large.socket, 'close');
  const silent = await dialled(port);
  await once(silent.socket, 'close');
  expect(process.child.exitCode).toBeNull();
});

test('A message over 64 MiB ends the connection of a paired browser, and the hub goes on.', async () => {
  const { pair, state } = await openCompanion();
  const { socket, closed, port, secret, welcome } = await pair(profileId);
  socket.on('error', () => {});
  socket.send(Buffer.alloc(64 * mib + 1, 32));
  expect([1006, 1009]).toContain(await closed);
  await until(() => state().join() === 'away', 'it is away');
  const again = await play(port, secret, profileId);
  expect((await again.hello(profileId, welcome.pairKey)).result).toMatchObject({ state: 'approved' });
});

test('Hundreds that prove nothing keep a paired browser from nothing.', async () => {
  const { pair, code } = await openCompanion();
  const { port, secret, welcome, socket } = await pair(profileId);
  const flood = await Promise.all(Array.from({ length: 400 }, () => dial(port)));
  expect(flood.every(one => one instanceof WebSocket)).toBe(true);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  const again = await play(port, secret, profileId);
  expect((await again.hello(profileId, welcome.pairKey)).result).toMatchObject({ state: 'approved' });
  expect(parsePairingCode((await code()).text)?.port).toBe(port);
});
