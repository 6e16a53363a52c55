// Finds all that is stored of one version of an entry.
import { statusOf } from './codes.ts';
import { rowOf, sourceKeys } from './search.ts';
import type { QuestionAnswer, QuestionParams } from '../../../contract/schemas/catalogue-worker.ts';
import type { ReadEntry } from '../entries/read-entry.ts';
import type { Row, Statements } from './statements.ts';

export function findEntry(
  statements: Statements,
  { sourceId, name, version, shown }: QuestionParams<'entry'>,
): QuestionAnswer<'entry'> {
  const source = shown.find(({ id }) => id === sourceId);
  const keys = sourceKeys(statements, source ? [source] : []);
  const [key] = keys.keys();
  const row =
    key === undefined ? null : statements.first('SELECT * FROM entries WHERE source = ? AND name = ?', key, name);
  if (!row || !source) return { entry: null, isStored: false };
  const versions = statements.all(
    'SELECT version, status, latest, publishedAt FROM versions WHERE entry = ?',
    Number(row['id']),
  );
  const wanted = version ?? String(row['version']);
  const found = statements.first(
    'SELECT detail FROM versions WHERE entry = ? AND version = ?',
    Number(row['id']),
    wanted,
  );
  if (!found) return { entry: null, isStored: true };
  const detail = JSON.parse(String(found['detail'])) as ReadEntry;
  const { offers: _, ...shownRow } = rowOf(row, keys);
  const { ways, title, description, status, statusMessage, publishedAt, changedAt, repository, website, tools } =
    detail;
  const fields = ways[0]?.fields ?? [];
  const entry = {
    ...shownRow,
    ...{ title, description, status, statusMessage, publishedAt, changedAt, repository, website },
    version: detail.version,
    runs: [...new Set(ways.map(({ kind }) => kind))],
    asks: { values: fields.length, secrets: fields.filter(({ secret }) => secret).length },
    sourceName: source.name,
    ways: [...ways],
    versions: newestFirst(versions),
    tools: tools && [...tools],
  };
  return { entry, isStored: true };
}

function newestFirst(rows: readonly Row[]) {
  return rows
    .map(({ version, status, latest, publishedAt }) => ({
      version: String(version),
      publishedAt: typeof publishedAt === 'number' ? publishedAt : null,
      status: statusOf(status),
      latest: latest === 1,
    }))
    .toSorted(
      (one, other) =>
        Number(other.latest) - Number(one.latest) ||
        (other.publishedAt ?? 0) - (one.publishedAt ?? 0) ||
        other.version.localeCompare(one.version, 'en', { numeric: true }),
    );
}
