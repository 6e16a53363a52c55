// The hub endpoint over real sockets: the mutual proof, what is refused, the files it makes and removes.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishEndpointRecord, readEndpointRecord } from '../../../native-host/endpoints/endpoint-record.ts';
import { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import { encodeFrame } from '../../../native-host/framing/frame-codec.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { createNonce } from '../../../native-host/relay/nonce.ts';
import { hubProof, peerProof } from '../../../native-host/relay/proof.ts';
import { asOtherAccount } from '../../support/other-account.ts';
import { createHubHome, type HubHome } from './hub-home.ts';

const mib = 1024 * 1024;
const cli = { role: 'cli', hello: {} } as const;
const program = { path: null, pid: null, folder: null };
const clientHello = { clientId: 'claude', instanceId: 'instance-0123456789', program };

let hub: HubHome;
beforeEach(async () => {
  hub = await createHubHome();
});
afterEach(() => hub.remove());

function rawSocket(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => resolve(socket)).once('error', reject);
  });
}

function closed(channel: FrameChannel): Promise<string> {
  return new Promise(resolve => channel.onClose(resolve));
}

test('Nine hundred connections that never prove anything are closed from the oldest on, and a peer that knows the key is let in.', async () => {
  let crowded = 0;
  const { path } = await hub.listen({ onCrowded: () => (crowded += 1) });
  const flood: Socket[] = [];
  for (let count = 0; count < 900; count += 1) flood.push((await rawSocket(path)).on('error', () => {}));
  (await connectToHub({ home: hub.home, ...cli })).close();
  await expect.poll(() => crowded).toBeGreaterThanOrEqual(900 - 768);
  for (const socket of flood) socket.destroy();
});

describe('a peer that knows the key', () => {
  test('is let in, and frames pass both ways', async () => {
    await hub.listen({ onPeer: (_hello, connection) => connection.onFrame(frame => connection.send(frame)) });
    const channel = await connectToHub({ home: hub.home, ...cli });
    const big = randomBytes(3 * mib);
    channel.send('hello');
    channel.send(big);
    const answers = [(await channel.takeFrame()).toString(), (await channel.takeFrame()).equals(big)];
    channel.close();
    expect(answers).toEqual(['hello', true]);
  });

  test('hands over its hello as the contract has it, without what is unknown', async () => {
    await hub.listen();
    const hello = { argv: ['chrome-extension://x/'], pid: 7, extra: true };
    (await connectToHub({ home: hub.home, role: 'relay', hello })).close();
    await expect.poll(() => hub.peers.map(peer => peer.hello)).toEqual([{ role: 'relay', argv: hello.argv, pid: 7 }]);
  });

  test('sees the frames that the hub sent along with its verdict', async () => {
    await hub.listen({ onPeer: (_hello, connection) => ['a', 'b'].map(text => connection.send(text)) });
    const channel = await connectToHub({ home: hub.home, ...cli });
    const frames = [await channel.takeFrame(), await channel.takeFrame()].map(String);
    channel.close();
    expect(frames).toEqual(['a', 'b']);
  });

  test('enters as a client when the secret of that client is right', async () => {
    await hub.listen({ clientSecret: async id => (id === 'claude' ? 's3cret' : null) });
    (await connectToHub({ home: hub.home, role: 'mcp', hello: clientHello, clientSecret: 's3cret' })).close();
    await expect.poll(() => hub.peers.map(peer => peer.hello.role)).toEqual(['mcp']);
  });

  test('is refused with one and the same sentence for a wrong secret and for an unknown client', async () => {
    await hub.listen({ clientSecret: id => (id === 'claude' ? 's3cret' : null) });
    const attempt = (clientId: string) =>
      connectToHub({ home: hub.home, role: 'mcp', hello: { ...clientHello, clientId }, clientSecret: 'wrong' });
    await expect(attempt('claude')).rejects.toThrow('Client claude is unknown or its secret is wrong;');
    await expect(attempt('nobody')).rejects.toThrow('Client nobody is unknown or its secret is wrong;');
  });

  test('is told what is wrong with a hello that the contract does not have', async () => {
    await hub.listen();
    const attempt = connectToHub({ home: hub.home, role: 'relay', hello: { argv: 'no list', pid: 1 } });
    await expect(attempt).rejects.toThrow('Frame 3 of the handshake is not valid (hello.argv:');
  });
});

