// A server's command inside its walls, with the proxy that named hosts need, or the one port that it is reached at.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bubblewrapArguments } from './bubblewrap.ts';
import { connectToSocket, holdPlaces } from './held-places.ts';
import { createHostProxy } from './host-proxy.ts';
import { joinSockets } from './join-sockets.ts';
import { proxyVariables } from './proxy-variables.ts';
import { seatbeltProfile } from './seatbelt.ts';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { RunnerConnect, RunnerSandbox } from '../../../contract/schemas/runner.ts';

export interface Sandboxed {
  /** What to start in place of the server's own command. */
  readonly connect: RunnerConnect;
  /** Descriptors that the child gets behind its pipes; `release` is called once it has them. */
  readonly descriptors: readonly number[];
  release(): void;
  /** Ends the proxy or the port, and removes its socket. */
  close(): void;
}

const noDescriptors = { descriptors: [], release() {} };

/** Where the socket's folder is seen inside; below a folder that is always hidden. */
const inside = '/run/pilothouse';

/** Rejects when there can be no proxy, or the port is taken: then the server does not start. */
export async function sandboxed(params: RunnerConnect, onRefused: (sentence: string) => void): Promise<Sandboxed> {
  const { sandbox } = params;
  if (!sandbox) return { connect: params, ...noDescriptors, close() {} };
  if (sandbox.by === 'sandbox-exec') return bySeatbelt(params, sandbox, onRefused);
  const { command, args, cwd } = params;
  const way = await wayOf(sandbox, onRefused);
  const close = () => way?.close();
  try {
    const held = holdPlaces(sandbox.bindsDescriptors ? sandbox.visible.map(({ from }) => from) : []);
    const walls = bubblewrapArguments(sandbox, {
      cwd: cwd ?? '/',
      way: way && { from: way.folder, to: inside, writable: way.writable },
      descriptors: held.ofChild,
    });
    const own = way?.command ?? [];
    const connect = { ...params, command: sandbox.program, args: [...walls, ...own, command, ...args] };
    return { connect, descriptors: held.own, release: held.release, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** A socket in a folder of its own, by which something passes the walls, and what stands at its other end. */
interface Way {
  readonly folder: string;
  /** Whether the socket is made inside. */
  readonly writable: boolean;
  /** What runs the server inside: Node too, from beside this program. */
  readonly command: readonly string[];
  close(): void;
}

async function wayOf(
  { network, hosts, port }: RunnerSandbox,
  onRefused: (sentence: string) => void,
): Promise<Way | null> {
  if (network === 'hosts') return wayOut(hosts, onRefused);
  return network === 'none' && port !== null ? wayIn(port) : null;
}

async function bySeatbelt(params: RunnerConnect, sandbox: RunnerSandbox, onRefused: (sentence: string) => void) {
  const { command, args, env } = params;
  const key = randomBytes(16).toString('hex');
  const server = sandbox.network === 'hosts' ? createHostProxy(sandbox.hosts, key, onRefused) : null;
  if (server) await listening(server, { port: 0, host: '127.0.0.1' });
  const port = server ? (server.address() as AddressInfo).port : null;
  const variables = port === null ? {} : proxyVariables(`http://${key}:@127.0.0.1:${port}`);
  const connect: RunnerConnect = {
    ...params,
    command: sandbox.program,
    args: ['-p', seatbeltProfile(sandbox, port), command, ...args],
    env: { ...env, ...variables },
  };
  return { connect, ...noDescriptors, close: () => void server?.close() };
}

async function wayOut(hosts: readonly string[], onRefused: (sentence: string) => void): Promise<Way> {
  const folder = socketFolder();
  const server = createHostProxy(hosts, null, onRefused);
  await listening(server, { path: join(folder, 'proxy.sock') });
  const close = () => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, close, writable: false, command: besideUs('forwarder.cjs', `${inside}/proxy.sock`) };
}

/** Until the server listens inside, whoever comes is turned away. */
async function wayIn(port: number): Promise<Way> {
  const folder = socketFolder();
  const clients = new Set<Socket>();
  const server = createServer({ noDelay: true }, client => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    joinSockets(client, connectToSocket(join(folder, 'port.sock')));
  });
  const close = () => {
    server.close();
    for (const client of clients) client.destroy();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await listening(server, { port, host: '127.0.0.1' });
  } catch (error) {
    close();
    throw error;
  }
  return { folder, close, writable: true, command: besideUs('inlet.cjs', `${inside}/port.sock`, String(port)) };
}

/** 0700, so that no other account reaches it. */
function socketFolder(): string {
  return mkdtempSync(join(tmpdir(), 'pilothouse-sandbox-'));
}

function besideUs(program: string, ...args: readonly string[]): string[] {
  return [process.execPath, join(dirname(process.argv[1] ?? ''), program), ...args];
}

function listening(server: Server, options: { path: string } | { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, resolve);
  });
}
