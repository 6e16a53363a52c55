// A hub's link to its fleet for tests, on a real store and real secrets in a temporary home, without the rest of the hub.
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FleetJoinSchema } from '../../contract/schemas/fleet-requests.ts';
import { FleetLink } from '../../electron/core/fleet/link/fleet-link.ts';
import { settingsOf } from '../../electron/core/fleet/link/join-request.ts';
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
import type { FleetWaits } from '../../electron/core/fleet/link/fleet-session.ts';
import type { NamedMember } from '../../electron/core/fleet/link/fleet-wire.ts';

export interface LinkOptions {
  /** An earlier one's, to come back as the same hub. */
  readonly home?: string;
  /** How far its clock is off. */
  readonly offMs?: number;
  readonly members?: readonly NamedMember[];
  /** Short ones unless told. */
  readonly waits?: FleetWaits;
  /** While that is so it connects to nothing. */
  readonly isHeld?: () => boolean;
  /** When its process began; all begin at the same moment unless told. */
  readonly startedAt?: number;
}

export interface TestLink {
  readonly home: string;
  readonly link: FleetLink;
  readonly state: StatePublisher;
  readonly secrets: SecretStore['ofFleet'];
  /** What was reported and is not solved, by part. */
  readonly problems: { readonly part: string; readonly error: unknown }[];
  /** All that was ever reported, by part. */
  readonly told: readonly string[];
  readonly fleet: FleetState | null;
  hub(name: string): FleetHub | null;
  reaches(state: FleetState['state']): Promise<FleetState>;
  /** Lays down the settings of a hub that has joined there, without asking anybody. */
  keep(address: string, name: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startLink({
  home = createTempHome().home,
  offMs = 0,
  members = [],
  waits = { firstMs: 50, mostMs: 400, refusedMs: 200 },
  isHeld = () => false,
  ...started
}: LinkOptions = {}): Promise<TestLink> {
  await mkdir(join(home, 'secrets'), { recursive: true, mode: 0o700 });
  const now = () => Date.now() + offMs;
  const state = new StatePublisher(buildHubInfo({ home, ...started }));
  const store = await openStore(join(home, 'pilothouse.db'), { now, problems: () => {} });
  const secrets = new SecretStore(await openSecretFiles(join(home, 'secrets'), null)).ofFleet;
  const told: string[] = [];
  const problems: { part: string; error: unknown }[] = [];
  const kept = new KeptFleet({ settings: store.settings, secrets, randomBytes });
  const link = new FleetLink({
    ...{ state, members, now, kept, waits, isHeld },
    version: '0.1.0',
    os: process.platform,
    opens: () => ({ read: false, answer: false }),
    monotonic: () => performance.now(),
    random: Math.random,
    problem: (part, error) => {
      const before = problems.findIndex(problem => problem.part === part);
      if (before >= 0) problems.splice(before, 1);
      if (error === null) return;
      told.push(part);
      problems.push({ part, error });
    },
  });
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= link.stop().then(() => store.close()));
  onTestFinished(stop);
  return {
    ...{ home, link, state, secrets, problems, told, stop },
    get fleet() {
      return state.hub.fleet ?? null;
    },
    keep: (address, name) => {
      const none = { kind: 'none', user: null, secret: null } as const;
      const server = { address, ca: null, allowPlaintext: false, credential: none };
      return kept.hubId().then(id => kept.save(settingsOf(joinOf(address, name), server, address, now()), none, id));
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
