// The fields of a trace entry by which it is filtered and listed, and the plain ones, described once. Without schemas, as `trace-bounds.ts` is.

interface FieldDescription {
  /** An integer has 32 bits with its sign; what an entry names there instead is null. */
  readonly kind: 'text' | 'integer';
  /** What it is called in a filter: a text is asked for a part of it, an integer for its value. */
  readonly query: string;
  /** The attributes of an OpenTelemetry span that it is read from; it is written to the first. */
  readonly otlp: readonly [string, ...string[]];
  /** Known with the answer alone. Few entries have one, so it takes no room in the others; integers alone are so. */
  readonly ofAnswer?: true;
}

/**
 * What a message says of itself beside who, what, when, how large and how it ended; null where it says nothing. A row here is carried
 * to the trace's thread, kept in a column of its own, masked, filtered by, exported and imported. CONTRIBUTING tells what else a field needs.
 */
export const plainFields = {
  /** The id of a request on its wire. */
  rpcId: { kind: 'text', query: 'id', otlp: ['rpc.jsonrpc.request_id', 'jsonrpc.request.id'] },
  tabId: { kind: 'integer', query: 'tab', otlp: ['pilothouse.tab'] },
  /** What a model read and wrote. */
  tokensIn: { kind: 'integer', query: 'tokens-in', otlp: ['gen_ai.usage.input_tokens'], ofAnswer: true },
  tokensOut: { kind: 'integer', query: 'tokens-out', otlp: ['gen_ai.usage.output_tokens'], ofAnswer: true },
  /** In millionths of the user's currency, by the user's own prices. */
  costMicros: { kind: 'integer', query: 'cost', otlp: ['pilothouse.cost_micros'], ofAnswer: true },
} as const satisfies Readonly<Record<string, FieldDescription>>;

type Fields = typeof plainFields;
export type PlainField = keyof Fields;
export type TextField = { [F in PlainField]: Fields[F]['kind'] extends 'text' ? F : never }[PlainField];
export type IntegerField = Exclude<PlainField, TextField>;
export type TextQuery = Fields[TextField]['query'];
export type IntegerQuery = Fields[IntegerField]['query'];
export type PlainValues = { readonly [F in PlainField]: (F extends TextField ? string : number) | null };

/** Integers that are known only with the answer. */
export type AnswerField = { [F in IntegerField]: Fields[F] extends { ofAnswer: true } ? F : never }[IntegerField];
export type AnswerValues = Pick<PlainValues, AnswerField>;

export const textFields = fieldsOf('text') as readonly TextField[];
/** Those of the request first. */
export const integerFields = [...integersOf(false), ...integersOf(true)] as readonly IntegerField[];
export const requestIntegers = integersOf(false) as readonly Exclude<IntegerField, AnswerField>[];
export const answerIntegers = integersOf(true) as readonly AnswerField[];

export const directions = ['in', 'out'] as const;

/** What is asked for a part of its text, in whatever case. */
export const wordFields = [
  'agent',
  'browser',
  'server',
  'model',
  'method',
  'tool',
  'rule',
  'text',
  ...textFields.map((field): TextQuery => plainFields[field].query),
] as const;
export type WordField = (typeof wordFields)[number];

export const integerQueries = integerFields.map((field): IntegerQuery => plainFields[field].query);

/** What is compared: bytes of request and response together, and milliseconds. */
export const amountFields = ['size', 'latency'] as const;
export type AmountField = (typeof amountFields)[number];

/** What the trace can list the different values of. */
export const valueFields = ['agent', 'browser', 'server', 'model', 'method', 'tool', 'rule', 'status'] as const;
export type ValueField = (typeof valueFields)[number];

/** The plain values of whatever has them. */
export function plainValues(of: Partial<PlainValues>): PlainValues {
  const values: Partial<Record<PlainField, string | number | null>> = {};
  for (const field of textFields) values[field] = of[field] ?? null;
  for (const field of integerFields) values[field] = of[field] ?? null;
  return values as PlainValues;
}

/** The plain texts, each as `change` makes it. */
export function changedTexts(of: PlainValues, change: (text: string) => string): Pick<PlainValues, TextField> {
  const texts: Partial<Record<TextField, string | null>> = {};
  for (const field of textFields) texts[field] = of[field] === null ? null : change(of[field]);
  return texts as Pick<PlainValues, TextField>;
}

function integersOf(ofAnswer: boolean): readonly string[] {
  const fields: Readonly<Record<string, FieldDescription>> = plainFields;
  return fieldsOf('integer').filter(name => (fields[name]?.ofAnswer ?? false) === ofAnswer);
}

function fieldsOf(kind: FieldDescription['kind']): readonly string[] {
  return Object.entries(plainFields).flatMap(([name, field]) => (field.kind === kind ? [name] : []));
}
