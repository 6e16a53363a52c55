// What the hub tells the trace's thread, and the names by which entries share their repeated texts.
import { integerFields, type PlainValues, textFields } from '../../../contract/trace-fields.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Outcome, Party, TraceEntry } from '../../../contract/schemas/trace.ts';

/** Stands between the parts of a name. */
const joint = '\0';
/** Longer ids, labels, methods and tools are shown only as far as this. */
export const maxWordChars = 200;

/** Plain values without their names, in the order of `textFields` and `integerFields`: looking up names costs more than all else of an entry. */
export interface PlainLists {
  readonly texts: readonly (string | null)[];
  readonly integers: readonly (number | null)[];
}

export interface OpenOp extends PlainLists {
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Milliseconds on a monotonic clock. */
  readonly clock: number;
  readonly isOut: boolean;
  readonly isNotification: boolean;
  /** From whom to whom, by `routeName`. */
  readonly route: string;
  /** Method and tool, by `whatName`. */
  readonly what: string;
  readonly parent: number | null;
  /** Size of the whole message. */
  readonly bytes: number;
  readonly payload: Payload;
}

export interface CloseOp {
  readonly seq: number;
  readonly clock: number;
  readonly outcome: Outcome;
  readonly code: ErrorCode | null;
  readonly reason: string | null;
  /** JSON. */
  readonly why: string | null;
  readonly rule: string | null;
  readonly waitedMs: number;
  /** Null when nothing was answered. */
  readonly bytes: number | null;
  /** In the order of `answerIntegers`; absent where it says none of them. */
  readonly answers?: readonly (number | null)[] | undefined;
  readonly payload: Payload;
}

/** UTF-8; null where there is none or it was left out on the way. */
export interface Payload {
  readonly text: Buffer | null;
  readonly isCut: boolean;
  readonly isDropped: boolean;
}

export const noPayload: Payload = { text: null, isCut: false, isDropped: false };
export const droppedPayload: Payload = { text: null, isCut: false, isDropped: true };

export function plainLists(values: Partial<PlainValues>): PlainLists {
  return {
    texts: textFields.map(field => values[field] ?? null),
    integers: integerFields.map(field => values[field] ?? null),
  };
}

export function routeName(from: Party, to: Party): string {
  return `${partyName(from)}${joint}${partyName(to)}`;
}

export function parseRoute(name: string): { readonly from: Party; readonly to: Party } {
  const [kind = '', id = '', label = '', toKind = '', toId = '', toLabel = ''] = name.split(joint);
  return {
    from: { kind: kind as Party['kind'], id, label },
    to: { kind: toKind as Party['kind'], id: toId, label: toLabel },
  };
}

export function whatName(method: string, tool: string | null): string {
  return tool === null ? word(method) : `${word(method)}${joint}${word(tool)}`;
}

export function parseWhat(name: string): { readonly method: string; readonly tool: string | null } {
  const [method = '', tool = null] = name.split(joint);
  return { method, tool };
}

/** Null when nothing is to be said. */
export function verdictName({
  code,
  rule,
  why,
  reason,
}: Pick<CloseOp, 'code' | 'rule' | 'reason' | 'why'>): string | null {
  if (code === null && rule === null && reason === null) return null;
  return `${code ?? ''}${joint}${word(rule ?? '')}${joint}${why ?? ''}${joint}${reason ?? ''}`;
}

export function parseVerdict(name: string | null): Pick<TraceEntry, 'code' | 'rule' | 'reason' | 'why'> {
  const [code = '', rule = '', why = '', ...reason] = (name ?? '').split(joint);
  return {
    code: (code || null) as ErrorCode | null,
    rule: rule || null,
    reason: reason.join(joint) || null,
    ...(why && { why: JSON.parse(why) as Reason }),
  };
}

function partyName({ kind, id, label }: Party): string {
  return `${kind}${joint}${word(id)}${joint}${word(label)}`;
}

/** Peers choose these texts: a joint of their own would move the others. */
function word(text: string): string {
  // A copy: a part of a string would keep all of it.
  const short = text.length > maxWordChars ? Buffer.from(text.slice(0, maxWordChars)).toString() : text;
  return short.includes(joint) ? short.replaceAll(joint, ' ') : short;
}

/** An entry as it is read from a file; `close` is null for what has no answer. */
export interface ReadLine {
  readonly open: OpenOp;
  readonly close: CloseOp | null;
}
