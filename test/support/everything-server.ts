// The official server-everything behind an address, as a process of its own on a port that can be taken up again.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { repositoryRoot } from './provided.ts';
import type { AddressInfo } from 'node:net';

export interface EverythingServer {
  readonly url: string;
  readonly port: number;
  kill(): Promise<void>;
}

const program = path.join(repositoryRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');

/** Resolves when it listens. */
export async function startEverything(kind: 'http' | 'sse', port?: number): Promise<EverythingServer> {
  const at = port ?? (await freePort());
  const mode = kind === 'http' ? 'streamableHttp' : 'sse';
  const child = spawn(process.execPath, [program, mode], {
    env: { ...process.env, PORT: String(at) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  while (!/on port/.test(said)) said += String((await once(child.stderr, 'data'))[0]);
  child.stderr.resume();
  return {
    url: `http://127.0.0.1:${at}${kind === 'http' ? '/mcp' : '/sse'}`,
    port: at,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Below those that a system gives away by itself, so that no other program has it a moment later, nor while a server is away. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** A port on which nothing listens until `letGo`: it is the near end of a connection. */
export async function deafPort(): Promise<{ port: number; letGo(): void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  server.close();
  return { port: socket.localPort ?? 0, letGo: () => void socket.destroy() };
}
