// What is drawn for one place of a schema: a field of some kind, or plain JSON where no field fits.
import { isRecord } from '../../../contract/json.ts';
import { own } from '../../../contract/json-schema/json.ts';
import { merge, resolve, type Schema, typesOf } from '../../../contract/json-schema/resolve.ts';

export interface Member {
  readonly name: string;
  readonly node: unknown;
  readonly required: boolean;
}

export interface Variant {
  /** Its title, or its type; null where it has neither. */
  readonly label: string | null;
  readonly node: unknown;
}

export type Shape =
  | { readonly kind: 'object'; readonly members: readonly Member[]; readonly extra: Extra }
  | {
      readonly kind: 'list';
      readonly item: unknown;
      readonly first: readonly unknown[];
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: 'options'; readonly options: readonly unknown[] }
  | { readonly kind: 'text'; readonly format: string | null; readonly long: boolean }
  | { readonly kind: 'number'; readonly whole: boolean }
  | { readonly kind: 'truth' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'variants'; readonly variants: readonly Variant[] }
  | { readonly kind: 'json'; readonly why: WhyJson };

/** Members that the schema does not name: what each is, or null where none may be added. */
type Extra = { readonly node: unknown } | null;

/** Why a place is written as JSON: nothing is said of it, its reference leads nowhere, or it is too large or too deep to be drawn. */
export type WhyJson = 'any' | 'unresolved' | 'many' | 'deep';

export interface About {
  readonly title: string | null;
  readonly description: string | null;
  /** Undefined where there is none. */
  readonly preset: unknown;
  readonly example: string | null;
}

export interface Place {
  readonly shape: Shape;
  readonly about: About;
}

/** An object of more members, and a choice of more options or variants, is written as JSON or text. */
export const mostMembers = 200;
const mostOptions = 500;
const mostVariants = 24;

export function placeOf(root: unknown, node: unknown): Place {
  const found = resolve(root, node);
  if (!found.ok) return { shape: { kind: 'json', why: 'unresolved' }, about: aboutOf({}) };
  return { shape: shapeOf(root, found.schema), about: aboutOf(found.schema) };
}

function aboutOf(schema: Schema): About {
  const text = (name: string) => (typeof schema[name] === 'string' ? schema[name] : null);
  const examples: unknown = schema['examples'];
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  const isPlain = typeof example === 'string' || typeof example === 'number';
  return {
    title: text('title'),
    description: text('description'),
    preset: own(schema, 'default'),
    example: isPlain ? String(example) : null,
  };
}

function shapeOf(root: unknown, schema: Schema): Shape {
  if (Object.hasOwn(schema, 'const')) return { kind: 'options', options: [schema['const']] };
  const { enum: options } = schema;
  if (Array.isArray(options) && options.length > 0 && options.length <= mostOptions)
    return { kind: 'options', options: options as unknown[] };
  const variants = variantsOf(root, schema);
  if (variants !== null)
    return variants.length > mostVariants ? { kind: 'json', why: 'many' } : { kind: 'variants', variants };
  switch (typesOf(schema)?.[0] ?? guessed(schema)) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return listOf(schema);
    case 'string':
      return textOf(schema);
    case 'number':
      return { kind: 'number', whole: false };
    case 'integer':
      return { kind: 'number', whole: true };
    case 'boolean':
      return { kind: 'truth' };
    case 'null':
      return { kind: 'nothing' };
    default:
      return { kind: 'json', why: 'any' };
  }
}

/** What a schema without a type is about. */
function guessed(schema: Schema): string | null {
  if (isRecord(schema['properties'])) return 'object';
  if ('items' in schema || Array.isArray(schema['prefixItems'])) return 'array';
  if ('minLength' in schema || 'maxLength' in schema || 'pattern' in schema) return 'string';
  if ('minimum' in schema || 'maximum' in schema || 'multipleOf' in schema) return 'number';
  return Array.isArray(schema['enum']) ? 'string' : null;
}

