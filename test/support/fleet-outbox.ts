// An outbox of a fleet on a database of its own, for tests: entries are appended, and what the stream holds of them is read.
import path from 'node:path';
import { AckPolicy, DeliverPolicy, DiscardPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { FleetOutboxSettingsSchema } from '../../contract/schemas/fleet-outbox.ts';
import { openFleetWire } from '../../electron/core/fleet/link/fleet-wire.ts';
import { FleetOutbox } from '../../electron/core/fleet/outbox/fleet-outbox.ts';
import { SecretMask } from '../../electron/core/secrets/secret-mask.ts';
import { openOutboxTable } from '../../electron/core/store/outbox-table.ts';
import { openStore } from '../../electron/core/store/store.ts';
import { until } from './panel-client.ts';
import type { Consumer, JetStreamManager } from '@nats-io/jetstream';
import type { NodeConnectionOptions } from '@nats-io/transport-node';
import type { Reason } from '../../contract/reasons.ts';
import type { FleetOutboxSettings } from '../../contract/schemas/fleet-outbox.ts';
import type { FleetMember, FleetWire } from '../../electron/core/fleet/link/fleet-wire.ts';
import type { OutboxTable } from '../../electron/core/store/outbox-table.ts';
import type { Store } from '../../electron/core/store/store.ts';
import type { TraceFollower } from '../../electron/core/trace/tap.ts';

export interface TestHub {
  readonly store: Store;
  readonly outbox: OutboxTable;
  readonly wire: FleetWire;
  readonly problems: ReadonlyMap<string, Reason>;
  readonly states: { audit: number; traces: number; dropped: number }[];
  readonly followers: ReadonlySet<TraceFollower>;
  /** Numbered in `scope`, so that each can be told from every other. */
  append(count: number): void;
  /** Resolves when no entry waits any more. */
  sent(): Promise<void>;
  end(): Promise<void>;
}

interface TestHubOptions {
  readonly folder: string;
  readonly url: string;
  readonly name?: string;
  readonly hubId?: string;
  readonly joinedAt?: number;
  readonly retention?: number;
  readonly settings?: Partial<FleetOutboxSettings>;
  readonly secrets?: readonly string[];
}

export interface TestOutbox extends Omit<TestHub, 'wire' | 'end'> {
  readonly member: FleetMember;
  close(): Promise<void>;
}

/** On a database of its own; what of it goes to which connection is for whoever begins `member`. */
export async function openTestOutbox(options: Omit<TestHubOptions, 'url' | 'name'>): Promise<TestOutbox> {
  const { folder, hubId = 'hub-mia', joinedAt = 0, retention = 1_000_000, secrets = [] } = options;
  const problems = new Map<string, Reason>();
  const states: TestHub['states'] = [];
  const followers = new Set<TraceFollower>();
  const store = await openStore(path.join(folder, 'hub.db'), {
    now: () => Date.now(),
    problems: reason => problems.set('store', reason),
    auditRetention: retention,
  });
  const outbox = await openOutboxTable(store.access);
  const member = new FleetOutbox({
    hubId,
    joinedAt,
    audit: store.audit,
    outbox,
    trace: { follow: follower => (followers.add(follower), () => followers.delete(follower)) },
    mask: new SecretMask(() => secrets),
    nameOf: () => null,
    auditRows: () => retention,
    settings: FleetOutboxSettingsSchema.parse(options.settings ?? {}),
    onState: state => states.push(state),
    problem: (id, reason) => (reason ? problems.set(id, reason) : problems.delete(id)),
    random: () => Math.random(),
    ackMs: 500,
  });
  return {
    ...{ store, outbox, problems, states, followers, member },
    append: count => {
      for (let left = count; left > 0; left -= 1)
        store.audit.append({ ...entry, scope: `entry ${store.audit.lastId + 1}`, at: Date.now() });
    },
    sent: async () => {
      const position = async () => (await outbox.position('audit'))?.sequence ?? 0;
      while ((await position()) < store.audit.lastId) await pause(20);
    },
    close: () => store.close(),
  };
}

export async function startTestHub({ url, name = 'mia', ...options }: TestHubOptions): Promise<TestHub> {
  const { member, close, ...opened } = await openTestOutbox(options);
  const wire = await openFleetWire('pilothouse', name, {
    servers: url,
    // Of the server that has a user for each hub.
    ...{ user: name, pass: name },
    maxReconnectAttempts: -1,
    reconnectTimeWait: 30,
    waitOnFirstConnect: true,
  });
  const membership = await member.begin(wire);
  const following = follow(wire, () => membership.reconnected());
  return {
    ...opened,
    wire,
    end: async () => {
      await membership.end();
      await wire.connection.close();
      await following;
      await close();
    },
  };
}

const entry = {
  clientId: 'c1',
  agentId: 'a1',
  what: 'files__read',
  where: 'server files',
  rule: 'grant 1',
  outcome: 'allow',
};

export function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

async function follow(wire: FleetWire, reconnected: () => void): Promise<void> {
  for await (const { type } of wire.connection.status()) if (type === 'reconnect') reconnected();
}

export async function makeStreams(url: string, limits: { max_bytes?: number } = {}): Promise<void> {
  await withManager(url, async manager => {
    for (const kind of ['audit', 'trace'] as const) {
      const subjects = [`pilothouse.${kind}.*`];
      await manager.streams.add({ name: `pilothouse-${kind}`, subjects, discard: DiscardPolicy.New, ...limits });
    }
  });
}

export async function withManager<T>(url: string, work: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 30 });
  try {
    return await work(await jetstreamManager(connection, { timeout: 10_000 }));
  } finally {
    await connection.close();
  }
}

export interface InStream {
  readonly hub: string;
  readonly id: number;
  readonly epoch: number;
  readonly line: Record<string, unknown>;
}

/** Where each begins and ends that goes on by one: of what is there once and in order, one. */
export function rangesOf(ids: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last && last[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}

/** All entries of a stream, in its order. */
export async function readStream(
  url: string,
  kind: 'audit' | 'trace' = 'audit',
  as: Pick<NodeConnectionOptions, 'user' | 'pass'> = {},
): Promise<InStream[]> {
  const connection = await connect({ ...as, servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 30 });
  const found: InStream[] = [];
  try {
    const manager = await jetstreamManager(connection, { timeout: 10_000 });
    const name = `pilothouse-${kind}`;
    const total = (await manager.streams.info(name)).state.messages;
    if (total === 0) return [];
    const config = { ack_policy: AckPolicy.None, deliver_policy: DeliverPolicy.All };
    // A cluster that has just come back may have no leader for it yet.
    const made = async (): Promise<Consumer | null> => {
      const { name: own } = await manager.consumers.add(name, config);
      return jetstream(connection).consumers.get(name, own);
    };
    let consumer: Consumer | null = null;
    await until(async () => (consumer = await made().catch(() => null)) !== null, 'the stream can be read');
    if (!consumer) return [];
    for await (const message of await (consumer as Consumer).consume()) {
      const epoch = Number(message.headers?.get('Pilothouse-Epoch'));
      // Beside what hubs send there may be what the server was made to say.
      const isSent = message.headers?.has('Pilothouse-Epoch') ?? false;
      for (const text of isSent ? message.string().split('\n').filter(Boolean) : []) {
        const line = JSON.parse(text) as Record<string, unknown>;
        found.push({ hub: message.subject.split('.')[2] ?? '', id: Number(line.id), epoch, line });
      }
      if (message.info.pending === 0) break;
    }
    return found;
  } finally {
    await connection.close();
  }
}
