// A process with some of the simulated hubs of the presence bench: a connection of each, and the real parts that tell and hear.
import { setTimeout as pause } from 'node:timers/promises';
import { FleetHubs } from '../../../electron/core/fleet/link/fleet-hubs.ts';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { PresenceMember } from '../../../electron/core/fleet/link/presence-member.ts';
import { StatePublisher } from '../../../electron/core/state/publisher.ts';
import { buildHubInfo } from '../../support/hub-fixtures.ts';
import { presenceOf } from './presence-facts.ts';

export interface HubsOptions {
  readonly url: string;
  readonly names: readonly string[];
  /** Of the whole fleet. */
  readonly count: number;
}

/** Since it has begun: of this process, and of all its connections. */
export interface Counts {
  readonly cpuMs: number;
  readonly messages: number;
  readonly bytes: number;
  /** Milliseconds, of this machine. */
  readonly at: number;
  /** The fewest other hubs that any of its hubs takes for being here. */
  readonly fewest: number;
}

type Hub = Awaited<ReturnType<typeof startHub>>;

async function startHub(url: string, name: string) {
  const wire = await openFleetWire('pilothouse', name, { servers: url, maxReconnectAttempts: -1, timeout: 60_000 });
  const state = new StatePublisher(buildHubInfo({}));
  const monotonic = () => performance.now();
  const hubs = new FleetHubs({ state, monotonic, now: () => Date.now(), onChange: () => {}, problem: () => {} });
  const member = new PresenceMember({
    ...{ hubs, monotonic, isOnline: () => true, onHubChange: () => () => {} },
    facts: () => presenceOf(name, Math.floor(performance.now()) % 1_000),
    ...{ onFault: () => {}, onTwin: () => {}, onOther: () => {}, onSilence: () => {} },
  });
  await member.begin(wire);
  return { wire, hubs };
}

function countsOf(hubs: readonly Hub[]): Counts {
  const { user, system } = process.cpuUsage();
  const stats = hubs.map(({ wire }) => wire.connection.stats());
  return {
    cpuMs: (user + system) / 1_000,
    messages: stats.reduce((sum, { inMsgs }) => sum + inMsgs, 0),
    bytes: stats.reduce((sum, { inBytes }) => sum + inBytes, 0),
    at: Date.now(),
    fewest: fewestOf(hubs),
  };
}

function fewestOf(hubs: readonly Hub[]): number {
  return Math.min(...hubs.map(({ hubs: known }) => known.rows.filter(row => row.offlineSince === null).length));
}

/** The process that `presence.ts` has forked. */
async function run({ url, names, count }: HubsOptions): Promise<void> {
  const hubs: Hub[] = [];
  for (const name of names) {
    hubs.push(await startHub(url, name));
    // As people begin their work: not all at one moment, in which each would be told of all.
    await pause(10);
  }
  while (fewestOf(hubs) < count) await pause(100);
  process.on('message', () => process.send?.(countsOf(hubs)));
  process.send?.('ready');
}

process.once('message', (options: HubsOptions) => void run(options));
process.once('disconnect', () => process.exit());