/** Each as it stands, merged with what stands beside the union; unions of unions are flat. Null for what is no union. */
function variantsOf(root: unknown, schema: Schema, depth = 0): Variant[] | null {
  const { oneOf, anyOf, ...base } = schema;
  const union = Array.isArray(oneOf) ? (oneOf as unknown[]) : Array.isArray(anyOf) ? (anyOf as unknown[]) : null;
  const types = typesOf(schema);
  if (union === null || union.length === 0 || depth > 3) {
    if (types === null || types.length < 2) return null;
    return types.map(type => ({ label: type, node: { ...schema, type } }));
  }
  // `{properties, anyOf: [{required: …}]}` says which go together, and draws nothing else.
  if (isRecord(base['properties']) && !union.some(drawsSomething)) return null;
  return union.slice(0, mostVariants + 1).flatMap(one => {
    const found = resolve(root, one);
    if (!found.ok) return [{ label: null, node: one }];
    const node = merge(withoutAbout(base), found.schema);
    return variantsOf(root, node, depth + 1) ?? [{ label: labelOf(node), node }];
  });
}

const drawing = ['properties', 'type', 'const', 'enum', '$ref', 'items', 'allOf', 'oneOf', 'anyOf'];

function drawsSomething(node: unknown): boolean {
  return isRecord(node) && drawing.some(name => Object.hasOwn(node, name));
}

function withoutAbout({ title: _title, description: _description, default: _default, ...rest }: Schema): Schema {
  return rest;
}

function labelOf(schema: Schema): string | null {
  const { title } = schema;
  if (typeof title === 'string' && title !== '') return title;
  if (Object.hasOwn(schema, 'const')) return JSON.stringify(schema['const']);
  return constantOf(schema) ?? typesOf(schema)?.[0] ?? guessed(schema);
}

/** The value of a member that can have but one, by which such variants are told apart. */
function constantOf({ properties }: Schema): string | null {
  if (!isRecord(properties)) return null;
  for (const member of Object.values(properties)) {
    if (!isRecord(member)) continue;
    const options: unknown = member['enum'];
    const only: unknown = Object.hasOwn(member, 'const')
      ? member['const']
      : Array.isArray(options) && options.length === 1
        ? options[0]
        : undefined;
    if (typeof only === 'string' || typeof only === 'number') return String(only);
  }
  return null;
}

function objectOf(schema: Schema): Shape {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const names = Object.keys(properties).filter(name => name !== '__proto__');
  const extra = extraOf(schema, names);
  if (names.length > mostMembers) return { kind: 'json', why: 'many' };
  if (names.length === 0 && extra === null && schema['additionalProperties'] !== false)
    return { kind: 'json', why: 'any' };
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []);
  const members = names.map(name => ({ name, node: properties[name], required: required.has(name) }));
  // What must be given comes first; otherwise as the server wrote them.
  return { kind: 'object', members: [...members.filter(m => m.required), ...members.filter(m => !m.required)], extra };
}

function extraOf(schema: Schema, names: readonly string[]): Extra {
  const { additionalProperties: extra, patternProperties: byPattern } = schema;
  if (isRecord(extra)) return { node: extra };
  if (extra === true && names.length > 0) return { node: {} };
  if (isRecord(byPattern)) return { node: Object.values(byPattern)[0] };
  return null;
}

function listOf(schema: Schema): Shape {
  const { prefixItems, items, minItems, maxItems } = schema;
  // Before 2020-12 a list of schemas in `items` was what `prefixItems` is now.
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? schema['additionalItems'] : items;
  const least = typeof minItems === 'number' ? Math.max(0, minItems) : 0;
  const closed = rest === false && first.length > 0 ? first.length : Number.POSITIVE_INFINITY;
  const most = Math.min(typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY, closed);
  return { kind: 'list', item: rest, first: first as unknown[], least, most };
}

function textOf(schema: Schema): Shape {
  const { format, maxLength, description } = schema;
  const speaks =
    typeof description === 'string' && /\b(markdown|multi-?line|lines|body|script|code)\b/i.test(description);
  const long = (typeof maxLength === 'number' && maxLength > 200) || (speaks && !(typeof maxLength === 'number'));
  return { kind: 'text', format: typeof format === 'string' ? format : null, long };
}
