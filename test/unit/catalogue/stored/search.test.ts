// How a search goes about its work: a page of a list without words is read in the order of an index, and nothing is put in order for it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EntryFiltersSchema } from '../../../../contract/schemas/catalogue.ts';
import { openDatabase } from '../../../../electron/catalogue/stored/open-database.ts';
import { search } from '../../../../electron/catalogue/stored/search.ts';
import { Statements } from '../../../../electron/catalogue/stored/statements.ts';
import type { EntryFilters } from '../../../../contract/schemas/catalogue.ts';
import type { Database } from '../../../../electron/catalogue/stored/open-database.ts';

let folder = '';
let database: Database;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-search-'));
  ({ database } = openDatabase(folder));
  const source = 'INSERT INTO sources (key, id, address, run) VALUES (?, ?, ?, 1)';
  for (const key of [1, 2]) database.prepare(source).run(key, `s${key}`, `https://s${key}.example`);
  const entry = `INSERT INTO entries (source, name, plain, status, verified, runs, secrets, asked, changedAt, run, title, description, version, offers)
    VALUES (?, ?, ?, ?, 0, 1, ?, 0, ?, 1, ?, '', '1.0.0', '[]')`;
  const words = "INSERT INTO words (rowid, name, owner, title, description) VALUES (?, ?, '', '', '')";
  for (let at = 1; at <= 60; at += 1) {
    const given = [`a/${at % 2 ? 'Git' : 'maps'}-${at}`, `p${at}`, at % 10 === 0 ? 2 : 0, at % 3 === 0 ? 1 : 0, at];
    database.prepare(entry).run((at % 4) + 1 > 2 ? 2 : 1, ...given, `T${at}`);
    database.prepare(words).run(at, at % 2 ? 'git' : 'maps');
  }
});

afterAll(() => {
  database.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

interface Asked {
  readonly query?: string;
  readonly sort?: 'match' | 'changed' | 'name';
  readonly filters?: Partial<EntryFilters>;
  readonly shown?: readonly string[];
  readonly limit?: number;
}

/** The answer, and the statements that were prepared for it. */
function asked({ query = '', sort = 'match', filters = {}, shown = ['s1', 's2'], limit = 10 }: Asked) {
  const prepared: string[] = [];
  const noting = Object.create(database, {
    prepare: { value: (sql: string) => (prepared.push(sql), database.prepare(sql)) },
  }) as Database;
  const sources = shown.map(id => ({ id, name: id }));
  const params = { query, sort, filters: EntryFiltersSchema.parse(filters), offset: 0, limit, shown: sources };
  return { answer: search(new Statements(noting), params), prepared };
}

function planOf(sql: string): string {
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { readonly detail: string }[];
  return rows.map(({ detail }) => detail).join('\n');
}

test.each(['match', 'changed', 'name'] as const)(
  'A list without words in the order "%s" is read from an index.',
  sort => {
    const { answer, prepared } = asked({ sort, filters: { runs: ['npm'], withoutSecrets: true } });
    expect(answer.rows).toHaveLength(10);
    const ordered = prepared.filter(sql => sql.includes('ORDER BY e.'));
    expect(ordered).toHaveLength(1);
    expect(planOf(ordered[0] ?? '')).toMatch(/^SCAN e USING INDEX entriesBy/);
    expect(planOf(ordered[0] ?? '')).not.toContain('TEMP B-TREE');
  },
);

test('What filters keep out is counted without a look at whole entries.', () => {
  const { prepared } = asked({ filters: { runs: ['npm'], withoutSecrets: true } });
  const counting = prepared.filter(sql => sql.includes('AS total'));
  expect(counting.map(planOf).join('\n')).toContain('USING COVERING INDEX entriesByFilters');
});

test('Each entry is counted once: where it is shown, or at the one filter that keeps it out.', () => {
  const { answer } = asked({ filters: { withoutSecrets: true }, limit: 100 });
  const numbers = Array.from({ length: 60 }, (_, at) => at + 1);
  const fits = numbers.filter(at => at % 3 !== 0 && at % 10 !== 0);
  expect(answer.total).toBe(fits.length);
  expect(answer.rows).toHaveLength(fits.length);
  expect(answer.hidden).toEqual([
    { filter: 'withoutSecrets', count: numbers.filter(at => at % 3 === 0 && at % 10 !== 0).length },
    { filter: 'withdrawn', count: numbers.filter(at => at % 3 !== 0 && at % 10 === 0).length },
  ]);
});

test('Of a source that is not shown nothing is found or counted, with words and without.', () => {
  for (const query of ['', 'git']) {
    const both = asked({ query, limit: 100 }).answer;
    const one = asked({ query, limit: 100, shown: ['s1'] }).answer;
    const other = asked({ query, limit: 100, shown: ['s2'] }).answer;
    expect(new Set(one.rows.map(({ sourceId }) => sourceId))).toEqual(new Set(['s1']));
    expect(one.total + other.total).toBe(both.total);
    expect(one.rows.length + other.rows.length).toBe(both.rows.length);
  }
});
