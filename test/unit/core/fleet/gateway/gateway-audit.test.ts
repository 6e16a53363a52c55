// The audit of a gateway over its connections: what one has not acknowledged goes to the next.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
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