describe('what does not prove itself', () => {
  test('is not let in with another key', async () => {
    await hub.listen();
    const other = randomBytes(32);
    await writeFile(join(hub.home, 'secrets', 'hub.key'), other.toString('hex'));
    await expect(connectToHub({ home: hub.home, ...cli })).rejects.toThrow('did not prove that it is the hub');
    expect(hub.peers).toEqual([]);
  });

  test('is not let in with a guessed proof, and is told so', async () => {
    const { path } = await hub.listen();
    const channel = new FrameChannel(await rawSocket(path), { maxFrameBytes: mib });
    channel.send(JSON.stringify({ v: 1, role: 'cli', nonce: createNonce() }));
    await channel.takeFrame();
    channel.send(JSON.stringify({ proof: createNonce(), hello: { role: 'cli' } }));
    const verdict: unknown = JSON.parse(String(await channel.takeFrame()));
    expect(verdict).toEqual({ ok: false, error: expect.stringContaining('The proof is wrong') });
    expect(await closed(channel)).toBe('The other side closed the connection.');
    await expect.poll(() => hub.refusals).toEqual([expect.stringContaining('The proof is wrong')]);
  });

  test('is not let in with a proof for one role and a hello of another', async () => {
    const { path } = await hub.listen();
    const channel = new FrameChannel(await rawSocket(path), { maxFrameBytes: mib });
    const peer = createNonce();
    channel.send(JSON.stringify({ v: 1, role: 'cli', nonce: peer }));
    const answer: { nonce: string } = JSON.parse(String(await channel.takeFrame()));
    const proof = peerProof(hub.key, { peer, hub: answer.nonce }, 'cli');
    channel.send(JSON.stringify({ proof, hello: { role: 'relay', argv: [], pid: 1 } }));
    expect(JSON.parse(String(await channel.takeFrame()))).toMatchObject({ ok: false });
  });

  test('cannot play the hub: a peer tells a squatter nothing but a nonce (C2 #7, endpoint squatting)', async () => {
    await mkdir(hub.runtimeDir, { mode: 0o700 });
    const path = join(hub.runtimeDir, 'squatter.sock');
    const heard: string[] = [];
    const server = createServer(socket => {
      const channel = new FrameChannel(socket, { maxFrameBytes: mib });
      channel.onFrame(frame => {
        heard.push(frame.toString());
        channel.send(JSON.stringify({ nonce: createNonce(), proof: createNonce() }));
      });
    });
    await new Promise<void>(resolve => server.listen(path, resolve));
    await publishEndpointRecord(hub.home, { v: 1, pid: 1, startedAt: 1, path });
    await expect(connectToHub({ home: hub.home, ...cli })).rejects.toThrow(`What listens at ${path} did not prove`);
    await new Promise(resolve => server.close(resolve));
    expect(heard.map(text => Object.keys(JSON.parse(text)).sort())).toEqual([['nonce', 'role', 'v']]);
  });

  test.each([
    ['a frame over 8 KiB', () => Buffer.from([1, 32, 0, 0]), 'A frame of 8193 bytes is over the cap of 8192 bytes'],
    ['a length of zero', () => Buffer.alloc(4), 'A frame has length 0'],
    ['no JSON', () => encodeFrame('GET / HTTP/1.1'), 'Frame 1 of the handshake is not JSON'],
    ['invalid UTF-8', () => encodeFrame(Buffer.from([0x22, 0xff, 0x22])), 'Frame 1 of the handshake is not JSON'],
    ['another version', () => encodeFrame('{"v":2}'), 'Frame 1 of the handshake is not valid (v:'],
  ])('is closed with a reason after sending %s', async (_what, bytes, reason) => {
    const { path } = await hub.listen();
    const socket = await rawSocket(path);
    const end = new Promise(resolve => socket.once('close', resolve));
    socket.resume().write(bytes());
    await end;
    await expect.poll(() => hub.refusals).toEqual([expect.stringContaining(reason)]);
  });

  test('is closed when it stays silent past the deadline', async () => {
    const { path } = await hub.listen({ handshakeDeadlineMs: 50 });
    const socket = await rawSocket(path);
    await new Promise(resolve => socket.resume().once('close', resolve));
    await expect.poll(() => hub.refusals).toEqual(['The handshake was not complete after 0.05 s.']);
  });

  test('hears no token on the wire: the key is in no byte of a handshake (C2 #9)', async () => {
    const seen: string[] = [];
    const { path } = await hub.listen();
    await publishEndpointRecord(hub.home, { v: 1, pid: 1, startedAt: 1, path: `${path}.tap` });
    const tap = createServer(socket => {
      const upstream = connect(path);
      for (const [from, to] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        from.on('data', chunk => {
          seen.push(chunk.toString('latin1'));
          to.write(chunk);
        });
        from.on('close', () => to.destroy());
      }
    });
    await new Promise<void>(resolve => tap.listen(`${path}.tap`, resolve));
    (await connectToHub({ home: hub.home, ...cli })).close();
    await new Promise(resolve => tap.close(resolve));
    expect(seen.join('')).toContain('"ok":true');
    expect(seen.join('')).not.toContain(hub.key.toString('hex'));
  });
});

