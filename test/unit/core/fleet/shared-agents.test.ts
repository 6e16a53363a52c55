// Agents of other hubs: they end once nothing of them was open for half an hour, and one that listens is not taken for one that does nothing.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ServerOptionsSchema } from '../../../../contract/schemas/servers.ts';
import { CallTaker } from '../../../../electron/core/fleet/shared/call-taker.ts';
import { FleetClients } from '../../../../electron/core/fleet/shared/fleet-client.ts';
import { SharedAgents } from '../../../../electron/core/fleet/shared/shared-agents.ts';
import { envelopeKeys } from '../../../../electron/core/wire/envelope-keys.ts';
import { openFleetHub } from '../../../support/fleet-hub.ts';
import { repositoryRoot } from '../../../support/provided.ts';
import type { SharedFrame } from '../../../../electron/core/fleet/shared/shared-frames.ts';

const fixturePath = join(repositoryRoot, 'test/fixtures/servers/conformance.mjs');
const halfHour = 30 * 60_000;
const inTime = { timeout: 10_000 };
const simple = { name: 'test_simple_text', arguments: {} };

afterEach(() => vi.useRealTimers());

/** A hub that shares a server of which each agent has a run of its own, and what `mia` asks of it. Timers go only as they are told. */
async function sharing() {
  const hub = await openFleetHub('nats://127.0.0.1:1', 'jun');
  onTestFinished(() => hub.close());
  const { registries, agentServices: services } = hub;
  const { agents, clients, grants, servers } = registries;
  const serverId = await hub.serve('files', process.execPath, [fixturePath]);
  await servers.changes.setOptions(serverId, ServerOptionsSchema.parse({ instances: 'per-agent' }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const own = { share: 'files', serverId, hubs: ['mia'], roles: [], tools: null, readOnly: false, description: '' };
  const facts = { self: 'jun', rolesOf: () => [], reads: () => true };
  const subject = { kind: 'client', id: 'hub:mia' } as const;
  const whole = { tools: null, reading: false, agentId: null, tab: null, lifetime: 'always' } as const;
  const resource = { kind: 'server', serverId } as const;
  await grants.addAll([{ subject, effect: 'allow', scope: 'servers:call', resource, ...whole }]);
  const fleetClients = new FleetClients({
    clients,
    isJudged: () => false,
    isHere: () => false,
    onRevoked: async () => {},
    now: Date.now,
  });
  const sent: SharedFrame[] = [];
  const faults: unknown[] = [];
  const taker: CallTaker = new CallTaker({
    now: () => performance.now(),
    send: (_to, frame) => sent.push(frame) > 0,
    unable: () => null,
    run: call => shared.serve(call),
    ...{ tooLarge: text => text, full: text => text },
  });
  const shared = new SharedAgents({
    ...{ services, facts, randomBytes, shares: { get: () => own } },
    clientOf: (asker, by) => fleetClients.of(asker, by),
    unable: () => null,
    isOpen: (asker, call) => taker.isOpen(asker, call),
    onEnded: () => {},
    report: error => faults.push(error),
  });
  const ask = (call: string, method: string, params: object = {}, declares: object = {}) => {
    const _meta = { [envelopeKeys.protocolVersion]: '2026-07-28', [envelopeKeys.clientCapabilities]: declares };
    const text = JSON.stringify({ jsonrpc: '2.0', id: call, method, params: { ...params, _meta } });
    taker.hear('mia', { t: 'offer', call, attempt: 0, share: 'files', now: true, text });
  };
  const saidOf = (call: string) => sent.filter(frame => frame.call === call).map(({ t }) => t);
  return {
    ...{ taker, ask, saidOf, sent, faults },
    runs: () => servers.get(serverId)?.runs,
    answered: (call: string) => vi.waitFor(() => expect(saidOf(call)).toContain('done'), inTime),
    listens: (call: string) => vi.waitFor(() => expect(saidOf(call)).toEqual(['told']), inTime),
    hereOf: () => agents.connected().filter(({ clientId }) => clientId.startsWith('hub:mia')),
  };
}

const listening = { notifications: { toolsListChanged: true } };

test('An agent that has asked nothing for half an hour has ended, and what ran for it alone.', async () => {
  const { ask, answered, hereOf, runs } = await sharing();
  ask('call-first', 'tools/call', simple);
  await answered('call-first');
  expect(hereOf()).toHaveLength(1);
  await vi.waitFor(() => expect(runs()).toBe(2), inTime);
  vi.advanceTimersByTime(halfHour / 2);
  ask('call-again', 'tools/call', simple);
  await answered('call-again');
  vi.advanceTimersByTime(halfHour - 1_000);
  expect(hereOf()).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(hereOf()).toEqual([]);
  // Any agent may come back for a while.
  vi.advanceTimersByTime(halfHour);
  await vi.waitFor(() => expect(runs()).toBe(1), inTime);
});

test('One that listens stays, and is not taken for one that does nothing; once it listens no more it ends in its time.', async () => {
  const { ask, answered, listens, hereOf, saidOf, taker } = await sharing();
  ask('call-listen', 'subscriptions/listen', listening);
  await listens('call-listen');
  vi.advanceTimersByTime(2 * halfHour);
  expect(hereOf()).toHaveLength(1);
  // Of those that declare other things one is ended for the ninth: one that does nothing.
  const others = Array.from({ length: 7 }, (_, index) => `call-other-${index}`);
  for (const call of others) ask(call, 'tools/list', {}, { experimental: { [call]: {} } });
  await Promise.all(others.map(answered));
  ask('call-ninth', 'tools/list', {}, { experimental: { ninth: {} } });
  await answered('call-ninth');
  expect(hereOf()).toHaveLength(8);
  expect(saidOf('call-listen')).toEqual(['told']);
  taker.hear('mia', { t: 'cancel', call: 'call-listen', reason: null });
  vi.advanceTimersByTime(halfHour + 1_000);
  expect(hereOf()).toEqual([]);
});

test('What was not wanted any more before it began keeps no agent.', async () => {
  const { ask, answered, hereOf, saidOf, taker } = await sharing();
  ask('call-first', 'tools/list');
  taker.hear('mia', { t: 'cancel', call: 'call-first', reason: null });
  // Its agent is there already, and is being told what the server is.
  ask('call-second', 'tools/list');
  while (hereOf().length === 0) await nextTurn();
  taker.hear('mia', { t: 'cancel', call: 'call-second', reason: null });
  expect(saidOf('call-second')).toEqual([]);
  ask('call-third', 'tools/list');
  await answered('call-third');
  vi.advanceTimersByTime(halfHour + 1_000);
  expect(hereOf()).toEqual([]);
});

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('Whatever stands in the place of an id, it is answered, and not said again.', async () => {
  const { taker, sent, faults } = await sharing();
  const ids = [
    deep(200),
    deep(10_000),
    '{"a":1}',
    `"${'x'.repeat(100_000)}"`,
    '1e400',
    '1.5',
    'true',
    'null',
    '7',
    '"seven"',
  ];
  for (const share of ['files', 'nothing'])
    for (const [index, id] of ids.entries())
      for (const method of ['tools/call', 'ping']) {
        const text = `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
        taker.hear('mia', {
          t: 'offer',
          call: `junk-of-1-${share}-${index}-${method.length}`,
          attempt: 0,
          share,
          now: true,
          text,
        });
      }
  taker.hear('mia', { t: 'offer', call: 'junk-of-1-none', attempt: 0, share: 'files', now: true, text: '{' });
  await vi.waitFor(() => expect(sent.filter(({ t }) => t === 'done')).toHaveLength(4 * ids.length + 1), inTime);
  const said = sent.map(frame => (frame.t === 'done' ? (JSON.parse(frame.text) as { id: unknown }).id : 'no end'));
  expect([...new Set(said)]).toEqual([null, 7, 'seven']);
  expect(faults).toEqual([]);
});
