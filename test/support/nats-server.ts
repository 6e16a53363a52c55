// Real NATS servers for a test, on loopback, with JetStream in a folder of their own: one, or several as a cluster.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { providedPath } from './provided.ts';
import { openSmallDisk } from './small-disk.ts';
import type { ChildProcess } from 'node:child_process';
import type { NatsConnection } from '@nats-io/transport-node';
import type { SmallDisk } from './small-disk.ts';

export interface NatsServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Not killed, and not ended by itself. */
  readonly isRunning: boolean;
  /** Resolves when the process has ended; its port and files stay for `restart`. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** The same port, the same files; with as much room as before unless told. */
  restart(room?: NatsRoom): Promise<void>;
  /** Ends it and takes its files away. */
  remove(): Promise<void>;
  /** Another configuration beyond port and store, which the running process reads. */
  configure(config: string): void;
  /** What it has printed. */
  log(): string;
}

/** How much it can store, and what keeps it from storing more. */
export interface NatsRoom {
  /**
   * `disk`: a disk of its own, which is full after that; only where one can be mounted (`mayMount`).
   * `files`: a bound of the system for each file, at which writing fails as on a full disk.
   * `limit`: what its configuration says, which it heeds and tells.
   */
  readonly by: 'disk' | 'files' | 'limit';
  readonly bytes: number;
}

export interface NatsOptions {
  readonly room?: NatsRoom;
  /** Of its configuration file, beyond port and store: accounts, TLS, limits. */
  readonly config?: string;
  /** Set for a member of a cluster. */
  readonly cluster?: { readonly name: string; readonly port: number; readonly routes: readonly number[] };
  readonly port?: number;
}

export async function startNats(options: NatsOptions = {}): Promise<NatsServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-nats-'));
  const port = options.port ?? (await freePort());
  const file = path.join(folder, 'nats.conf');
  let { room, config } = options;
  const disk = room?.by === 'disk' ? await openSmallDisk(storeIn(folder), room.bytes) : null;
  const write = () => fs.writeFileSync(file, configOf(folder, port, { ...options, room, config }));
  let text = '';
  const start = () => {
    write();
    return startProcess(commandOf(file, room, disk), port, chunk => (text += chunk));
  };
  let child = await start();
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    get pid() {
      return child.pid ?? 0;
    },
    get isRunning() {
      return child.exitCode === null && child.signalCode === null;
    },
    kill,
    restart: async next => {
      await kill();
      room = next ?? room;
      if (next) disk?.grow(next.bytes);
      child = await start();
    },
    remove: async () => {
      await kill();
      await disk?.remove();
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
    configure: changed => {
      config = changed;
      write();
      child.kill('SIGHUP');
    },
    log: () => text,
  };
}

/** `size` servers that elect their leaders; resolves once all of them are routed to each other. */
export async function startNatsCluster(
  size: number,
  config = '',
  optionsOf: (index: number) => NatsOptions = () => ({}),
): Promise<NatsServer[]> {
  const ports = await freePorts(size * 2);
  const routes = ports.slice(size);
  const servers = await Promise.all(
    routes.map((port, index) =>
      startNats({
        config,
        ...optionsOf(index),
        cluster: { name: 'fleet', port, routes: routes.filter(route => route !== port) },
        ...(ports[index] !== undefined && { port: ports[index] }),
      }),
    ),
  );
  const isJoined = (server: NatsServer) =>
    /JetStream cluster new metadata leader|new metadata leader/.test(server.log());
  while (!servers.some(isJoined)) await sleep(50);
  // Where there are users of its own, none of them is known here.
  if (config === '') await untilPlaced(servers[0]?.url ?? '', size);
  return servers;
}

/** A leader may be there before it knows of all the others, and then finds no place for what is to be at each of them. */
async function untilPlaced(url: string, size: number): Promise<void> {
  const connection = await connect({ servers: url });
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const place = () => manager.streams.add({ name: 'placed', subjects: ['placed'], num_replicas: size });
  const isPlaced = () =>
    place().then(
      () => true,
      () => false,
    );
  while (!(await isPlaced())) await sleep(50);
  await manager.streams.delete('placed');
  await connection.close();
}

/** Has that server lead the stream. */
export async function leads(
  connection: NatsConnection,
  stream: string,
  server: Pick<NatsServer, 'port'>,
): Promise<void> {
  const manager = await jetstreamManager(connection);
  const leader = async () => (await manager.streams.info(stream).catch(() => null))?.cluster?.leader;
  while ((await leader()) !== `nats-${server.port}`) {
    await connection.request(`$JS.API.STREAM.LEADER.STEPDOWN.${stream}`, '').catch(() => {});
    await sleep(20);
  }
}

/** In blocks, as a shell counts them. */
const withBound = 'ulimit -f "$1" && shift && exec "$@"';
const blockBytes = 512;

function commandOf(file: string, room: NatsRoom | undefined, disk: SmallDisk | null): readonly string[] {
  const command = [providedPath('nats'), '-c', file];
  if (disk) return disk.onIt(command);
  if (room?.by !== 'files') return command;
  return ['sh', '-c', withBound, 'sh', String(Math.floor(room.bytes / blockBytes)), ...command];
}

function storeIn(folder: string): string {
  return path.join(folder, 'jetstream');
}

function configOf(folder: string, port: number, { config = '', cluster, room }: NatsOptions): string {
  // By itself it would take no more than its disk has.
  const most = room ? `, max_file_store: ${room.by === 'limit' ? room.bytes : 1_000_000_000}` : '';
  const store = `jetstream { store_dir: ${JSON.stringify(storeIn(folder))}${most} }`;
  const own = `listen: "127.0.0.1:${port}"\nserver_name: "nats-${port}"\n${store}\n`;
  if (!cluster) return own + config;
  const routes = cluster.routes.map(route => `"nats://127.0.0.1:${route}"`).join(', ');
  return `${own}cluster { name: "${cluster.name}", listen: "127.0.0.1:${cluster.port}", routes: [${routes}] }\n${config}`;
}

async function startProcess(
  [program = '', ...args]: readonly string[],
  port: number,
  onText: (chunk: string) => void,
): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr?.setEncoding('utf8').on('data', onText);
  let ended = false;
  child.once('exit', () => (ended = true));
  while (!(await answers(port))) {
    if (ended) throw new Error(`nats-server has ended: ${program} ${args.join(' ')}`);
    await sleep(20);
  }
  return child;
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port ?? 0;
}

/** Held until all are known, so that none is given twice. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = net.createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map(server => (server.address() as net.AddressInfo).port);
  for (const server of servers) server.close();
  return ports;
}
