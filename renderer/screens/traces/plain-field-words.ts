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
