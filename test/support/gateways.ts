// Gateways of a fleet as processes, with a worker hub that shares a server, and the credentials that an administrator signs.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { usePlace } from './hub-process.ts';
import { startNats } from './nats-server.ts';
import { until } from './panel-client.ts';
import { createTempHome } from './temp-home.ts';
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
  /** `pilothouse fleet client …` with the key of the fleet. */
  admin(args: readonly string[]): ReturnType<HubPlace['run']>;
  /** The token of a new client. */
  client(name: string, grants: readonly string[], more?: readonly string[]): Promise<string>;
}

/** `policy`: the private key of a signer that the gateways know too. */
export async function openGateways(config = ''): Promise<GatewayScene> {
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
  await worker.request('fleet:init', { address: nats.url });
  await worker.request('fleet:join', {
    address: nats.url,
    name: 'worker',
    signers: [{ name: 'Ops', key: fs.readFileSync(signer, 'utf8') }],
  });
  const admin: GatewayScene['admin'] = args =>
    place.run(['fleet', 'client', ...args, '--nats', nats.url, '--key', key, '--json']);
  return {
    ...{ nats, place, folder, worker, admin },
    gateway: async (more = []) => {
      const own = ['--nats', nats.url, '--signer', `Ops=${signer}`, '--state-key', stateKey];
      const started = place.start(['serve', '--gateway', ...own, '--listen', '127.0.0.1:0', ...more]);
      let over = false;
      void started.ended.then(() => (over = true));
      await until(() => over || /127\.0\.0\.1:\d+/.test(started.stdout()), 'the gateway listens');
      const port = Number(/127\.0\.0\.1:(\d+)/.exec(started.stdout())?.[1]);
      if (over) throw new Error(`The gateway has ended: ${started.stdout()}${started.stderr()}`);
      return {
        ...started,
        port,
        ready: async () => {
          const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
          return { status: answer.status, text: await answer.text() };
        },
      };
    },
    client: async (name, grants, more = []) => {
      const ended = await admin(['add', name, ...grants.flatMap(grant => ['--grant', grant]), ...more]);
      if (ended.code !== 0) throw new Error(ended.stderr);
      return (JSON.parse(ended.stdout) as { token: string }).token;
    },
  };
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
