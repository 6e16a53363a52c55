// `pilothouse catalogue search|show`, for people or as one JSON object.
import { entrySorts, wayKinds } from '../../contract/catalogue.ts';
import { askHub } from '../core/ask-hub.ts';
import { columns } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { idOf } from './find-named.ts';
import { printAnswer } from './print-answer.ts';
import type { EntrySort, WayKind } from '../../contract/catalogue.ts';
import type { AskedField, CatalogueSource, Entry, EntryRow, Way } from '../../contract/schemas/catalogue.ts';
import type { CliWords } from './words/cli-words.ts';

export interface SearchFlags {
  readonly runs: readonly string[];
  readonly source: readonly string[];
  readonly verified: boolean;
  readonly secretless: boolean;
  readonly withdrawn: boolean;
  readonly sort: string;
  readonly limit: string;
  readonly json: boolean;
}

export interface ShowFlags {
  readonly source?: string;
  readonly version: string | undefined;
  readonly json: boolean;
}

export async function searchCatalogue(
  home: string,
  typed: readonly string[],
  flags: SearchFlags,
  words: CliWords,
): Promise<void> {
  const sources = await readSources(home);
  const filters = {
    sources: flags.source.map(source => idOf(sources, source)),
    runs: flags.runs.map(kind => oneOf<WayKind>(kind, wayKinds, words)),
    ...{ verified: flags.verified, withoutSecrets: flags.secretless, withdrawn: flags.withdrawn },
  };
  const sort = oneOf<EntrySort>(flags.sort, entrySorts, words);
  const limit = Math.min(500, Math.max(1, Number.parseInt(flags.limit, 10) || 20));
  const found = await askHub(home, 'catalogue:search', { query: typed.join(' '), filters, sort, limit });
  printAnswer(flags.json, found, () => {
    const hidden = found.hidden.filter(({ count }) => count > 0);
    const kept = hidden.map(({ filter, count }) => words.hiddenEntries(count, filter));
    if (found.total === 0)
      return [sources.every(({ freshAt }) => freshAt === null) ? words.neverRefreshed : words.noEntries, ...kept];
    const more = found.total > found.rows.length ? [words.moreEntries(found.rows.length, found.total)] : [];
    return [...columns(found.rows.map(row => rowCells(row, words))), ...more, ...kept];
  });
}

export async function showEntry(
  home: string,
  name: string,
  { source, version, json }: ShowFlags,
  words: CliWords,
): Promise<void> {
  const all = await readSources(home);
  const sources = source === undefined ? [] : [idOf(all, source)];
  const filters = { sources, withdrawn: true };
  const { rows } = await askHub(home, 'catalogue:search', { query: name, filters, limit: 200 });
  const { sourceId, name: whole } = meantBy(name, rows, words);
  const { entry } = await askHub(home, 'catalogue:entry', { sourceId, name: whole, ...(version && { version }) });
  printAnswer(json, { entry }, () => entryLines(entry, words));
}

export async function readSources(home: string): Promise<CatalogueSource[]> {
  return Object.values((await askHub(home, 'status', {})).catalogueSources);
}

/** The one of that name, or the only one whose last part it is. */
function meantBy(name: string, rows: readonly EntryRow[], words: CliWords): EntryRow {
  const exact = rows.filter(row => row.name === name);
  const found = exact.length > 0 ? exact : rows.filter(row => row.name.endsWith(`/${name}`));
  const [one, ...others] = found;
  if (!one) throw new UsageError(words.noEntryCalled(name));
  if (others.length === 0) return one;
  throw new UsageError(
    words.severalEntries(
      name,
      found.slice(0, 10).map(row => `${row.name} (${row.sourceId})`),
    ),
  );
}

function oneOf<T extends string>(given: string, known: readonly T[], words: CliWords): T {
  const found = known.find(one => one === given);
  if (found === undefined) throw new UsageError(words.notOneOf(given, known));
  return found;
}

function rowCells(row: EntryRow, words: CliWords): string[] {
  const marks = [
    ...(row.verified ? [words.entryMarks.verified] : []),
    ...(row.status === 'active' ? [] : [words.entryMarks[row.status]]),
    ...(row.lookAlike ? [words.resemblesShortly(row.lookAlike.name)] : []),
    ...(row.forbidden ? [words.forbiddenBy(words.reason(row.forbidden))] : []),
  ];
  return [row.name, row.version, row.runs.join('+') || '-', marks.join(', ') || '-', row.description];
}

function entryLines(entry: Entry, words: CliWords): string[] {
  const { entryLabels: labels } = words;
  const line = (label: string, value: string | null) =>
    value === null || value === '' ? [] : [[label, value] as const];
  const facts = [
    ...line(labels.version, entry.version),
    ...line(labels.source, entry.verified ? `${entry.sourceName}, ${words.entryMarks.verified}` : entry.sourceName),
    ...line(labels.status, [words.entryStatuses[entry.status], entry.statusMessage].filter(Boolean).join(': ')),
    ...line(labels.repository, entry.repository),
    ...line(labels.website, entry.website),
    ...line(labels.changed, entry.changedAt === null ? null : new Date(entry.changedAt).toISOString()),
    ...line(labels.uses, entry.uses === null ? null : String(entry.uses)),
    ...entry.ways.flatMap(way => wayLines(way, words)),
    ...line(labels.versions, entry.versions.map(({ version }) => version).join(', ')),
    ...line(labels.tools, entry.tools?.map(({ name }) => name).join(', ') ?? null),
  ];
  const warnings = [
    ...(entry.lookAlike ? [words.resemblesShortly(entry.lookAlike.name)] : []),
    ...(entry.forbidden ? [words.forbiddenBy(words.reason(entry.forbidden))] : []),
  ];
  const title = entry.title === entry.name ? entry.name : `${entry.name} (${entry.title})`;
  return [title, entry.description, ...warnings.map(text => `! ${text}`), '', ...columns(facts)];
}

function wayLines(way: Way, words: CliWords): (readonly [string, string])[] {
  const { entryLabels: labels } = words;
  const version = way.kind === 'remote' ? '' : ` ${way.version ?? words.noFixedVersion}`;
  return [
    [labels.runs, `${way.kind} ${way.identifier}${version} (${way.transport})`] as const,
    ...way.fields.map(field => [labels.asks, fieldText(field, words)] as const),
  ];
}

function fieldText(field: AskedField, words: CliWords): string {
  const marks = [...(field.required ? [words.isRequired] : []), ...(field.secret ? [words.isSecret] : [])];
  const described = field.description === '' ? '' : `: ${field.description}`;
  return `${field.name}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}${described}`;
}
