// Entries, filters and a real worker for the tests of the trace.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { requestIntegers } from '../../../../contract/trace-fields.ts';
import { noPayload, plainLists, routeName, whatName } from '../../../../electron/core/trace/trace-op.ts';
import { TraceWindows, type WindowParams } from '../../../../electron/core/trace/trace-window.ts';
import type { Party, TraceFilter, TraceWindow } from '../../../../contract/schemas/trace.ts';
import type { Seen } from '../../../../electron/core/trace/excerpt.ts';
import type { TraceClose, TraceOpen } from '../../../../electron/core/trace/tap.ts';
import type { TraceColumns } from '../../../../electron/core/trace/trace-columns.ts';
import type { CloseOp, OpenOp, Payload, PlainLists } from '../../../../electron/core/trace/trace-op.ts';

export const agent: Party = { kind: 'agent', id: 'a1', label: 'Claude Code' };
export const hub: Party = { kind: 'hub', id: 'hub', label: 'Pilothouse' };

/** A message of the trace by its text. */
export function message(payload: string): Seen {
  return { bytes: Buffer.byteLength(payload), payload, cut: false };
}

export function opening({
  payload = '{"jsonrpc":"2.0","method":"tools/call"}',
  ...fields
}: Partial<TraceOpen> & { payload?: string } = {}): TraceOpen {
  return {
    dir: 'in',
    from: agent,
    to: hub,
    kind: 'request',
    method: 'tools/call',
    tool: 'navigate',
    rpcId: '7',
    parent: null,
    tabId: 42,
    message: message(payload),
    ...fields,
  };
}

export function closing({
  payload = '{"ok":true}',
  ...fields
}: Partial<TraceClose> & { payload?: string | null } = {}): TraceClose {
  return {
    outcome: 'ok',
    code: null,
    reason: null,
    rule: 'owner',
    waitedMs: 0,
    message: payload === null ? null : message(payload),
    ...fields,
  };
}

/** An entry as the columns take it. */
export function openOp(seq: number, entry: TraceOpen, fields: Partial<OpenOp> = {}): OpenOp {
  return {
    seq,
    at: 1_000 + seq,
    clock: seq,
    isOut: entry.dir === 'out',
    isNotification: entry.kind === 'notification',
    route: routeName(entry.from, entry.to),
    what: whatName(entry.method, entry.tool),
    ...withoutAnswers(plainLists(entry)),
    parent: entry.parent,
    bytes: entry.message.bytes,
    payload: payloadOf(entry.message),
    ...fields,
  };
}

export function closeOp(seq: number, clock: number, close: TraceClose, fields: Partial<CloseOp> = {}): CloseOp {
  const { message: answer, why, tokensIn, tokensOut, costMicros, ...verdict } = close;
  const answers = [tokensIn, tokensOut, costMicros];
  return {
    seq,
    clock,
    ...verdict,
    why: why ? JSON.stringify(why) : null,
    bytes: answer?.bytes ?? null,
    ...(answers.some(value => value !== undefined) && { answers: answers.map(value => value ?? null) }),
    payload: answer ? payloadOf(answer) : noPayload,
    ...fields,
  };
}

function payloadOf({ payload, cut }: Seen): Payload {
  return { text: Buffer.from(payload), isCut: cut, isDropped: false };
}

export const everything: TraceFilter = { text: '' };

/** A window of somebody who looks for the first time. */
export function readWindow(columns: TraceColumns, filter: TraceFilter, from: number, count: number): TraceWindow {
  return windowsOf(columns)({ filter, from, count });
}

/** Windows of somebody who looks again and again. */
export function windowsOf(columns: TraceColumns): (params: WindowParams) => TraceWindow {
  const windows = new TraceWindows(columns);
  return params => {
    const { slots, ...place } = windows.find(params);
    return { ...place, entries: slots.map(slot => columns.entry(slot)) };
  };
}

export interface BuiltWorker {
  readonly file: string;
  remove(): Promise<void>;
}

/** Bundles a worker of this folder or of the trace, as the build does, into a temporary folder. */
export async function buildWorker(entry: string): Promise<BuiltWorker> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pilothouse-trace-'));
  const file = path.join(folder, 'trace-worker.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

export const workerEntry = '../../../../electron/core/trace/trace-worker.ts';

/** What is known with the answer alone does not travel with the request. */
function withoutAnswers({ texts, integers }: PlainLists): PlainLists {
  return { texts, integers: integers.slice(0, requestIntegers.length) };
}
