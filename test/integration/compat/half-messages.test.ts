// Half a message and then silence, on real sockets with the clock in the test's hand: the connection ends after 30 s, with a reason.
import { once } from 'node:events';
import fs from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { claudeFramesEndpoints } from '../../../electron/core/compat/claude/claude-frames-endpoints.ts';
import { acceptClaudezilla } from '../../../electron/core/compat/claudezilla/claudezilla-connection.ts';
import { listenWellKnown } from '../../../native-host/endpoints/well-known-socket.ts';
import { encodeFrame } from '../../../native-host/framing/frame-codec.ts';
import { until } from '../../support/panel-client.ts';
import { RecordingTap } from '../../unit/core/wire/recording-tap.ts';
import { RawClient } from './claude-scene.ts';
import { createServices } from './in-process-services.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-half-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function openFrames(index: 0 | 1) {
  const { made, services } = createServices();
  const machine = { platform: process.platform, homeDir: folder, env: {}, userName: 'ana', uid: process.getuid?.() };
  const runReg = () => Promise.reject(new Error('There is no registry here.'));
  const platform = {
    ...services.platform,
    wellKnownRoot: folder,
    machine: { ...machine, runReg },
    env: {},
    os: process.platform,
  };
  const [listener] = claudeFramesEndpoints({ ...services, platform })[index]?.places ?? [];
  const open = await listener?.open(() => {});
  onTestFinished(() => open?.close());
  const connected = () =>
    Object.values(made.state.snapshot().agents).filter(({ state }) => state.kind === 'connected').length;
  return { connected, address: listener?.address ?? '' };
}

async function pong(client: RawClient): Promise<void> {
  client.send({ type: 'ping' });
  expect(await client.take()).toMatchObject({ type: 'pong' });
}

test.each([
  ['socket of the specification', 0],
  ['socket in the folder', 1],
] as const)('Half a frame on the %s is waited for exactly 30 s; another client is not disturbed.', async (_, index) => {
  const { connected, address } = await openFrames(index);
  const [half, other] = [await RawClient.connect(address), await RawClient.connect(address)];
  await pong(half);
  half.socket.write(encodeFrame('{"type":"ping"}').subarray(0, 9));
  // Two rounds of another client's show that what was written before them has been read.
  await pong(other);
  await pong(other);
  vi.advanceTimersByTime(29_999);
  await pong(other);
  expect([half.socket.readyState, connected()]).toEqual(['open', 2]);
  vi.advanceTimersByTime(1);
  await half.closed;
  await until(() => connected() === 1, 'its agent has left');
  await pong(other);
});

test('A frame that goes on byte by byte is waited for, as long as each comes in time.', async () => {
  const { address } = await openFrames(0);
  const client = await RawClient.connect(address);
  const other = await RawClient.connect(address);
  for (const byte of encodeFrame('{"type":"ping"}')) {
    client.socket.write(Buffer.from([byte]));
    await pong(other);
    await pong(other);
    vi.advanceTimersByTime(20_000);
  }
  expect(await client.take()).toMatchObject({ type: 'pong' });
});

test('Half a line on spec 000’s socket is answered after 30 s with the reason, and the connection ends.', async () => {
  const refused = () => {
    throw new Error('No whole line came.');
  };
  const listening = await listenWellKnown(path.join(folder, 'claudezilla.sock'), socket => {
    acceptClaudezilla(socket, {
      hub: { kind: 'hub', id: 'hub', label: 'Hub' },
      tap: new RecordingTap(),
      accepts: () => true,
      isToken: () => true,
      delayMs: () => 0,
      endOf: async () => null,
      askerOf: refused,
      partyOf: refused,
      handle: refused,
    });
    socket.once('data', () => vi.advanceTimersByTime(30_000));
  });
  onTestFinished(() => listening.close());
  const socket = connect(listening.path);
  let said = '';
  socket.on('data', chunk => (said += String(chunk)));
  socket.write('{"command":"ping"');
  await once(socket, 'close');
  expect(said).toBe('{"success":false,"error":"The rest of a line did not come within 30 s"}\n');
});
