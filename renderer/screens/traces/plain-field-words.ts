// What the panel says of the plain fields of an entry, and the columns that they have in its table.
import { type PlainField, plainFields } from '../../../contract/trace-fields.ts';
import { t } from '../../words/language.ts';

interface PlainFieldWords {
  /** The id of its column, which users keep. */
  readonly column: string;
  readonly head: string;
  /** Longer than the head, where that is short. */
  readonly title?: string;
  /** The first width of its column, in CSS pixels. */
  readonly width: number;
  /** What it is for, in the list of suggestions. */
  readonly note: string;
  /** How a number is shown that is not shown as it is. */
  readonly show?: (value: number) => string;
}

export const plainFieldWords = {
  rpcId: {
    column: 'rpcId',
    head: t('Id'),
    title: t('Id of the request on its wire'),
    width: 72,
    note: t('part of the id on its wire'),
  },
  tabId: {
    column: 'tab',
    head: t('Tab'),
    width: 52,
    note: t('number of a tab'),
  },
  tokensIn: {
    column: 'tokensIn',
    head: t('Tokens in'),
    width: 76,
    note: t('tokens that a model read'),
  },
  tokensOut: {
    column: 'tokensOut',
    head: t('Tokens out'),
    width: 76,
    note: t('tokens that a model wrote'),
  },
  costMicros: {
    column: 'cost',
    head: t('Cost'),
    title: t('By your own prices'),
    width: 70,
    note: t('cost in millionths, by your prices'),
    show: micros => (micros / 1_000_000).toFixed(4),
  },
} as const satisfies Readonly<Record<PlainField, PlainFieldWords>>;

export const plainColumns = Object.entries(plainFieldWords).map(([field, words]) => ({
  field: field as PlainField,
  words: words as PlainFieldWords,
  column: words.column,
}));
export type PlainColumn = (typeof plainColumns)[number]['column'];

type PlainQuery = (typeof plainFields)[PlainField]['query'];

/** Of each plain field, by what it is called in a filter, the word that `wordOf` gives. */
export function wordsByQuery(wordOf: (words: PlainFieldWords) => string): Readonly<Record<PlainQuery, string>> {
  const entries = plainColumns.map(({ field, words }) => [plainFields[field].query, wordOf(words)]);
  return Object.fromEntries(entries) as Record<PlainQuery, string>;
}
