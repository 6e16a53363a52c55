// One place of a JSON Schema with its local references followed and its `allOf` merged. Schemas come from servers: nothing here trusts them.
import { isRecord } from '../json.ts';
import { type JsonRecord, own, sameJson } from './json.ts';

export type Schema = JsonRecord;

/** What a schema says of one place, or the reference that leads nowhere. */
export type Resolved =
  | { readonly ok: true; readonly schema: Schema }
  | { readonly ok: false; readonly reference: string };

/** References that lead to references, and `allOf` in `allOf`, are followed so far. */
const furthest = 24;
const none: Schema = { not: {} };

/** `root` is what `#` means. */
export function resolve(root: unknown, node: unknown, left = furthest): Resolved {
  if (node === false) return { ok: true, schema: none };
  if (!isRecord(node)) return { ok: true, schema: {} };
  const { $ref, allOf, ...rest } = node;
  const parts: unknown[] = [];
  if (typeof $ref === 'string') {
    const found = left > 0 ? pointed(root, $ref) : undefined;
    if (found === undefined) return { ok: false, reference: $ref };
    parts.push(found);
  }
  if (Array.isArray(allOf)) parts.push(...(allOf.slice(0, furthest) as unknown[]));
  let schema: Schema = rest;
  for (const part of parts) {
    const next = left > 0 ? resolve(root, part, left - 1 - parts.length) : { ok: true as const, schema: {} };
    if (!next.ok) return next;
    schema = merge(schema, next.schema);
  }
  return { ok: true, schema };
}

/** A local JSON pointer (JSON Schema 2020-12, 8.2.3); names of other documents are not fetched. */
export function pointed(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let place = root;
  for (const step of reference.slice(2).split('/')) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(place)) place = place[Number(name)] as unknown;
    else if (isRecord(place)) place = own(place, name);
    else return undefined;
  }
  return place;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Both hold. Where only one word can stand, `a` has it. */
export function merge(a: Schema, b: Schema): Schema {
  const merged: Record<string, unknown> = { ...b, ...a };
  for (const name of ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
    narrow(merged, a, b, name, Math.max);
  for (const name of ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
    narrow(merged, a, b, name, Math.min);
  if (Array.isArray(a['required']) && Array.isArray(b['required']))
    merged['required'] = [...new Set<unknown>([...(a['required'] as unknown[]), ...(b['required'] as unknown[])])];
  if (isRecord(a['properties']) && isRecord(b['properties']))
    merged['properties'] = mergeMembers(a['properties'], b['properties']);
  if (Array.isArray(a['enum']) && Array.isArray(b['enum'])) {
    const others = b['enum'] as unknown[];
    merged['enum'] = (a['enum'] as unknown[]).filter(option => others.some(other => sameJson(option, other)));
  }
  const types = [typesOf(a), typesOf(b)] as const;
  if (types[0] && types[1]) merged['type'] = types[0].filter(type => types[1]?.includes(type));
  if (a['additionalProperties'] === false || b['additionalProperties'] === false)
    merged['additionalProperties'] = false;
  return merged;
}

function narrow(
  merged: Record<string, unknown>,
  a: Schema,
  b: Schema,
  name: string,
  pick: (x: number, y: number) => number,
): void {
  const [x, y] = [a[name], b[name]];
  if (typeof x === 'number' && typeof y === 'number') merged[name] = pick(x, y);
}

function mergeMembers(a: JsonRecord, b: JsonRecord): JsonRecord {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...names].map(name => {
      const both = Object.hasOwn(a, name) && Object.hasOwn(b, name);
      return [name, both ? { allOf: [a[name], b[name]] } : (own(a, name) ?? own(b, name))];
    }),
  );
}

const knownTypes = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);

/** The types that it names, or null where it names none. */
export function typesOf({ type }: Schema): readonly string[] | null {
  const listed = Array.isArray(type) ? (type as unknown[]) : [type];
  const types = listed.filter(item => typeof item === 'string' && knownTypes.has(item)) as string[];
  return types.length === 0 ? null : types;
}
