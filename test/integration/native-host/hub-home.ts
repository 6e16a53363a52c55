// A data home in a temporary directory with a real hub endpoint, for the tests beside this file.
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type HubEndpoint,
  type HubEndpointOptions,
  listenHubEndpoint,
} from '../../../native-host/endpoints/hub-endpoint.ts';
import type { PeerHello } from '../../../contract/schemas/endpoint.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';

export interface HubHome {
  readonly home: string;
  readonly runtimeDir: string;
  readonly key: Buffer;
  readonly refusals: string[];
  readonly peers: { hello: PeerHello; connection: FrameChannel }[];
  listen(options?: Partial<HubEndpointOptions>): Promise<HubEndpoint>;
  /** As when the hub ends. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

export async function createHubHome(): Promise<HubHome> {
  const home = await mkdtemp(join(tmpdir(), 'pilothouse-'));
  const runtimeDir = join(home, 'run');
  const key = randomBytes(32);
  await mkdir(join(home, 'secrets'), { mode: 0o700 });
  await writeFile(join(home, 'secrets', 'hub.key'), key.toString('hex'), { mode: 0o600 });
  const refusals: string[] = [];
  const peers: { hello: PeerHello; connection: FrameChannel }[] = [];
  const endpoints: HubEndpoint[] = [];
  return {
    home,
    runtimeDir,
    key,
    refusals,
    peers,
    listen: async options => {
      const endpoint = await listenHubEndpoint({
        home,
        runtimeDir,
        key,
        clientSecret: () => null,
        onPeer: (hello, connection) => peers.push({ hello, connection }),
        onRefused: reason => refusals.push(reason),
        pid: process.pid,
        startedAt: Date.now(),
        ...options,
      });
      endpoints.push(endpoint);
      return endpoint;
    },
    stop: async () => {
      for (const { connection } of peers) connection.close('The hub ends.');
      await Promise.all(endpoints.splice(0).map(endpoint => endpoint.close()));
    },
    remove: async () => {
      await Promise.all(endpoints.map(endpoint => endpoint.close()));
      // A browser that has ended may still be writing.
      await rm(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
