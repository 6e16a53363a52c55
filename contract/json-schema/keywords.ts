// What a schema says of one value itself, without looking into it: its type, its options, its bounds, its form.
import { canonicalJson, isRecord } from '../json.ts';
import { fitsFormat } from './formats.ts';
import { type Schema, typesOf } from './resolve.ts';
import type { JsonRecord } from './json.ts';

export type Fault =
  | { readonly is: 'type'; readonly wanted: readonly string[] }
  | { readonly is: 'option'; readonly options: readonly unknown[] }
  | { readonly is: 'missing' | 'unknown'; readonly name: string }
  | { readonly is: 'needs'; readonly name: string; readonly other: string }
  | {
      readonly is: 'shorter' | 'longer' | 'fewer' | 'more' | 'fewer-members' | 'more-members';
      readonly bound: number;
    }
  | { readonly is: 'below' | 'above' | 'not-below' | 'not-above' | 'step'; readonly bound: number }
  | { readonly is: 'pattern'; readonly pattern: string }
  | { readonly is: 'format'; readonly format: string }
  | { readonly is: 'twice' | 'several' | 'forbidden' | 'none' | 'reserved' }
  | { readonly is: 'unread'; readonly what: 'number' | 'JSON' };

export function keywordFaults(schema: Schema, value: unknown): Fault[] {
  const types = typesOf(schema);
  if (types !== null && !types.some(type => isOfType(type, value))) return [{ is: 'type', wanted: types }];
  const faults: Fault[] = [];
  const { enum: options } = schema;
  if (Array.isArray(options)) {
    const text = canonicalJson(value);
    if (!options.some(option => canonicalJson(option) === text))
      faults.push({ is: 'option', options: options as unknown[] });
  }
  if (Object.hasOwn(schema, 'const') && canonicalJson(schema['const']) !== canonicalJson(value))
    faults.push({ is: 'option', options: [schema['const']] });
  if (typeof value === 'string') faults.push(...textFaults(schema, value));
  else if (typeof value === 'number') faults.push(...numberFaults(schema, value));
  else if (Array.isArray(value)) faults.push(...bounds(schema, value.length, 'minItems', 'maxItems', 'fewer', 'more'));
  else if (isRecord(value)) faults.push(...memberFaults(schema, value));
  return faults;
}

export function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
      return typeof value === type;
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    default:
      return isRecord(value);
  }
}

type BoundFault = Extract<Fault, { readonly bound: number }>['is'];

function bounds(
  schema: Schema,
  amount: number,
  least: string,
  most: string,
  under: BoundFault,
  over: BoundFault,
): Fault[] {
  const [min, max] = [schema[least], schema[most]];
  if (typeof min === 'number' && amount < min) return [{ is: under, bound: min }];
  if (typeof max === 'number' && amount > max) return [{ is: over, bound: max }];
  return [];
}

/** Lengths count characters, not UTF-16 units (JSON Schema 2020-12, 6.3.1). */
function textFaults(schema: Schema, value: string): Fault[] {
  const isBound = typeof schema['minLength'] === 'number' || typeof schema['maxLength'] === 'number';
  const faults = isBound ? bounds(schema, [...value].length, 'minLength', 'maxLength', 'shorter', 'longer') : [];
  const { format } = schema;
  if (typeof format === 'string' && !fitsFormat(format, value)) faults.push({ is: 'format', format });
  return faults;
}

function numberFaults(schema: Schema, value: number): Fault[] {
  const { multipleOf } = schema;
  const faults = [...bounds(schema, value, 'minimum', 'maximum', 'below', 'above'), ...exclusive(schema, value)];
  if (typeof multipleOf === 'number' && multipleOf > 0) {
    const times = value / multipleOf;
    // 0.3 / 0.1 is 2.9999999999999996.
    if (Math.abs(times - Math.round(times)) > 1e-9 * Math.max(1, Math.abs(times)))
      faults.push({ is: 'step', bound: multipleOf });
  }
  return faults;
}

function exclusive({ exclusiveMinimum: least, exclusiveMaximum: most }: Schema, value: number): Fault[] {
  if (typeof least === 'number' && value <= least) return [{ is: 'not-above', bound: least }];
  if (typeof most === 'number' && value >= most) return [{ is: 'not-below', bound: most }];
  return [];
}

function memberFaults(schema: Schema, value: JsonRecord): Fault[] {
  const count = Object.keys(value).length;
  const faults = bounds(schema, count, 'minProperties', 'maxProperties', 'fewer-members', 'more-members');
  const { required, dependentRequired } = schema;
  for (const name of Array.isArray(required) ? (required as unknown[]) : []) {
    if (typeof name === 'string' && !Object.hasOwn(value, name)) faults.push({ is: 'missing', name });
  }
  for (const [name, others] of isRecord(dependentRequired) ? Object.entries(dependentRequired) : []) {
    if (!Object.hasOwn(value, name) || !Array.isArray(others)) continue;
    for (const other of others as unknown[]) {
      if (typeof other === 'string' && !Object.hasOwn(value, other)) faults.push({ is: 'needs', name, other });
    }
  }
  return faults;
}
