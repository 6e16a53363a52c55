// Gateways of a fleet as processes, with a worker hub that shares a server, and the credentials that an administrator signs.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { onTestFinished } from 'vitest';
import { signedText } from '../../electron/core/permissions/policy/sign-fleet-policy.ts';
import { runSample } from '../integration/hub/scenes.ts';
import { usePlace } from './hub-process.ts';
import { startNats } from './nats-server.ts';
import { until } from './panel-client.ts';
import { createTempHome } from './temp-home.ts';
import type { KV } from '@nats-io/kv';
import type { NatsConnection, nkeys } from '@nats-io/transport-node';
import type { CliProcess, HubPlace } from './hub-process.ts';
import type { NatsServer } from './nats-server.ts';
import type { PanelClient } from './panel-client.ts';

export interface GatewayProcess extends CliProcess {
  readonly port: number;
  /** The status of /readyz, and what it says. */
  ready(): Promise<{ status: number; text: string }>;
}

export interface GatewayScene {
  readonly nats: NatsServer;
  readonly place: HubPlace;
  /** The folder with keys. */
  readonly folder: string;
  readonly worker: PanelClient;
  gateway(more?: readonly string[]): Promise<GatewayProcess>;
  /** The same by its environment alone, as a container is started. */
  contained(): Promise<GatewayProcess>;
  /** Files that it is started with. */
  readonly signer: string;
  readonly stateKey: string;
  /** Another one beside them; its path. */
  file(name: string, text: string): string;
  /** `pilothouse fleet client …` with the key of the fleet. */
  admin(args: readonly string[]): ReturnType<HubPlace['run']>;
  /** The same as another user of NATS. */
  adminWith(seedFile: string, args: readonly string[]): ReturnType<HubPlace['run']>;
  /** A policy with these members, signed by the key of the fleet. */
  signPolicy(members: object): string;
  /** The token of a new client. */
  client(name: string, grants: readonly string[], more?: readonly string[]): Promise<string>;
}

type KeyPair = ReturnType<typeof nkeys.createUser>;

interface Users {
  readonly admin: KeyPair;
  readonly worker: KeyPair;
}

/** `config` is the server's, `users` those of it that have rights. */
export async function openGateways(config = '', users: Users | null = null): Promise<GatewayScene> {
  const nats = await startNats({ config });
  onTestFinished(() => nats.remove());
  const { folder, remove } = createTempHome();
  onTestFinished(remove);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const file = (name: string, text: string) => {
    fs.writeFileSync(path.join(folder, name), text, { mode: 0o600 });
    return path.join(folder, name);
  };
  const key = file('admin.pem', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
  const signer = file('admin.pub', publicKey.export({ format: 'pem', type: 'spki' }).toString());
  const stateKey = file('state.key', randomBytes(32).toString('base64'));
  const place = usePlace();
  const worker = await place.panel(await place.serve());
  const seedOf = (user: KeyPair) => new TextDecoder().decode(user.getSeed());
  const proofOf = (user: KeyPair | undefined) =>
    user ? ({ kind: 'nkey', seed: seedOf(user) } as const) : ({ kind: 'none' } as const);
  await worker.request('fleet:init', { address: nats.url, credential: proofOf(users?.admin) });
  const signers = [{ name: 'Ops', key: fs.readFileSync(signer, 'utf8') }];
  await worker.request('fleet:join', {
    address: nats.url,
    name: 'worker',
    signers,
    credential: proofOf(users?.worker),
  });
  const adminSeed = users && file('admin.nk', seedOf(users.admin));
  const adminWith = (seedFile: string | null, args: readonly string[]) => {
    const proof = seedFile === null ? [] : ['--nkey', seedFile];
    return place.run(['fleet', 'client', ...args, '--nats', nats.url, '--key', key, '--json', ...proof]);
  };
  const admin: GatewayScene['admin'] = args => adminWith(adminSeed, args);
  const signPolicy = (members: object) => {
    const head = { kind: 'pilothouse-fleet-policy', version: 1, signedAt: new Date().toISOString() };
    return signedText(JSON.stringify({ ...head, ...members }), fs.readFileSync(key, 'utf8')).envelope;
  };
  return {
    ...{ nats, place, folder, worker, admin, adminWith, signPolicy, signer, stateKey, file },
    gateway: (more = []) => {
      const own = ['--nats', nats.url, '--signer', `Ops=${signer}`, '--state-key', stateKey];
      return listening(place.start(['serve', '--gateway', ...own, '--listen', '127.0.0.1:0', ...more]));
    },
    contained: () => {
      const env = {
        PILOTHOUSE_GATEWAY_NATS: nats.url,
        PILOTHOUSE_GATEWAY_PLAINTEXT: 'true',
        PILOTHOUSE_GATEWAY_SIGNERS: `Ops=${signer}`,
        PILOTHOUSE_GATEWAY_STATE_KEY: stateKey,
        PILOTHOUSE_GATEWAY_LISTEN: '127.0.0.1:0',
        PILOTHOUSE_GATEWAY_HOSTS: 'one.example,two.example:8080',
        PILOTHOUSE_GATEWAY_DRAIN_SECONDS: '3',
      };
      return listening(place.start(['serve', '--gateway'], { env }));
    },
    client: async (name, grants, more = []) => {
      const ended = await admin(['add', name, ...grants.flatMap(grant => ['--grant', grant]), ...more]);
      if (ended.code !== 0) throw new Error(ended.stderr);
      return (JSON.parse(ended.stdout) as { token: string }).token;
    },
  };
}

async function listening(started: CliProcess): Promise<GatewayProcess> {
  let over = false;
  void started.ended.then(() => (over = true));
  await until(() => over || /127\.0\.0\.1:\d+/.test(started.stdout()), 'the gateway listens');
  if (over) throw new Error(`The gateway has ended: ${started.stdout()}${started.stderr()}`);
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(started.stdout())?.[1]);
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return { status: answer.status, text: await answer.text() };
  };
  return { ...started, port, ready };
}

/** Resolves once it carries calls out. */
export async function isReady(gateway: GatewayProcess): Promise<void> {
  await until(async () => (await gateway.ready()).status === 200, 'the gateway is ready');
}

type ClientOptions = NonNullable<ConstructorParameters<typeof Client>[1]>;

/** An official client of the era without sessions. */
export async function openAgent(url: string, token: string, options: ClientOptions = {}): Promise<Client> {
  const client = new Client(
    { name: 'a test', version: '1.0.0' },
    { ...options, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

/** The worker's server of samples, shared as `samples` with the gateways. */
export async function shareSample(scene: GatewayScene): Promise<void> {
  await runSample(scene.worker);
  await shareAs(scene, 'everything', 'samples');
}

export async function shareAs({ worker }: GatewayScene, serverId: string, share: string): Promise<void> {
  const all = { roles: [], tools: null, readOnly: false, description: '' };
  await worker.request('fleet:share', { serverId, share, hubs: ['gateway'], ...all });
}

/** The status of a request that only a client may make. */
export async function post(port: number, token: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body: '{}' });
  await answer.text();
  return answer.status;
}

/** A connection of somebody who may do anything, and the buckets that gateways read. */
export async function natsOf(url: string): Promise<{ connection: NatsConnection; clients: KV; policy: KV }> {
  const connection = await connect({ servers: url });
  onTestFinished(() => connection.close());
  const buckets = new Kvm(connection);
  return {
    connection,
    clients: await buckets.open('pilothouse-gateway'),
    policy: await buckets.open('pilothouse-policy'),
  };
}
