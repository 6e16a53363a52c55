// One term of a trace filter: `agent:"Claude Code"`, `latency>200ms`, or a plain word.
import { maxWordChars, outcomes } from '../trace-bounds.ts';
import { amountFields, directions, integerQueries, wordFields } from '../trace-fields.ts';
import { quoted, unquoted } from './query-tokens.ts';
import type { Reason } from '../reasons.ts';
import type { Outcome, TraceTerm } from '../schemas/trace.ts';
import type { AmountField, IntegerQuery, WordField } from '../trace-fields.ts';

export type QueryField = TraceTerm['field'];

export const queryFields: readonly QueryField[] = [...wordFields, 'status', ...integerQueries, 'dir', ...amountFields];

export type ReadTerm =
  | { readonly ok: true; readonly term: TraceTerm }
  /** `unfinished` is what is still typed: nothing is wrong yet. */
  | { readonly ok: false; readonly why: Reason; readonly unfinished: boolean };

export interface TermHead {
  readonly field: QueryField;
  readonly sign: ':' | '>' | '<';
  /** Characters before the value. */
  readonly length: number;
}

const cut = (text: string) => (text.length > 30 ? `${text.slice(0, 29)}…` : text);
const head = /^([a-z]+)([:<>])/i;

/** The field that a term begins with, or null for a plain word. */
export function termHead(raw: string): TermHead | null {
  const [all = '', name = '', sign = ''] = head.exec(raw) ?? [];
  const field = queryFields.find(candidate => candidate === name.toLowerCase());
  return field === undefined ? null : { field, sign: sign as TermHead['sign'], length: all.length };
}

export function readTerm(raw: string): ReadTerm {
  const start = termHead(raw);
  const [, name = '', sign] = head.exec(raw) ?? [];
  if (!start && sign === ':') return wrong({ kind: 'query-no-field', name: cut(name), known: queryFields });
  const { text, closed } = unquoted(start ? raw.slice(start.length) : raw);
  if (!closed) return unfinished({ kind: 'query-open-quote' });
  if (!start) return wordTerm('text', text);
  if (isAmount(start.field)) return amountTerm(start.field, start.sign, text);
  if (start.sign !== ':') return wrong({ kind: 'query-needs-colon', field: start.field });
  switch (start.field) {
    case 'status':
      return statusTerm(text);
    case 'dir':
      return directionTerm(text);
    default:
      return isInteger(start.field) ? integerTerm(start.field, text) : wordTerm(start.field, text);
  }
}

export function printTerm(term: TraceTerm): string {
  if ('has' in term) {
    const isPlain = term.field === 'text' && /^[^\s()"\\:<>-][^\s()"\\:<>]*$/.test(term.has);
    if (isPlain && !['and', 'or', 'not'].includes(term.has.toLowerCase())) return term.has;
    return `${term.field}:${quoted(term.has)}`;
  }
  if ('is' in term) return `${term.field}:${term.is}`;
  return 'over' in term
    ? `${term.field}>${printAmount(term.field, term.over)}`
    : `${term.field}<${printAmount(term.field, term.under)}`;
}

function wrong(why: Reason): ReadTerm {
  return { ok: false, why, unfinished: false };
}

function unfinished(why: Reason): ReadTerm {
  return { ok: false, why, unfinished: true };
}

function wordTerm(field: WordField, has: string): ReadTerm {
  if (has === '') return unfinished({ kind: 'query-needs-value', queryField: field });
  if (has.length > maxWordChars) return wrong({ kind: 'query-too-long', max: maxWordChars });
  return { ok: true, term: { field, has } };
}

/** Other words for an outcome, as they stand in the table. */
const otherOutcomes: Readonly<Record<string, Outcome>> = {
  denied: 'refused',
  notification: 'none',
  failed: 'error',
  running: 'pending',
};

function statusTerm(text: string): ReadTerm {
  const word = text.toLowerCase();
  if (word === '') return unfinished({ kind: 'query-needs-value', queryField: 'status' });
  const is = outcomes.find(outcome => outcome === word) ?? new Map(Object.entries(otherOutcomes)).get(word);
  return is
    ? { ok: true, term: { field: 'status', is } }
    : wrong({ kind: 'query-no-status', text: cut(text), known: outcomes });
}

function directionTerm(text: string): ReadTerm {
  if (text === '') return unfinished({ kind: 'query-needs-value', queryField: 'dir' });
  const is = directions.find(direction => direction === text.toLowerCase());
  return is ? { ok: true, term: { field: 'dir', is } } : wrong({ kind: 'query-no-direction', text: cut(text) });
}

function integerTerm(field: IntegerQuery, text: string): ReadTerm {
  if (text === '') return unfinished({ kind: 'query-needs-value', queryField: field });
  const is = /^-?\d{1,15}$/.test(text) ? Number(text) : null;
  // Zero has one face only: -0 is another number to a comparison of objects.
  return is === null
    ? wrong({ kind: 'query-no-integer', field, text: cut(text) })
    : { ok: true, term: { field, is: is + 0 } };
}

const units: Readonly<Record<AmountField, Readonly<Record<string, number>>>> = {
  size: { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 },
  latency: { ms: 1, s: 1e3, min: 6e4, h: 3.6e6 },
};
const amountText = /^(\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*([a-z]*)$/i;

export function isAmount(field: QueryField): field is AmountField {
  return amountFields.some(known => known === field);
}

function isInteger(field: QueryField): field is IntegerQuery {
  return integerQueries.some(known => known === field);
}

/** Whether a word may be the unit of the amount before it: `latency> 200 ms`. */
export function isUnit(field: QueryField, word: string): boolean {
  return isAmount(field) && Object.hasOwn(units[field], word.toLowerCase());
}

function amountTerm(field: AmountField, sign: TermHead['sign'], text: string): ReadTerm {
  if (sign === ':') return wrong({ kind: 'query-needs-sign', amountField: field });
  if (text === '') return unfinished({ kind: 'query-needs-amount', field: field + sign, amountField: field });
  const [, digits = '', unit = ''] = amountText.exec(text) ?? [];
  const factor = unit === '' ? 1 : isUnit(field, unit) ? units[field][unit.toLowerCase()] : undefined;
  if (digits === '' || factor === undefined)
    return wrong({ kind: 'query-no-amount', field: field + sign, amountField: field, text: cut(text) });
  const amount = Number(digits) * factor;
  if (!(amount <= Number.MAX_SAFE_INTEGER)) return wrong({ kind: 'query-too-large', field, text: cut(text) });
  return { ok: true, term: sign === '>' ? { field, over: amount } : { field, under: amount } };
}

function printAmount(field: AmountField, amount: number): string {
  const [small, large] = field === 'size' ? ['B', 'kB'] : ['ms', 's'];
  const isRound = amount >= 1_000 && Number.isInteger(amount) && amount % 1_000 === 0;
  return isRound ? `${amount / 1_000}${large}` : `${amount}${small}`;
}
