// The audit of a gateway over its connections: what one has not acknowledged goes to the next.
import { setTimeout as pause } from 'node:timers/promises';
import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { GatewayAudit } from '../../../../../electron/core/fleet/gateway/gateway-audit.ts';
import type { AuditEntry } from '../../../../../contract/schemas/audit.ts';
import type { FleetWire } from '../../../../../electron/core/fleet/link/fleet-wire.ts';

const entry: Omit<AuditEntry, 'id' | 'ended'> = {
  ...{ at: 1, clientId: 'ci', agentId: 'a', what: 'files__read', scope: 'servers:call', where: '', rule: null },
  ...{ outcome: 'allow', changedBy: null, decision: null, why: null, place: null },
};

function wireThat(publish: () => Promise<void>): FleetWire {
  const subjects = { own: (of: string) => `p.${of}.g`, stream: (of: string) => `p-${of}` };
  // Of a stream that knows a message again for longer than this lasts.
  const info = async () => ({ state: { last_seq: 0 }, config: { duplicate_window: 120e9 } });
  return {
    subjects,
    jetstream: { publish: () => publish().then(() => ({ seq: 1 })) },
    manager: async () => ({ streams: { info } }),
    connection: { status: () => (async function* none() {})() },
  } as unknown as FleetWire;
}

test('What is not acknowledged when it ends is handed out; what is acknowledged until then is not.', async () => {
  const audit = new GatewayAudit({
    instance: 'x'.repeat(32),
    mask: value => value,
    nameOf: () => 'ci',
    monotonic: () => performance.now(),
    onFault: error => said.push(error && String(error)),
  });
  const said: unknown[] = [];
  let isOpen = false;
  const membership = await audit.begin(
    wireThat(() => (isOpen ? Promise.resolve() : Promise.reject(new Error('no stream')))),
  );
  audit.append(1, entry);
  let looks = 0;
  const [line = ''] = await audit.rest(() => (looks += 1) > 3);
  expect(JSON.parse(line)).toMatchObject({ what: 'files__read', name: 'ci', changedBy: null, decision: null });
  // However often it was tried.
  expect(said).toEqual(['Error: no stream']);
  isOpen = true;
  expect(await audit.rest(() => false)).toEqual([]);
  await membership.end();
});

test('A connection that ends while its audit waits takes nothing from the one that has begun after it.', async () => {
  const audit = new GatewayAudit({
    instance: 'x'.repeat(32),
    mask: value => value,
    nameOf: () => null,
    monotonic: () => performance.now(),
    onFault: () => {},
  });
  const silent = await audit.begin(
    wireThat(async () => {
      await pause(10);
      throw new Error('silent');
    }),
  );
  audit.append(1, entry);
  // It waits for the acknowledgement of that entry.
  const ended = silent.end();
  await audit.begin(wireThat(() => Promise.resolve()));
  await ended;
  audit.append(2, entry);
  expect(await audit.kept()).toBeNull();
  expect(audit.stands()).toBeNull();
});

interface Limits {
  readonly stream?: number;
  readonly payload?: number;
  /** What the server that the connection has says of itself, where the one that is asked takes less. */
  readonly said?: number;
  /** So many attempts have no answer. */
  readonly silent?: number;
}

function bounded({ stream = 1e9, payload = 1_048_576, said = payload, silent = 0 }: Limits) {
  const sizes: number[] = [];
  const stored: number[] = [];
  let attempts = 0;
  const refused = (err_code: number, description: string) =>
    new JetStreamApiError({ code: 400, err_code, description });
  const publish = async (
    _: string,
    text: string,
    { expect: expected }: { expect: { lastSubjectSequence?: number } },
  ) => {
    // So it is asked what is the newest.
    if (expected.lastSubjectSequence !== undefined) throw refused(10_071, 'wrong last sequence: 0');
    if ((attempts += 1) <= silent) throw new errors.TimeoutError();
    const bytes = Buffer.byteLength(text);
    if (bytes > payload) throw errors.InvalidArgumentError.format('payload', 'max_payload size exceeded');
    if (bytes > stream) throw refused(10_054, 'message size exceeds maximum allowed');
    sizes.push(bytes);
    for (const line of text.trimEnd().split('\n')) stored.push((JSON.parse(line) as { id: number }).id);
    return { seq: sizes.length };
  };
  const wire = wireThat(() => Promise.resolve());
  const connection = { ...wire.connection, info: { max_payload: said } };
  return { wire: { ...wire, connection, jetstream: { publish } } as unknown as FleetWire, sizes, stored };
}

function auditThat(said: unknown[]): GatewayAudit {
  return new GatewayAudit({
    ...{ instance: 'x'.repeat(32), mask: value => value, nameOf: () => 'Žofie 🐟'.repeat(20) },
    monotonic: () => performance.now(),
    onFault: error => said.push(error && String(error)),
  });
}

const ids = Array.from({ length: 500 }, (_, index) => index + 1);

test.each<[string, Limits]>([
  ['the server', { payload: 65_536 }],
  ['the stream', { stream: 20_000 }],
  ['another server', { payload: 40_000, said: 1_048_576 }],
])('Many entries with long names go in messages that %s takes, each once and in order.', async (_, limits) => {
  const said: unknown[] = [];
  const audit = auditThat(said);
  for (const id of ids) audit.append(id, entry);
  const { wire, stored, sizes } = bounded(limits);
  const membership = await audit.begin(wire);
  expect(await audit.kept()).toBeNull();
  expect(stored).toEqual(ids);
  expect(sizes.length).toBeGreaterThan(2);
  // It tells of none of that: entries do not wait.
  expect(said.filter(error => error !== null)).toEqual([]);
  await membership.end();
});

test('What had no answer goes in parts only once it was looked for.', async () => {
  const audit = auditThat([]);
  for (const id of ids) audit.append(id, entry);
  const { wire, stored } = bounded({ stream: 20_000, silent: 2 });
  const looks = vi.spyOn(wire.jetstream, 'publish');
  const membership = await audit.begin(wire);
  expect(await audit.kept()).toBeNull();
  expect(stored).toEqual(ids);
  const texts = looks.mock.calls.map(([, text]) => String(text).length);
  // Twice without an answer, then too large; then it is looked for, and only after that it becomes smaller.
  const [first = 0] = texts;
  expect(texts.slice(0, 5)).toEqual([first, first, first, 0, first]);
  expect(Math.max(...texts.slice(5))).toBeLessThan(first);
  await membership.end();
});

test('A stream that refuses for long is asked more seldom, and at once where the connection is another.', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const audit = auditThat([]);
  audit.append(1, entry);
  let attempts = 0;
  const membership = await audit.begin(
    wireThat(() => {
      attempts += 1;
      return Promise.reject(new Error('full'));
    }),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts).toBeGreaterThan(30);
  expect(attempts).toBeLessThan(50);
  const before = attempts;
  membership.reconnected?.();
  await vi.advanceTimersByTimeAsync(150);
  expect(attempts).toBe(before + 2);
  await membership.end();
  const next = await audit.begin(wireThat(() => Promise.resolve()));
  expect(await audit.kept()).toBeNull();
  await next.end();
});
