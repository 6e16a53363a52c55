// Arguments as a model wrote them, in the types that the tool's schema asks for: models write numbers, lists and objects as text.
import { isRecord, jsonIn } from '../../../../contract/json.ts';

type Schema = Readonly<Record<string, unknown>>;

const maxDepth = 20;

/** What cannot be meant otherwise becomes what the schema asks for; all else stays as it is, for the tool to refuse. */
export function coerceArguments(written: unknown, schema: Schema): Record<string, unknown> {
  const read = typeof written === 'string' ? (jsonIn(written) ?? {}) : written;
  const coerced = coerce(read, { ...schema, type: 'object' }, 0);
  return isRecord(coerced) ? coerced : {};
}

function coerce(value: unknown, schema: unknown, depth: number): unknown {
  if (!isRecord(schema) || depth > maxDepth) return value;
  const types = typesOf(schema);
  const fitting = typeof value === 'string' ? fromText(value, types) : value;
  if (Array.isArray(fitting)) return fitting.map(item => coerce(item, schema.items, depth + 1));
  if (!isRecord(fitting)) return fitting;
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const own = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  return Object.fromEntries(
    Object.entries(fitting).map(([name, inner]) => [name, coerce(inner, own(name), depth + 1)]),
  );
}

/** The types that it names itself; a choice of schemas (`anyOf`) is read where each has one. */
function typesOf({ type, anyOf, oneOf }: Schema): readonly unknown[] {
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type;
  const choice = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : [];
  return choice.flatMap(one => (isRecord(one) ? typesOf(one) : []));
}

/** A text stays one where the schema takes a text, or asks for nothing. */
function fromText(text: string, types: readonly unknown[]): unknown {
  if (types.length === 0 || types.includes('string')) return text;
  for (const type of types) {
    const read = typeof type === 'string' && Object.hasOwn(readers, type) ? readers[type]?.(text.trim()) : undefined;
    if (read !== undefined) return read;
  }
  return text;
}

/** Undefined where the text is none of that type. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  integer: text => (/^[+-]?\d+(\.0*)?$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
  number: text =>
    /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && isFinite(Number(text)) ? Number(text) : undefined,
  boolean: text => booleans[text.toLowerCase()],
  null: text => (text === '' || text.toLowerCase() === 'null' ? null : undefined),
  array: text => (text.startsWith('[') ? parsed(text, Array.isArray) : undefined),
  object: text => (text.startsWith('{') ? parsed(text, isRecord) : undefined),
};

const booleans: Readonly<Record<string, boolean>> = Object.assign(Object.create(null), {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
});

/** Some models escape the quotes of what is in a text already once more. */
function parsed(text: string, fits: (value: unknown) => boolean): unknown {
  for (const form of [text, text.replace(/\\(["\\])/g, '$1')]) {
    const value = jsonIn(form);
    if (fits(value)) return value;
  }
  return undefined;
}