describe('a peer that is in', () => {
  test('is closed after half a frame and silence (C2 #23)', async () => {
    await hub.listen({ halfFrameMs: 60 });
    const { path } = (await readEndpointRecord(hub.home)) ?? { path: '' };
    const socket = await rawSocket(path);
    const channel = new FrameChannel(socket, { maxFrameBytes: mib });
    const peer = createNonce();
    channel.send(JSON.stringify({ v: 1, role: 'cli', nonce: peer }));
    const answer: { nonce: string; proof: string } = JSON.parse(String(await channel.takeFrame()));
    const nonces = { peer, hub: answer.nonce };
    expect(answer.proof).toBe(hubProof(hub.key, nonces, 'cli'));
    channel.send(JSON.stringify({ proof: peerProof(hub.key, nonces, 'cli'), hello: { role: 'cli' } }));
    await channel.takeFrame();
    const connection = hub.peers[0]?.connection;
    connection?.onFrame(() => {});
    const reason = new Promise(resolve => connection?.onClose(resolve));
    socket.write(encodeFrame('whole').subarray(0, 6));
    expect(await reason).toBe('A frame stopped after 6 bytes and nothing followed for 0.06 s.');
  });

  test('is closed when it does not read and 64 MiB wait for it', async () => {
    await hub.listen();
    const channel = await connectToHub({ home: hub.home, ...cli });
    channel.pause();
    const connection = hub.peers[0]?.connection;
    const reason = new Promise(resolve => connection?.onClose(resolve));
    const part = Buffer.alloc(8 * mib, 1);
    for (let sent = 0; sent < 10; sent += 1) connection?.send(part);
    expect(await reason).toMatch(/^The other side does not read: \d+ bytes wait and the limit is 67108864\.$/);
    channel.close();
  });

  test('learns that the hub stops', async () => {
    const endpoint = await hub.listen();
    const channel = await connectToHub({ home: hub.home, ...cli });
    const reason = closed(channel);
    await endpoint.close();
    expect(await reason).toBe('The other side closed the connection.');
  });
});

