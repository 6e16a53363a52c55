// What the hub's own ends of its wires write into the trace of requests that fail: by a real peer, as it words them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mcpCancel, Peer } from '../../../electron/core/wire/peer.ts';
import { failureWords } from '../../../words/en/failures.ts';
import { hubError } from '../../../words/hub-error.ts';
import { RecordingTap } from '../../unit/core/wire/recording-tap.ts';
import { everyReason } from '../every-reason.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';

/** One of each code. */
const failures = Object.keys(failureWords).map(kind => everyReason().find(reason => reason.kind === kind)!);

/** As much of an entry as its wire knows. */
export type FailedRequest = Pick<TraceEntry, 'dir' | 'method' | 'outcome' | 'code' | 'reason' | 'why' | 'rule'>;

/** Half of the codes end a request that came in, the others one that went out; then what a wire says by itself. */
export async function failedOnWires(): Promise<FailedRequest[]> {
  const tap = new RecordingTap();
  for (const [at, reason] of failures.entries()) await (at % 2 === 0 ? refuseOne(tap, reason) : breakOne(tap, reason));
  await faultsOfWire(tap);
  const requests = tap.entries.filter(({ open }) => open.kind === 'request');
  while (requests.some(({ closes }) => closes.length === 0)) await nextTurn();
  return requests.map(({ open: { dir, method }, closes: [close] }) => {
    const { outcome, code, reason, why, rule } = close!;
    return { dir, method, outcome, code, reason, ...(why && { why }), rule };
  });
}

async function refuseOne(tap: RecordingTap, reason: Reason): Promise<void> {
  peerOn(tap, async () => {
    throw hubError('ERR_TOOL_FAILED', reason);
  }).receive(ask(1));
  await nextTurn();
}

async function breakOne(tap: RecordingTap, reason: Reason): Promise<void> {
  const peer = peerOn(tap);
  const asked = peer.request('tools/call', {}, { parent: null, timeoutMs: 60_000 });
  peer.close(hubError('ERR_BROWSER_UNAVAILABLE', reason));
  await asked.catch(() => {});
}

/** No answer in time, a cancelled request, an id that is in use, and what is no message. */
async function faultsOfWire(tap: RecordingTap): Promise<void> {
  const late = peerOn(tap).request('tools/call', {}, { parent: null, timeoutMs: 1 });
  const left = new AbortController();
  const cancelled = peerOn(tap).request('tools/call', {}, { parent: null, timeoutMs: 60_000, signal: left.signal });
  left.abort();
  await Promise.allSettled([late, cancelled]);
  const busy = peerOn(tap, () => nextTurn());
  busy.receive(ask(1));
  busy.receive(ask(1));
  busy.receive('{');
  busy.receiveBytes(Buffer.from([0xff]));
}

const ask = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: {} });

function peerOn(tap: RecordingTap, handle: () => Promise<unknown> = async () => ({})): Peer {
  return new Peer({
    hub: { kind: 'hub', id: 'hub', label: 'hub' },
    other: () => ({ kind: 'browser', id: 'browser-work', label: 'Chromium Work' }),
    tap,
    cancel: mcpCancel,
    send: () => {},
    handle: async () => ({ result: await handle() }),
  });
}
