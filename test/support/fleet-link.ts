// A hub's link to its fleet for tests, on a real store and real secrets in a temporary home, without the rest of the hub.
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FleetJoinSchema } from '../../contract/schemas/fleet-requests.ts';
import { FleetLink } from '../../electron/core/fleet/link/fleet-link.ts';
import { KeptFleet } from '../../electron/core/fleet/link/kept-fleet.ts';
import { openSecretFiles } from '../../electron/core/secrets/secret-files.ts';
import { SecretStore } from '../../electron/core/secrets/secret-store.ts';
import { StatePublisher } from '../../electron/core/state/publisher.ts';
import { openStore } from '../../electron/core/store/store.ts';
import { buildHubInfo } from './hub-fixtures.ts';
import { until } from './panel-client.ts';
import { createTempHome } from './temp-home.ts';
import type { z } from 'zod';
import type { FleetHub, FleetState } from '../../contract/schemas/fleet.ts';
import type { NamedMember } from '../../electron/core/fleet/link/fleet-session.ts';

export interface LinkOptions {
  /** An earlier one's, to come back as the same hub. */
  readonly home?: string;
  /** How far its clock is off. */
  readonly offMs?: number;
  readonly members?: readonly NamedMember[];
}

export interface TestLink {
  readonly home: string;
  readonly link: FleetLink;
  readonly state: StatePublisher;
  readonly secrets: SecretStore['ofFleet'];
  /** What was reported, by part. */
  readonly problems: { readonly part: string; readonly error: unknown }[];
  readonly fleet: FleetState | null;
  hub(name: string): FleetHub | null;
  reaches(state: FleetState['state']): Promise<FleetState>;
  stop(): Promise<void>;
}

export async function startLink({
  home = createTempHome().home,
  offMs = 0,
  members = [],
}: LinkOptions = {}): Promise<TestLink> {
  await mkdir(join(home, 'secrets'), { recursive: true, mode: 0o700 });
  const now = () => Date.now() + offMs;
  const state = new StatePublisher(buildHubInfo({ home }));
  const store = await openStore(join(home, 'pilothouse.db'), { now, problems: () => {} });
  const secrets = new SecretStore(await openSecretFiles(join(home, 'secrets'), null)).ofFleet;
  const problems: { part: string; error: unknown }[] = [];
  const link = new FleetLink({
    ...{ state, members, now },
    kept: new KeptFleet({ settings: store.settings, secrets, randomBytes }),
    version: '0.1.0',
    os: process.platform,
    opens: () => ({ read: false, answer: false }),
    waits: { firstMs: 50, mostMs: 400, refusedMs: 200 },
    monotonic: () => performance.now(),
    random: Math.random,
    problem: (part, error) => problems.push({ part, error }),
  });
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= link.stop().then(() => store.close()));
  onTestFinished(stop);
  return {
    ...{ home, link, state, secrets, problems, stop },
    get fleet() {
      return state.hub.fleet ?? null;
    },
    hub: name => state.get('fleetHubs', name),
    reaches: async wanted => {
      await until(
        () => state.hub.fleet?.state === wanted,
        `the link is ${wanted}; it is ${JSON.stringify(state.hub.fleet)}`,
      );
      return state.hub.fleet as FleetState;
    },
  };
}

export function joinOf(address: string, name: string, more: Partial<z.input<typeof FleetJoinSchema>> = {}) {
  return FleetJoinSchema.parse({ address, name, ...more });
}
