// A server's command inside its walls, with the proxy that named hosts need.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bubblewrapArguments } from './bubblewrap.ts';
import { holdPlaces } from './held-places.ts';
import { createHostProxy } from './host-proxy.ts';
import { proxyVariables } from './proxy-variables.ts';
import { seatbeltProfile } from './seatbelt.ts';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunnerConnect, RunnerSandbox } from '../../../contract/schemas/runner.ts';

export interface Sandboxed {
  /** What to start in place of the server's own command. */
  readonly connect: RunnerConnect;
  /** Descriptors that the child gets behind its pipes; `release` is called once it has them. */
  readonly descriptors: readonly number[];
  release(): void;
  /** Ends the proxy and removes its socket. */
  close(): void;
}

const noDescriptors = { descriptors: [], release() {} };

/** Where the proxy's folder is seen inside; below a folder that is always hidden. */
const inside = '/run/pilothouse';

/** Rejects when there can be no proxy: then the server does not start. */
export async function sandboxed(params: RunnerConnect, onRefused: (sentence: string) => void): Promise<Sandboxed> {
  const { sandbox } = params;
  if (!sandbox) return { connect: params, ...noDescriptors, close() {} };
  if (sandbox.by === 'sandbox-exec') return bySeatbelt(params, sandbox, onRefused);
  const { command, args, cwd } = params;
  const proxy = sandbox.network === 'hosts' ? await socketProxy(sandbox.hosts, onRefused) : null;
  // The forwarder is Node too and lies beside this program.
  const own = proxy
    ? [process.execPath, join(dirname(process.argv[1] ?? ''), 'forwarder.cjs'), `${inside}/proxy.sock`]
    : [];
  const close = () => proxy?.close();
  try {
    const held = holdPlaces(sandbox.bindsDescriptors ? sandbox.visible.map(({ from }) => from) : []);
    const walls = bubblewrapArguments(sandbox, {
      cwd: cwd ?? '/',
      proxy: proxy && { from: proxy.folder, to: inside },
      descriptors: held.ofChild,
    });
    const connect = { ...params, command: sandbox.program, args: [...walls, ...own, command, ...args] };
    return { connect, descriptors: held.own, release: held.release, close };
  } catch (error) {
    close();
    throw error;
  }
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

async function socketProxy(hosts: readonly string[], onRefused: (sentence: string) => void) {
  // 0700, so that no other account reaches it.
  const folder = mkdtempSync(join(tmpdir(), 'pilothouse-sandbox-'));
  const server = createHostProxy(hosts, null, onRefused);
  await listening(server, { path: join(folder, 'proxy.sock') });
  const close = () => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, close };
}

function listening(server: Server, options: { path: string } | { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, resolve);
  });
}
