// One entry of a file, as the columns take it. It is foreign text: it is checked whole, and refused with a reason.
import { z } from 'zod';
import { readOlderRule, ruleCode } from '../../../../contract/call-rules.ts';
import { parseJson } from '../../../../contract/json.ts';
import { TraceEntrySchema } from '../../../../contract/schemas/trace.ts';
import { faultOf } from '../../../../contract/schemas/value-fault.ts';
import { plainValues } from '../../../../contract/trace-fields.ts';
import { jsonlName } from '../export/write-jsonl.ts';
import { noPayload, plainLists, routeName, whatName } from '../trace-op.ts';
import { isObject, type Json } from './json-members.ts';
import { isHarEntry, lineOfHar } from './read-har.ts';
import { isSpan, SpanReader } from './read-otlp.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { CloseOp, OpenOp, Payload, ReadLine } from '../trace-op.ts';

const whole = z.number().int().min(0).max(0xff_ff_ff_fe);
const cutAt = z.number().optional();

/** Narrower than what the trace shows, because here the numbers choose places in memory. */
const LineSchema = TraceEntrySchema.omit({ why: true }).extend({
  seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  at: z.number().int().min(0).max(8.64e15),
  parent: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable(),
  bytes: whole,
  responseBytes: whole.nullable(),
  latencyMs: z.number().min(0).nullable(),
  waitedMs: z.number().min(0),
  payload: z
    .object({
      request: z.string().nullable(),
      response: z.string().nullable(),
      dropped: z.boolean(),
      requestCutAt: cutAt,
      responseCutAt: cutAt,
    })
    .optional(),
});
type Line = z.infer<typeof LineSchema>;

/** A file may be older than a field, and other programs know none of them. */
const noPlainValues = plainValues({});

/** Reads the lines of one file. */
export class LineReader {
  readonly #spans = new SpanReader();

  /** Null for a line that tells of no entry: an empty one, or a header. A reason says what is wrong. `seq` is for what has no number. */
  read(text: string, seq = 1): ReadLine | Reason | null {
    if (text.trim() === '') return null;
    let value: unknown;
    try {
      value = parseJson(text);
    } catch {
      return { kind: 'no-json-text' };
    }
    if (isObject(value) && value['format'] === jsonlName) return null;
    const line = isObject(value) ? { ...noPlainValues, ...this.#line(value, seq) } : value;
    const parsed = LineSchema.safeParse(line);
    return parsed.success ? opsOf(parsed.data) : faultOf(parsed.error, line);
  }

  #line(value: Json, seq: number): Json {
    if (isHarEntry(value)) return lineOfHar(value, seq);
    return isSpan(value) ? this.#spans.line(value, seq) : value;
  }
}

function opsOf(line: Line): ReadLine {
  const { seq, at, dir, from, to, kind, method, tool, parent, bytes, payload } = line;
  const open: OpenOp = {
    seq,
    at,
    clock: 0,
    isOut: dir === 'out',
    isNotification: kind === 'notification',
    route: routeName(from, to),
    what: whatName(method, tool),
    ...plainLists(line),
    // An entry is caused by one before it, and not by one that is out of all reach.
    parent: parent !== null && parent < seq && seq - parent < 2 ** 32 ? parent : null,
    bytes,
    payload: payloadOf(payload?.request, payload?.dropped, payload?.requestCutAt),
  };
  return { open, close: closeOf(line) };
}

function closeOf(line: Line): CloseOp | null {
  const { seq, kind, outcome, code, reason, rule, waitedMs, responseBytes, latencyMs, payload } = line;
  if (kind === 'notification' || latencyMs === null) return null;
  const answer = payloadOf(payload?.response, false, payload?.responseCutAt);
  return {
    seq,
    clock: latencyMs,
    outcome,
    code,
    reason,
    why: null,
    rule: rule && currentCode(rule),
    waitedMs,
    bytes: responseBytes,
    payload: answer,
  };
}

/** Files of older versions have a text for a rule in place of its code. */
function currentCode(rule: string): string {
  const older = readOlderRule(rule);
  return older ? ruleCode(older) : rule;
}

function payloadOf(text: string | null | undefined, isDropped = false, cut?: number): Payload {
  if (text == null) return { ...noPayload, isDropped };
  return { text: Buffer.from(text), isCut: cut !== undefined, isDropped: false };
}