describe('the place', () => {
  test.skipIf(process.getuid?.() !== 0)('cannot be entered by another account (C2 #5)', async () => {
    const { path } = await hub.listen();
    await chmod(hub.home, 0o755);
    const script = `require('net').connect(${JSON.stringify(path)}).on('error', e => console.log(e.code)).on('connect', () => console.log('in'))`;
    const { file, args, options } = asOtherAccount(['-e', script]);
    expect(execFileSync(file, args, { ...options, encoding: 'utf8', timeout: 60_000 }).trim()).toBe('EACCES');
  });

  test('is a 0600 socket in a 0700 directory with a 0600 record, also under umask 0 (C2 #9)', async () => {
    const before = process.umask(0);
    try {
      const { path } = await hub.listen();
      const modes = await Promise.all(
        [hub.runtimeDir, path, join(hub.home, 'endpoint.json')].map(async place => (await lstat(place)).mode & 0o777),
      );
      expect(modes).toEqual([0o700, 0o600, 0o600]);
      expect(process.umask()).toBe(0);
    } finally {
      process.umask(before);
    }
  });

  test('leaves nothing behind when it closes, and may be closed twice', async () => {
    const endpoint = await hub.listen();
    await Promise.all([endpoint.close(), endpoint.close()]);
    expect([await readdir(hub.runtimeDir), await readdir(hub.home)]).toEqual([[], ['run', 'secrets']]);
  });

  test("leaves another hub's record alone when it closes", async () => {
    const endpoint = await hub.listen();
    const other = { v: 1, pid: 1, startedAt: 1, path: '/elsewhere.sock' } as const;
    await publishEndpointRecord(hub.home, other);
    await endpoint.close();
    expect(await readEndpointRecord(hub.home)).toEqual(other);
  });

  test('removes the socket of a killed hub, never one that answers', async () => {
    const first = await hub.listen();
    await hub.listen();
    expect((await lstat(first.path)).isSocket()).toBe(true);
    expect((await readdir(hub.runtimeDir)).length).toBe(2);
  });

  test('keeps a file that a false record passes off as a socket (C2 #6)', async () => {
    await mkdir(hub.runtimeDir, { mode: 0o700 });
    const victim = join(hub.runtimeDir, 'notes.txt');
    await writeFile(victim, 'mine');
    await publishEndpointRecord(hub.home, { v: 1, pid: 1, startedAt: 1, path: victim });
    await hub.listen();
    expect(await readFile(victim, 'utf8')).toBe('mine');
  });

  test('refuses a runtime directory that is a link, and leaves its target alone (C2 #6)', async () => {
    await mkdir(join(hub.home, 'target'), { mode: 0o700 });
    await symlink(join(hub.home, 'target'), hub.runtimeDir);
    await expect(hub.listen()).rejects.toThrow(`The runtime directory ${hub.runtimeDir} is a link;`);
    expect(await readdir(join(hub.home, 'target'))).toEqual([]);
  });

  test('does not write through a link that stands where the record goes (C2 #6)', async () => {
    const victim = join(hub.home, 'victim');
    await writeFile(victim, 'mine');
    await symlink(victim, join(hub.home, 'endpoint.json'));
    const { record } = await hub.listen();
    expect([await readFile(victim, 'utf8'), await readEndpointRecord(hub.home)]).toEqual(['mine', record]);
  });

  test('names the file when no hub runs', async () => {
    const attempt = connectToHub({ home: hub.home, ...cli });
    await expect(attempt).rejects.toThrow(`No hub is running: ${join(hub.home, 'endpoint.json')} does not exist;`);
  });

  test('names the socket when the hub was killed', async () => {
    await publishEndpointRecord(hub.home, { v: 1, pid: 1, startedAt: 1, path: join(hub.home, 'gone.sock') });
    await expect(connectToHub({ home: hub.home, ...cli })).rejects.toThrow(
      `No hub answers at ${join(hub.home, 'gone.sock')}`,
    );
  });

  test('can be waited for no longer once aborted', async () => {
    await hub.listen();
    const attempt = connectToHub({ home: hub.home, ...cli, signal: AbortSignal.abort(new Error('enough')) });
    await expect(attempt).rejects.toThrow('enough');
  });
});
