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
/** By what zod calls them. */
const expectedForms: ReadonlyMap<string, Expected> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['int', 'int'],
  ['boolean', 'boolean'],
  ['array', 'array'],
  ['tuple', 'array'],
  ['object', 'object'],
  ['record', 'object'],
  ['map', 'object'],
]);

const other: Reason = { kind: 'value-form', expected: 'other' };

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
  if (!issue) return other;
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
      return { kind: 'value-form', expected: expectedForms.get(issue.expected) ?? 'other' };
    case 'invalid_value':
      return notOffered(value, issue.values);
    case 'invalid_union':
      // Of a discriminated one, whose path leads to the discriminator.
      return 'options' in issue ? notOffered(value, issue.options ?? []) : other;
    case 'too_big':
      return boundOf(issue, 'most', issue.maximum);
    case 'too_small':
      return boundOf(issue, 'least', issue.minimum);
    case 'invalid_key':
      // Of the name with which the path ends.
      return issue.issues[0] ? faultIn(issue.issues[0], path.at(-1), []) : other;
    case 'unrecognized_keys':
      return { kind: 'value-not-known', names: issue.keys.slice(0, maxNames).map(foundText) };
    case 'invalid_format':
      return issue.format === 'url' ? { kind: 'value-no-address' } : other;
    case 'custom':
      return isReason(issue.params?.reason) ? issue.params.reason : other;
    default:
      return other;
  }
}

function notOffered(value: unknown, known: readonly unknown[]): Reason {
  return {
    kind: 'value-not-offered',
    found: value === undefined ? null : foundText(value),
    known: known.map(String),
  };
}

function boundOf(
  { origin, exact }: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall,
  end: 'most' | 'least',
  bound: number | bigint,
): Reason {
  return { kind: 'value-bound', form: sizeOf(origin), end: exact ? 'exact' : end, bound: Number(bound) };
}

function sizeOf(origin: string): 'text' | 'list' | 'number' {
  if (origin === 'string') return 'text';
  return origin === 'array' ? 'list' : 'number';
}

function memberOf(value: unknown, name: PropertyKey): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isRecord(value) && Object.hasOwn(value, name) ? value[String(name)] : undefined;
}

interface Fault {
  readonly path: readonly PropertyKey[];
  readonly found: Issue;
}

/** Of several forms that a value may have, the one that it fits furthest says what is wrong with it. */
function deepest(issue: Issue): Fault {
  if (issue.code !== 'invalid_union') return { path: issue.path, found: issue };
  const faults = issue.errors.flatMap(([first]) => (first ? [deepest(first)] : []));
  const [inner] = faults.toSorted(
    (a, b) => b.path.length - a.path.length || otherKinds(a).length - otherKinds(b).length,
  );
  if (!inner) return { path: issue.path, found: issue };
  const { found } = inner;
  const isOfNoKind = found.code === 'invalid_value' && otherKinds(inner).length > 0;
  return {
    path: [...issue.path, ...inner.path],
    found: isOfNoKind ? { ...found, values: faults.flatMap(otherKinds) } : found,
  };
}

/** The kinds of a form where the value is of another one; none where it fits so far. */
function otherKinds({ path, found }: Fault): z.core.util.Primitive[] {
  return path.length === 1 && path[0] === 'kind' && found.code === 'invalid_value' ? found.values : [];
}
