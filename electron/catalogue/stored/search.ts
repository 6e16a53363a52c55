// Searches what is stored: which entries fit, in which order, and what each filter keeps out.
import { wayKinds } from '../../../contract/catalogue.ts';
import { runsOf, statusOf } from './codes.ts';
import { searchWords } from './search-words.ts';
import type { EntrySort } from '../../../contract/catalogue.ts';
import type { FilterName } from '../../../contract/schemas/catalogue.ts';
import type {
  QuestionAnswer,
  QuestionParams,
  StoredOffer,
  StoredRow,
} from '../../../contract/schemas/catalogue-worker.ts';
import type { SearchWords } from './search-words.ts';
import type { Row, Statements, Value } from './statements.ts';

/** A condition that is true of what a filter keeps out. */
interface Keeping {
  readonly filter: FilterName;
  readonly sql: string;
  readonly values: readonly Value[];
}

/** The end of what begins with a text. */
const last = '\u{10ffff}';

export function search(statements: Statements, params: QuestionParams<'search'>): QuestionAnswer<'search'> {
  const words = searchWords(params.query);
  const first = searchFor(statements, params, words);
  if (first.total > 0 || words.some === null || first.hidden.some(({ count }) => count > 0)) return first;
  // Nothing has all of the words: what has most of them may be meant.
  return searchFor(statements, params, { ...words, anywhere: words.some, isSome: true });
}

function searchFor(
  statements: Statements,
  params: QuestionParams<'search'>,
  words: SearchWords & { readonly isSome?: boolean },
): QuestionAnswer<'search'> {
  const keys = sourceKeys(statements, params.shown);
  const keeping = keepingOf(params, keys);
  const from =
    words.anywhere === null
      ? 'FROM entries e WHERE 1'
      : 'FROM words CROSS JOIN entries e ON e.id = words.rowid WHERE words MATCH ?';
  // Always from the words to the entries: the planner would ask the words for each entry of a source.
  const visible = `+e.source IN (${[...keys.keys()].join(', ')})`;
  const found = words.anywhere === null ? [] : [words.anywhere];
  const counts = countOf(statements, { from: `${from} AND ${visible}`, found, keeping });
  const kept = keeping.map(({ sql }) => ` AND NOT (${sql})`).join('');
  const { before, beforeValues, tier, tierValues } = tierOf(words);
  const rows = statements.all(
    `${before}SELECT e.id, ${tier} AS tier ${from} AND ${visible}${kept} ORDER BY ${orders[params.sort]} LIMIT ? OFFSET ?`,
    ...[
      ...beforeValues,
      ...tierValues,
      ...found,
      ...keeping.flatMap(({ values }) => values),
      params.limit,
      params.offset,
    ],
  );
  // Whole rows are read of one page alone, and not of all that are put in order.
  const whole = rows.flatMap(({ id }) => statements.first('SELECT * FROM entries WHERE id = ?', Number(id)) ?? []);
  return { ...counts, rows: whole.map(row => rowOf(row as Row, keys)) };
}

const orders: Readonly<Record<EntrySort, string>> = {
  match: 'e.likeName IS NOT NULL, tier, e.status, e.uses DESC, length(e.plain), e.changedAt DESC, e.name, e.id',
  changed: 'e.changedAt DESC, e.name, e.id',
  name: 'e.name COLLATE NOCASE, e.id',
};

const plainly = { before: '', beforeValues: [], tierValues: [] };

/** Called exactly that, beginning with it, having all the words in its names, having them anywhere. */
function tierOf({ anywhere, named, plain, exact, isSome = false }: SearchWords & { readonly isSome?: boolean }) {
  if (anywhere === null) return { ...plainly, tier: '0' };
  // The less, the more of the rarer words.
  if (isSome) return { ...plainly, tier: 'bm25(words, 8, 2, 4, 1)' };
  const tier = `CASE WHEN e.plain = ? OR e.name = ? COLLATE NOCASE THEN 0 WHEN e.plain >= ? AND e.plain < ? THEN 1
    WHEN e.id IN named THEN 2 ELSE 3 END`;
  return {
    // Once for all, and not for each entry.
    before: 'WITH named(id) AS MATERIALIZED (SELECT rowid FROM words WHERE words MATCH ?) ',
    beforeValues: [named],
    tier,
    tierValues: [plain, exact, plain, `${plain}${last}`],
  };
}

