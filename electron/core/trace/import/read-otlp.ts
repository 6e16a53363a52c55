// One span of OTLP/JSON (opentelemetry-proto 1.x) as a line of our own format: as it was where Pilothouse wrote it, else what its names tell.
import { outcomes } from '../../../../contract/trace-bounds.ts';
import { integerFields, plainFields, textFields } from '../../../../contract/trace-fields.ts';
import { isObject, type Json, numberIn, objectIn, textIn } from './json-members.ts';

/** Spans whose children may still come; a span that comes after its children stays without them. */
const maxKnown = 20_000;
/** trace.proto, `SpanKind`: consumer and server take in, producer and consumer have no answer. */
const kinds = { server: 2, producer: 4, consumer: 5 } as const;
const unanswered = new Set(['pending', 'waiting', 'none']);

export function isSpan(value: Json): boolean {
  return 'spanId' in value && 'startTimeUnixNano' in value;
}

/** Reads the spans of one file. */
export class SpanReader {
  readonly #seqs = new Map<string, number>();

  /** To be checked as a line. `seq` is for a span that has no number of its own. */
  line(span: Json, seq: number): Json {
    const attributes = attributesOf(span);
    const outcome = textIn(attributes, 'pilothouse.outcome');
    const isOwn = outcome !== null && (outcomes as readonly string[]).includes(outcome);
    const start = nanos(span['startTimeUnixNano']);
    const latencyMs = Number(nanos(span['endTimeUnixNano']) - start) / 1e6;
    const kind = numberIn(span, 'kind');
    return {
      at: Number(start / 1_000_000n),
      dir: kind === kinds.server || kind === kinds.consumer ? 'in' : 'out',
      kind: kind === kinds.producer || kind === kinds.consumer ? 'notification' : 'request',
      ...whatOf(span, attributes),
      ...(isOwn ? this.#own(span) : this.#foreign(span, seq)),
      ...partiesOf(attributes),
      outcome: isOwn ? outcome : isFailed(span) ? 'error' : 'ok',
      latencyMs: isOwn && unanswered.has(outcome) ? null : Math.max(0, latencyMs),
    };
  }

  #own(span: Json): Json {
    const parent = textIn(span, 'parentSpanId');
    return {
      seq: Number.parseInt(textIn(span, 'spanId') ?? '', 16),
      parent: parent ? Number.parseInt(parent, 16) : null,
    };
  }

  #foreign(span: Json, seq: number): Json {
    const parent = this.#seqs.get(textIn(span, 'parentSpanId') ?? '') ?? null;
    const [oldest] = this.#seqs.keys();
    if (oldest !== undefined && this.#seqs.size >= maxKnown) this.#seqs.delete(oldest);
    this.#seqs.set(textIn(span, 'spanId') ?? '', seq);
    return { seq, parent };
  }
}

function whatOf(span: Json, attributes: Json): Json {
  const first = (...names: readonly string[]) =>
    names.map(name => textIn(attributes, name)).find(text => text !== null) ?? null;
  const whole = (name: string) => {
    const text = attributes[name];
    const value = typeof text === 'string' || typeof text === 'number' ? Number(text) : Number.NaN;
    return Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  const rule = first('pilothouse.rule');
  const code = first('pilothouse.code');
  const texts = { request: first('pilothouse.request'), response: first('pilothouse.response') };
  return {
    method: first('mcp.method.name', 'rpc.method') ?? textIn(span, 'name') ?? 'span',
    tool: first('gen_ai.tool.name', 'mcp.tool.name'),
    ...Object.fromEntries(textFields.map(field => [field, first(...plainFields[field].otlp)])),
    ...Object.fromEntries(integerFields.map(field => [field, whole(plainFields[field].otlp[0])])),
    bytes: whole('rpc.request.body.size') ?? 0,
    responseBytes: whole('rpc.response.body.size'),
    waitedMs: numberIn(attributes, 'pilothouse.waited_ms') ?? 0,
    code,
    reason: textIn(objectIn(span, 'status'), 'message') || null,
    rule,
    ...(texts.request === null && texts.response === null ? {} : { payload: { ...texts, dropped: false } }),
  };
}

function partiesOf(attributes: Json): Json {
  const party = (name: string, instead: Json): Json => {
    const [, kind, label] = /^(agent|browser|server|hub) (.*)$/s.exec(textIn(attributes, name) ?? '') ?? [];
    return kind === undefined ? instead : { kind, label, id: textIn(attributes, `${name}.id`) ?? label };
  };
  const to = ['server.address', 'peer.service', 'rpc.service', 'gen_ai.system']
    .map(name => textIn(attributes, name))
    .find(text => text !== null);
  return {
    from: party('pilothouse.from', { kind: 'agent', id: 'otlp', label: 'OpenTelemetry' }),
    to: party('pilothouse.to', { kind: 'server', id: to ?? 'unknown', label: to ?? 'unknown' }),
  };
}

/** 64-bit numbers stand as texts. */
function attributesOf(span: Json): Json {
  const list = Array.isArray(span['attributes']) ? span['attributes'] : [];
  const pairs = list.filter(isObject).map(attribute => {
    const { stringValue, intValue, doubleValue, boolValue } = objectIn(attribute, 'value');
    return [textIn(attribute, 'key') ?? '', stringValue ?? intValue ?? doubleValue ?? boolValue] as const;
  });
  return Object.fromEntries(pairs);
}

function isFailed(span: Json): boolean {
  const { code } = objectIn(span, 'status');
  return code === 2 || code === 'STATUS_CODE_ERROR';
}

function nanos(value: unknown): bigint {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}
