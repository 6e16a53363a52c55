// Two real peers talk, and the trace log with its real worker shows what passed.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { HubError } from '../../../contract/errors.ts';
import { TraceLog, traceLimits } from '../../../electron/core/trace/trace-log.ts';
import { mcpCancel, Peer } from '../../../electron/core/wire/peer.ts';
import { inEnglish } from '../../../words/english.ts';
import { agent, buildWorker, everything, hub, workerEntry } from '../../unit/core/trace/trace-fixtures.ts';
import type { TraceTap } from '../../../electron/core/trace/tap.ts';
import type { IncomingRequest, Reply } from '../../../electron/core/wire/incoming-request.ts';
import type { BuiltWorker } from '../../unit/core/trace/trace-fixtures.ts';

let worker: BuiltWorker;

beforeAll(async () => {
  worker = await buildWorker(workerEntry);
});

afterAll(() => worker.remove());

/** The other end is no part of the hub and is not traced. */
const untraced: TraceTap = { open: () => 0, waiting: () => undefined, close: () => undefined };

function connect(handle: (request: IncomingRequest) => Promise<Reply>) {
  const log = new TraceLog({
    workerPath: worker.file,
    now: Date.now,
    monotonic: () => performance.now(),
    redactValues: () => [],
    onChanged: () => undefined,
    problems: reason => expect.fail(inEnglish(reason)),
    limits: traceLimits,
  });
  onTestFinished(() => log.stop());
  const ends: { hub?: Peer; asker?: Peer } = {};
  const shared = { hub, other: () => agent, cancel: mcpCancel };
  ends.hub = new Peer({ ...shared, tap: log, handle, send: text => ends.asker?.receive(text) });
  ends.asker = new Peer({
    ...shared,
    tap: untraced,
    handle: () => Promise.resolve({ result: { pong: true } }),
    send: text => ends.hub?.receive(text),
  });
  return { log, hubPeer: ends.hub, asker: ends.asker };
}

test('a call and what it causes are two entries, joined with their answers and with each other', async () => {
  const { log, hubPeer, asker } = connect(async request => {
    await hubPeer.request('ping', { token: 'x' }, { parent: request.seq, timeoutMs: 60_000 });
    return { result: { done: true } };
  });
  await asker.request('tools/call', { name: 'click', arguments: { tabId: 42 } }, { parent: null, timeoutMs: 60_000 });
  const { entries } = await log.query('window', { filter: everything, from: -1, count: 10 });
  expect(entries).toMatchObject([
    {
      seq: 1,
      dir: 'in',
      from: agent,
      to: hub,
      method: 'tools/call',
      tool: 'click',
      tabId: 42,
      parent: null,
      outcome: 'ok',
    },
    { seq: 2, dir: 'out', from: hub, to: agent, method: 'ping', parent: 1, outcome: 'ok' },
  ]);
  expect(await log.query('payload', { seq: 2 })).toEqual({
    seq: 2,
    request: '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"token":"••••"}}',
    response: '{"jsonrpc":"2.0","id":1,"result":{"pong":true}}',
    dropped: false,
  });
});

test('a refusal carries its code, its sentence and the rule that decided', async () => {
  const { log, asker } = connect(async () => {
    const reason = 'Tab 42 is yours; ask for it.';
    const verdict = { outcome: 'refused', code: 'ERR_NOT_OWNER', reason, rule: 'owner 42', waitedMs: 0 } as const;
    return { error: new HubError('ERR_NOT_OWNER', reason), verdict };
  });
  await expect(asker.request('tools/call', { name: 'click' }, { parent: null, timeoutMs: 60_000 })).rejects.toThrow(
    'Tab 42',
  );
  expect(
    (await log.query('window', { filter: { text: '', outcome: 'refused' }, from: 0, count: 10 })).entries,
  ).toMatchObject([{ code: 'ERR_NOT_OWNER', reason: 'Tab 42 is yours; ask for it.', rule: 'owner 42' }]);
});
