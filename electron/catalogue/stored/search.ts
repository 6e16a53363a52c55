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
  const { where, found } = placesOf(statements, words, keys);
  const counts = countOf(statements, { where, found, keeping });
  const kept = keeping.map(({ sql }) => ` AND NOT (${sql})`).join('');
  const { tier, tierValues } = tierOf(words);
  const rows = statements.all(
    `SELECT e.id, ${tier} AS tier ${where}${kept} ORDER BY ${orderOf(params.sort, words)} LIMIT ? OFFSET ?`,
    ...[...tierValues, ...found, ...keeping.flatMap(({ values }) => values), params.limit, params.offset],
  );
  // Whole rows are read of one page alone, and not of all that are put in order.
  const whole = statements.all(
    'SELECT e.* FROM json_each(?) AS page CROSS JOIN entries e ON e.id = page.value ORDER BY page.key',
    JSON.stringify(rows.map(({ id }) => Number(id))),
  );
  return { ...counts, rows: whole.map(row => rowOf(row, keys)) };
}

/** Always from the words to the entries: the planner would ask the words for each entry of a source. */
function placesOf(
  statements: Statements,
  { anywhere }: SearchWords,
  keys: ReadonlyMap<number, string>,
): { readonly where: string; readonly found: readonly Value[] } {
  const stored = Number(statements.first('SELECT count(*) AS sources FROM sources')?.['sources'] ?? 0);
  // Where all are shown, no entry needs to be asked for its source.
  const visible = keys.size === stored ? '1' : `+e.source IN (${[...keys.keys()].join(', ')})`;
  if (anywhere === null) return { where: `FROM entries e WHERE ${visible}`, found: [] };
  const where = `FROM words CROSS JOIN entries e ON e.id = words.rowid WHERE words MATCH ? AND ${visible}`;
  return { where, found: [anywhere] };
}

/** The best known first; without words it is the order of an index (`open-database.ts`), as the others are. */
const best = 'e.status, e.uses DESC, length(e.plain), e.changedAt DESC, e.name, e.id';
const orders: Readonly<Record<EntrySort, string>> = {
  match: `e.likeName IS NOT NULL, tier, ${best}`,
  changed: 'e.changedAt DESC, e.name, e.id',
  name: 'e.name COLLATE NOCASE, e.id',
};

function orderOf(sort: EntrySort, { anywhere }: SearchWords): string {
  return sort === 'match' && anywhere === null ? `e.likeName IS NOT NULL, ${best}` : orders[sort];
}

/** Called exactly that, beginning with it, having all the words in its names, having them anywhere. */
function tierOf({ anywhere, named, plain, exact, isSome = false }: SearchWords & { readonly isSome?: boolean }): {
  readonly tier: string;
  readonly tierValues: readonly Value[];
} {
  if (anywhere === null) return { tier: '0', tierValues: [] };
  // The less, the more of the rarer words.
  if (isSome) return { tier: 'bm25(words, 8, 2, 4, 1)', tierValues: [] };
  // Those in whose names the words are are looked up once for all, because nothing of the entry stands in there.
  const tier = `CASE WHEN e.plain = ? OR e.name = ? COLLATE NOCASE THEN 0 WHEN e.plain >= ? AND e.plain < ? THEN 1
    WHEN e.id IN (SELECT rowid FROM words WHERE words MATCH ?) THEN 2 ELSE 3 END`;
  return { tier, tierValues: [plain, exact, plain, `${plain}${last}`, named] };
}

function countOf(
  statements: Statements,
  { where, found, keeping }: { where: string; found: readonly Value[]; keeping: readonly Keeping[] },
): Pick<QuestionAnswer<'search'>, 'total' | 'hidden'> {
  const bits = keeping.map(({ sql }, at) => `((${sql}) << ${at})`).join(' | ') || '0';
  const only = keeping.map((_, at) => `, count(*) FILTER (WHERE kept = ${1 << at}) AS kept${at}`).join('');
  // With its limit the inner query stays one of its own: each row is judged once, and not once for each count.
  const row = statements.first(
    `SELECT count(*) FILTER (WHERE kept = 0) AS total${only} FROM (SELECT ${bits} AS kept ${where} LIMIT -1)`,
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
