// Reads audit and traces of all hubs from the streams, page by page, and sets how long the streams keep them.
import { DeliverPolicy, JetStreamApiError } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { jsonIn } from '../../../../contract/json.ts';
import { FleetEntrySchema } from '../../../../contract/schemas/fleet-outbox.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { violationIn } from '../link/link-faults.ts';
import { notAllowed } from '../link/missing-rights.ts';
import { linesOf } from './outbox-message.ts';
import { readRun } from './stream-run.ts';
import type {
  FleetEntry,
  FleetKept,
  FleetPage,
  FleetRead,
  FleetRetention,
} from '../../../../contract/schemas/fleet-outbox.ts';
import type { FleetStream } from '../link/fleet-subjects.ts';
import type { FleetWire } from '../link/fleet-wire.ts';
import type { RunAsk, RunMessage } from './stream-run.ts';

/** Of one page. A message has up to 500 entries and 256 KB. */
const maxMessages = 50;
const maxPageChars = 2_000_000;
/** A page that has not come by then is an error. */
const maxWaitMs = 5_000;
/** How far the clock of a hub may be ahead of the server's. */
const maxClockSkewMs = 10 * 60_000;
const dayMs = 24 * 60 * 60 * 1_000;
const maxSaidChars = 300;

/** What is in a stream and fits, in its order; bounded, with where the next page begins. */
export async function readFleetPage(wire: FleetWire, ask: FleetRead): Promise<FleetPage> {
  const stream = wire.subjects.stream(ask.of);
  const run = { stream, ...startOf(wire, ask), most: maxMessages, mostBytes: maxPageChars, waitMs: maxWaitMs };
  const { messages, waiting } = await told(wire, ask.of, () => readRun(wire, run));
  return {
    entries: messages.flatMap(message => entriesIn(message, ask)),
    after: messages.at(-1)?.stream ?? ask.after ?? 0,
    isEnd: waiting === 0,
  };
}

/** Null leaves a stream as it is. Rejects where the account may not. */
export async function keepInFleet(wire: FleetWire, { auditDays, traceDays }: FleetRetention): Promise<FleetKept> {
  return {
    auditDays: await keepInStream(wire, 'audit', auditDays),
    traceDays: await keepInStream(wire, 'trace', traceDays),
  };
}

async function keepInStream(wire: FleetWire, of: FleetStream, days: number | null): Promise<number> {
  const stream = wire.subjects.stream(of);
  const { streams } = await wire.manager();
  const { config } = await told(wire, of, () => streams.info(stream));
  if (days === null) return Math.round(config.max_age / nanos(dayMs));
  try {
    await streams.update(stream, { max_age: nanos(days * dayMs) });
  } catch (error) {
    const said = (error instanceof Error ? error.message : String(error)).slice(0, maxSaidChars);
    throw hubError('ERR_PERMISSION_DENIED', { kind: 'fleet-retention-refused', stream, said });
  }
  return days;
}

function startOf({ subjects }: FleetWire, { of, since, after, hubs }: FleetRead): Pick<RunAsk, 'filter' | 'from'> {
  const [only] = hubs;
  const all = subjects.own(of).replace(/[^.]+$/, '*');
  // More than one filter of a consumer is known to newer servers only.
  const filter = only !== undefined && hubs.length === 1 ? all.replace(/\*$/, only) : all;
  if (after !== null)
    return { filter, from: { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: after + 1 } };
  if (since === null) return { filter, from: { deliver_policy: DeliverPolicy.All } };
  // What is in the stream was made before it came there, but for clocks that differ.
  const start = new Date(Math.max(0, since - maxClockSkewMs)).toISOString();
  return { filter, from: { deliver_policy: DeliverPolicy.StartTime, opt_start_time: start } };
}

function entriesIn(message: RunMessage, ask: FleetRead): FleetPage['entries'] {
  // Whose it is says the subject, on which nobody else may send.
  const hub = message.subject.split('.')[2] ?? '';
  if (ask.hubs.length > 0 && !ask.hubs.includes(hub)) return [];
  return linesOf(message.text).flatMap(line => {
    const { data } = FleetEntrySchema.safeParse(jsonIn(line));
    return data && fits(data, ask) ? [{ hub, entry: data }] : [];
  });
}

function fits(entry: FleetEntry, { since, until, agent, what }: FleetRead): boolean {
  const at = Date.parse(entry.at);
  if ((since !== null && at < since) || (until !== null && at >= until)) return false;
  const from = entry.from as { id?: unknown; label?: unknown } | undefined;
  const agents = [entry.agentId, entry.clientId, from?.id, from?.label];
  return has(agents, agent) && has([entry.what, entry.scope, entry.tool, entry.method], what);
}

function has(values: readonly unknown[], part: string | null): boolean {
  if (part === null) return true;
  return values.some(value => typeof value === 'string' && value.toLowerCase().includes(part.toLowerCase()));
}

async function told<T>({ subjects }: FleetWire, of: FleetStream, work: () => Promise<T>): Promise<T> {
  const stream = subjects.stream(of);
  try {
    return await work();
  } catch (error) {
    const forbidden = violationIn(error);
    if (forbidden) throw hubError('ERR_PERMISSION_DENIED', notAllowed(forbidden, subjects));
    if (!(error instanceof JetStreamApiError)) throw hubError('ERR_INTERNAL', { kind: 'fleet-read-silent', stream });
    const said = error.message.slice(0, maxSaidChars);
    throw hubError('ERR_INTERNAL', { kind: 'fleet-read-refused', stream, said });
  }
}
