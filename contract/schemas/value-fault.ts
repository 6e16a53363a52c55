// What zod found wrong with a value, as a code: its first finding, with the place where there is one.
import { isRecord } from '../json.ts';
import { isReason } from '../reason.ts';
import { cutEnd } from '../visible-text.ts';
import type { z } from 'zod';
import type { Reason } from '../reasons.ts';
import type { ValueReasons } from '../value-reasons.ts';

type Issue = z.core.$ZodIssue;
type Expected = ValueReasons['value-form']['expected'];

/** Characters of what was given, and names of members. */
const maxFound = 80;
const maxNames = 5;
const expectedForms: ReadonlySet<string> = new Set<Expected>([
  'string',
  'number',
  'int',
  'boolean',
  'array',
  'object',
]) satisfies ReadonlySet<Expected>;

/** For a check of ours: what it says when it fails. */
export function saying(reason: Reason): { params: { reason: Reason } } {
  return { params: { reason } };
}

/** A text as it is shown where it does not fit. */
export function foundText(value: unknown): string {
  return cutEnd(JSON.stringify(value) ?? String(value), maxFound);
}

/** `value` is what was parsed. */
export function faultOf({ issues }: { readonly issues: readonly Issue[] }, value: unknown): Reason {
  const [issue] = issues;
  if (!issue) return { kind: 'value-form', expected: 'other' };
  const { path, found } = deepest(issue);
  const why = faultIn(found, value, path);
  return path.length > 0 ? { kind: 'value-at', at: cutEnd(path.join('.'), maxFound), why } : why;
}

/** The same of one finding, without its place. `whole` is what was parsed. */
export function faultIn(issue: Issue, whole: unknown, path: readonly PropertyKey[] = issue.path): Reason {
  const value = path.reduce(memberOf, whole);
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return { kind: 'value-missing' };
      return {
        kind: 'value-form',
        expected: expectedForms.has(issue.expected) ? (issue.expected as Expected) : 'other',
      };
    case 'invalid_value':
      return {
        kind: 'value-not-offered',
        found: value === undefined ? null : foundText(value),
        known: issue.values.map(String),
      };
    case 'too_big':
      return { kind: 'value-bound', form: sizeOf(issue.origin), end: 'most', bound: Number(issue.maximum) };
    case 'too_small':
      return { kind: 'value-bound', form: sizeOf(issue.origin), end: 'least', bound: Number(issue.minimum) };
    case 'unrecognized_keys':
      return { kind: 'value-not-known', names: issue.keys.slice(0, maxNames).map(foundText) };
    case 'invalid_format':
      return issue.format === 'url' ? { kind: 'value-no-address' } : { kind: 'value-form', expected: 'other' };
    case 'custom':
      return isReason(issue.params?.reason) ? issue.params.reason : { kind: 'value-form', expected: 'other' };
    default:
      return { kind: 'value-form', expected: 'other' };
  }
}

function sizeOf(origin: string): 'text' | 'list' | 'number' {
  if (origin === 'string') return 'text';
  return origin === 'array' ? 'list' : 'number';
}

function memberOf(value: unknown, name: PropertyKey): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isRecord(value) && Object.hasOwn(value, name) ? value[String(name)] : undefined;
}

/** Of several forms that a value may have, the one that it fits furthest says what is wrong with it. */
function deepest(issue: Issue): { readonly path: readonly PropertyKey[]; readonly found: Issue } {
  if (issue.code !== 'invalid_union') return { path: issue.path, found: issue };
  const [inner] = issue.errors
    .flatMap(([first]) => (first ? [deepest(first)] : []))
    .toSorted((a, b) => b.path.length - a.path.length);
  return inner ? { path: [...issue.path, ...inner.path], found: inner.found } : { path: issue.path, found: issue };
}
