// One way in, looked for at several addresses: a browser from a menu and an agent from a shell see different environments.
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { saying } from '../../support/saying.ts';
import { RawClient, user } from './claude-scene.ts';
import { exchange } from './claudezilla-scene.ts';
import type { HubPlace } from '../../support/hub-process.ts';

interface Spot {
  readonly folder: string;
  readonly socket: string;
  readonly tokenFile: string;
}

function spotAt(folder: string): Spot {
  const [socket, tokenFile] = ['claudezilla.sock', 'claudezilla-auth.token'].map(name => path.join(folder, name));
  return { folder, socket: socket ?? '', tokenFile: tokenFile ?? '' };
}

/** A runtime folder that the hub's own environment names, beside the one at home. */
function spotsOf(place: HubPlace): { runtime: Spot; home: Spot; env: Record<string, string> } {
  const runtime = spotAt(path.join(place.folder, 'runtime'));
  fs.mkdirSync(runtime.folder, { mode: 0o700 });
  const home = spotAt(path.join(place.folder, '.claudezilla'));
  return { runtime, home, env: { XDG_RUNTIME_DIR: runtime.folder } };
}

const tokenOf = ({ tokenFile }: Spot) => fs.readFileSync(tokenFile, 'utf8');

async function ask({ socket }: Spot, authToken: string): Promise<unknown> {
  const [reply] = await exchange(socket, [{ command: 'getLoopState', params: {}, authToken }]);
  return reply?.success;
}

async function hold(address: string): Promise<net.Server> {
  fs.mkdirSync(path.dirname(address), { recursive: true, mode: 0o700 });
  const server = net.createServer(socket => socket.end()).listen(address);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server;
}

test('000 Unix Socket: it answers in the runtime folder and at home, each with its own token.', async () => {
  const place = usePlace();
  const { runtime, home, env } = spotsOf(place);
  const hub = await place.serve([], { env });
  const panel = await place.panel(hub);
  expect(panel.snapshot.endpoints['claudezilla']).toMatchObject({
    address: `${runtime.socket}, ${home.socket}`,
    state: { kind: 'listening' },
    places: [runtime, home].map(({ socket }) => ({ address: socket, state: { kind: 'listening' } })),
  });
  expect(tokenOf(runtime)).not.toBe(tokenOf(home));
  const answers = [
    await ask(runtime, tokenOf(runtime)),
    await ask(home, tokenOf(home)),
    await ask(runtime, tokenOf(home)),
    await ask(home, tokenOf(runtime)),
  ];
  expect(answers).toEqual([true, true, false, false]);
  for (const listener of [runtime, home]) expect(fs.statSync(listener.tokenFile).mode & 0o777).toBe(0o600);
  const before = [runtime, home].map(tokenOf);
  await panel.request('endpoints:rotate-token', { endpointId: 'claudezilla' });
  expect([runtime, home].map((listener, index) => tokenOf(listener) !== before[index])).toEqual([true, true]);
  await hub.kill('SIGTERM');
  expect([
    fs.readdirSync(runtime.folder).filter(name => name.startsWith('claudezilla')),
    fs.existsSync(home.folder),
  ]).toEqual([[], false]);
});

test('A place that another process holds does not stop the other one, and the panel shows both.', async () => {
  const place = usePlace();
  const { runtime, home, env } = spotsOf(place);
  const holder = await hold(home.socket);
  const panel = await place.panel(await place.serve([], { env }));
  const by = saying({ part: `process ${process.pid} (` });
  expect(panel.snapshot.endpoints['claudezilla']).toMatchObject({
    state: { kind: 'held', by },
    places: [
      { address: runtime.socket, state: { kind: 'listening' } },
      { address: home.socket, state: { kind: 'held', by } },
    ],
  });
  expect([await ask(runtime, tokenOf(runtime)), fs.existsSync(home.tokenFile)]).toEqual([true, false]);
  // The other host's folder and socket are there after the hub let go of its own.
  await panel.request('endpoints:set', { endpointId: 'claudezilla', on: false });
  expect([fs.existsSync(runtime.socket), holder.listening, fs.existsSync(home.socket)]).toEqual([false, true, true]);
});

test('Switched off, the connections at both places end, and both are shown as off.', async () => {
  const place = usePlace();
  const { runtime, home, env } = spotsOf(place);
  const panel = await place.panel(await place.serve([], { env }));
  const sockets = [runtime, home].map(({ socket }) => net.connect(socket));
  await Promise.all(sockets.map(socket => once(socket, 'connect')));
  const closed = Promise.all(sockets.map(socket => once(socket, 'close')));
  await panel.request('endpoints:set', { endpointId: 'claudezilla', on: false });
  await closed;
  await panel.waitFor(({ endpoints }) => endpoints['claudezilla']?.state.kind === 'off', 'it is off');
  expect(panel.snapshot.endpoints['claudezilla']?.places?.map(({ state }) => state.kind)).toEqual(['off', 'off']);
});

test.runIf(process.platform !== 'win32')(
  'Where $USER is not the account’s name, both paths of spec 001 are opened, each on its own.',
  async () => {
    const place = usePlace();
    const pathOf = (name: string) => path.join(place.folder, 'tmp', `claude-code-mcp-${name}.sock`);
    await hold(pathOf('somebody'));
    const hub = await place.serve([], { env: { USER: 'somebody' } });
    const panel = await place.panel(hub);
    const by = saying({ part: `process ${process.pid} (` });
    expect(panel.snapshot.endpoints['claude-code-frames']).toMatchObject({
      state: { kind: 'held', by },
      places: [
        { address: pathOf(user), state: { kind: 'listening' } },
        { address: pathOf('somebody'), state: { kind: 'held', by } },
      ],
    });
    const folders = [user, 'somebody'].map(name => `tmp/claude-mcp-browser-bridge-${name}/${hub.pid}.sock`);
    for (const address of [pathOf(user), ...folders.map(file => path.join(place.folder, file))]) {
      const client = await RawClient.connect(address);
      client.send({ type: 'ping' });
      expect(await client.take()).toMatchObject({ type: 'pong' });
    }
  },
);
