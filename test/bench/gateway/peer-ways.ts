// The other programs in front of server-everything, each started as its own documentation says.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { repositoryRoot } from '../../support/provided.ts';
import type { ChildProcess } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import type { Way } from './gateway-load.ts';

const folder = join(repositoryRoot, 'test/bench/peers');
const patienceMs = 30_000;

export interface Peers {
  readonly ways: readonly Way[];
  close(): Promise<void>;
}

/** Installs the peers where they are missing, then starts them on free ports of the loopback interface. */
export async function startPeers(server: {
  readonly command: string;
  readonly args: readonly string[];
}): Promise<Peers> {
  if (!existsSync(join(folder, 'node_modules')))
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  const home = await mkdtemp(join(tmpdir(), 'pilothouse-peers-'));
  const ports = await freePorts(3);
  const [hubPort = 0, proxyPort = 0, gatewayPort = 0] = ports;
  const hubConfig = join(home, 'hub.json');
  await writeFile(hubConfig, JSON.stringify({ mcpServers: { ev: server } }));
  const children = [
    start(home, 'mcp-hub', ['--port', String(hubPort), '--config', hubConfig]),
    start(home, 'mcp-proxy', [
      '--host',
      '127.0.0.1',
      '--port',
      String(proxyPort),
      '--',
      server.command,
      ...server.args,
    ]),
    start(home, 'supergateway', [
      ...['--stdio', [server.command, ...server.args].join(' '), '--outputTransport', 'streamableHttp'],
      ...['--stateful', '--port', String(gatewayPort), '--logLevel', 'none'],
    ]),
  ];
  const at = (port: number, path: string) => new URL(`http://127.0.0.1:${port}${path}`);
  const sse = (name: string, url: URL, tool: string): Way => ({
    name,
    transport: 'sse',
    tool,
    connect: () => new SSEClientTransport(url),
  });
  const http = (name: string, url: URL): Way => ({
    name,
    transport: 'http',
    tool: 'echo',
    connect: () => new StreamableHTTPClientTransport(url),
  });
  await Promise.all(ports.map(listens));
  // mcp-hub listens before its server runs, and names its tools only then.
  await sleep(3_000);
  return {
    ways: [
      sse('mcp-hub', at(hubPort, '/mcp'), 'ev__echo'),
      sse('mcp-proxy /sse', at(proxyPort, '/sse'), 'echo'),
      http('mcp-proxy /mcp', at(proxyPort, '/mcp')),
      http('supergateway /mcp', at(gatewayPort, '/mcp')),
    ],
    close: async () => {
      await Promise.all(children.map(end));
      await rm(home, { recursive: true, force: true });
    },
  };
}

function start(home: string, name: string, args: readonly string[]): ChildProcess {
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: home,
    NODE_OPTIONS: `--require ${join(folder, 'loopback-only.cjs')}`,
  };
  // A group of its own, because some peers leave their server behind.
  return spawn(join(folder, 'node_modules/.bin', name), args, { env, stdio: 'ignore', detached: true });
}

async function end(child: ChildProcess): Promise<void> {
  const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
  await exited;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map(server => once(server, 'listening')));
  const ports = servers.map(server => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  return ports;
}

async function listens(port: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await sleep(100);
  }
  throw new Error(`Nothing listens on port ${port} after ${patienceMs / 1000} s; a peer did not start.`);
}