function countOf(
  statements: Statements,
  { from, found, keeping }: { from: string; found: readonly Value[]; keeping: readonly Keeping[] },
): Pick<QuestionAnswer<'search'>, 'total' | 'hidden'> {
  const bits = keeping.map(({ sql }, at) => `((${sql}) << ${at})`).join(' | ') || '0';
  const only = keeping.map((_, at) => `, sum(kept = ${1 << at}) AS kept${at}`).join('');
  const row = statements.first(
    `SELECT sum(kept = 0) AS total${only} FROM (SELECT ${bits} AS kept ${from})`,
    ...keeping.flatMap(({ values }) => values),
    ...found,
  );
  return {
    total: Number(row?.['total'] ?? 0),
    hidden: keeping.map(({ filter }, at) => ({ filter, count: Number(row?.[`kept${at}`] ?? 0) })),
  };
}

function keepingOf({ filters }: QuestionParams<'search'>, keys: ReadonlyMap<number, string>): Keeping[] {
  const { sources, runs, verified, withoutSecrets, withdrawn, changedSince } = filters;
  const chosen = [...keys].filter(([, id]) => sources.includes(id)).map(([key]) => key);
  const bits = runs.reduce((mask, kind) => mask | (1 << wayKinds.indexOf(kind)), 0);
  const row = (filter: FilterName, isSet: boolean, sql: string, ...values: readonly Value[]): Keeping[] =>
    isSet ? [{ filter, sql, values }] : [];
  return [
    ...row('sources', sources.length > 0, `e.source NOT IN (${chosen.join(', ')})`),
    ...row('runs', runs.length > 0, 'e.runs & ? = 0', bits),
    ...row('verified', verified, 'e.verified = 0'),
    ...row('withoutSecrets', withoutSecrets, 'e.secrets > 0'),
    ...row('withdrawn', !withdrawn, 'e.status <> 0'),
    ...row('changedSince', changedSince !== null, 'coalesce(e.changedAt, 0) < ?', changedSince),
  ];
}

/** The ids of sources by their keys, of those that are shown. */
export function sourceKeys(statements: Statements, shown: readonly { readonly id: string }[]): Map<number, string> {
  const ids = new Set(shown.map(({ id }) => id));
  const rows = statements.all('SELECT key, id FROM sources');
  return new Map(rows.map(({ key, id }) => [Number(key), String(id)] as const).filter(([, id]) => ids.has(id)));
}

export function rowOf(row: Row, keys: ReadonlyMap<number, string>): StoredRow {
  const { name, likeSource, likeName, likeDistance } = row;
  const slash = String(name).lastIndexOf('/');
  return {
    sourceId: keys.get(Number(row['source'])) ?? '',
    name: String(name),
    title: String(row['title']),
    description: String(row['description']),
    version: String(row['version']),
    namespace: slash < 0 ? '' : String(name).slice(0, slash),
    verified: row['verified'] === 1,
    status: statusOf(row['status']),
    runs: runsOf(row['runs']),
    asks: { values: Number(row['asked']), secrets: Number(row['secrets']) },
    publishedAt: numberOrNull(row['publishedAt']),
    changedAt: numberOrNull(row['changedAt']),
    uses: numberOrNull(row['uses']),
    lookAlike:
      typeof likeName === 'string'
        ? { sourceId: String(likeSource), name: likeName, distance: Number(likeDistance) }
        : null,
    offers: JSON.parse(String(row['offers'])) as StoredOffer[],
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
