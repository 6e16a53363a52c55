// What can be written at the caret of a trace filter: a field, or a value of the field that stands there.
import { type ValueField, valueFields } from '../../../../contract/trace-fields.ts';
import { isAmount, queryFields, termHead } from '../../../../contract/trace-query/query-terms.ts';
import { queryTokens, quoted, unquoted } from '../../../../contract/trace-query/query-tokens.ts';
import { t } from '../../../words/language.ts';
import { ruleName } from '../../../words/rule-words.ts';
import { fieldNotes, statusNotes } from './query-words.ts';
import type { Outcome } from '../../../../contract/schemas/trace.ts';
import type { QueryField } from '../../../../contract/trace-query/query-terms.ts';

export interface Asking {
  /** Null where a field is to be named. */
  readonly field: QueryField | null;
  /** What is there of it already. */
  readonly typed: string;
  /** The part of the text that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
}

export interface Suggestion {
  /** As it is shown, and written in place of what was typed. */
  readonly label: string;
  readonly insert: string;
  readonly note: string;
  /** How many entries have it; null where that is not known. */
  readonly count: number | null;
}

export function askingAt(text: string, caret: number): Asking {
  const token = queryTokens(text).find(
    ({ from, to, kind }) => kind !== 'open' && kind !== 'close' && from < caret && caret <= to,
  );
  if (!token) return { field: null, typed: '', from: caret, to: caret };
  const minus = token.raw.startsWith('-') && termHead(token.raw.slice(1)) ? 1 : 0;
  const head = termHead(token.raw.slice(minus));
  const start = token.from + minus + (head?.length ?? 0);
  if (!head || caret < start)
    return { field: null, typed: text.slice(token.from + minus, caret), from: token.from + minus, to: token.to };
  return { field: head.field, typed: unquoted(text.slice(start, caret)).text, from: start, to: token.to };
}

/** Fields whose values the trace itself can list; null for the others. */
export function listedField(field: QueryField | null): ValueField | null {
  return valueFields.find(known => known === field) ?? null;
}

export interface KnownValue {
  readonly value: string;
  readonly count: number | null;
  readonly note?: string;
}

const mostShown = 8;

const amounts = {
  size: ['1kB', '10kB', '100kB', '1MB'],
  latency: ['10ms', '100ms', '1s', '10s'],
} as const;

/** `values` are those that the trace or the panel knows of the asked field. */
export function suggestionsFor({ field, typed }: Asking, values: readonly KnownValue[]): readonly Suggestion[] {
  if (field === null) return fieldSuggestions(typed);
  if (field === 'text') return [];
  const known = isAmount(field)
    ? amounts[field].map(value => ({ value, count: null }))
    : field === 'dir'
      ? directions
      : values;
  const wanted = typed.toLowerCase();
  return known
    .filter(({ value }) => value.toLowerCase().includes(wanted))
    .slice(0, mostShown)
    .map(({ value, count, note }: KnownValue) => ({
      label: value,
      insert: `${quoted(value)} `,
      note: note ?? noteOf(field, value),
      count,
    }));
}

function noteOf(field: QueryField, value: string): string {
  if (field === 'rule') return ruleName(value);
  return field === 'status' ? (statusNotes[value as Outcome] ?? '') : '';
}

const directions: readonly KnownValue[] = [
  { value: 'in', count: null, note: t('to the hub') },
  { value: 'out', count: null, note: t('from the hub') },
];

const combining = [
  ['not', t('the opposite of what follows')],
  ['or', t('this, or what follows')],
] as const;

function fieldSuggestions(typed: string): readonly Suggestion[] {
  const wanted = typed.toLowerCase();
  const fields = queryFields.filter(field => field !== 'text' && field.startsWith(wanted));
  const words = combining.filter(([word]) => wanted !== '' && word.startsWith(wanted));
  return [
    ...fields.map(field => {
      const label = isAmount(field) ? `${field}>` : `${field}:`;
      return { label, insert: label, note: fieldNotes[field], count: null };
    }),
    ...words.map(([word, note]) => ({ label: word, insert: `${word} `, note, count: null })),
  ];
}

/** The text with the suggestion in it, and where the caret then stands. */
export function withSuggestion(text: string, { from, to }: Asking, insert: string): { text: string; caret: number } {
  const rest = insert.endsWith(' ') ? text.slice(to).trimStart() : text.slice(to);
  return { text: text.slice(0, from) + insert + rest, caret: from + insert.length };
}
