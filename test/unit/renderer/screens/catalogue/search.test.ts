// What the catalogue's list is made of: pages by their place, filters in words, places in the address, letters that differ.
import { describe, expect, it } from 'vitest';
import {
  addPath,
  bundlePath,
  entryId,
  installPath,
  readCataloguePath,
} from '../../../../../renderer/frame/catalogue-paths.ts';
import { parseRoute, routeHref } from '../../../../../renderer/frame/route.ts';
import { asksWords, lookAlikeWords, shortName } from '../../../../../renderer/screens/catalogue/catalogue-words.ts';
import { differingLetters } from '../../../../../renderer/screens/catalogue/entry/letters.ts';
import {
  firstPage,
  missingPages,
  pageRows,
  placeOf,
  rowAt,
  withPage,
} from '../../../../../renderer/screens/catalogue/search/entry-pages.ts';
import {
  noFilters,
  setFilters,
  sinceOf,
  without,
} from '../../../../../renderer/screens/catalogue/search/filter-words.ts';
import { sourceTotals, sourceWords } from '../../../../../renderer/screens/catalogue/sources/source-words.ts';
import { fixtureRows, fixtureSources, neverFetched } from '../../../../support/panel-fixture/catalogue.ts';

const now = 1_800_000_000_000;
const rows = fixtureRows(now);
const answer = (from: number) => ({ total: rows.length, rows: rows.slice(from, from + pageRows), hidden: [] });
const sources = Object.fromEntries(fixtureSources(now).map(source => [source.id, source]));

describe('the pages of a search', () => {
  const first = firstPage(answer(0));

  it('asks for those alone that come into sight and are not here', () => {
    expect(missingPages(first, 0, 40)).toEqual([]);
    expect(missingPages(first, 90, 310)).toEqual([1, 2, 3]);
    expect(missingPages(first, rows.length - 5, rows.length + 20)).toEqual([Math.floor((rows.length - 1) / pageRows)]);
  });

  it('tells a row by its number, once its page is here', () => {
    const both = withPage(first, 2, answer(2 * pageRows));
    expect(rowAt(both, 201)?.name).toBe(rows[201]?.name);
    expect(rowAt(both, 150)).toBeUndefined();
    expect(placeOf(both, row => row === rows[202])).toBe(202);
    expect(placeOf(both, row => row === rows[150])).toBe(-1);
  });
});

describe('places of the catalogue', () => {
  it('come back out of an address as they went in', () => {
    const entry = { sourceId: 'a&b', name: 'io.github.o/s?x=1#y' };
    const read = (path: string) => readCataloguePath(parseRoute(routeHref('catalogue', path)).id);
    expect(read(entryId(entry))).toEqual({ kind: 'entries', open: entry });
    expect(read(addPath(entry, '1.0.0 beta'))).toEqual({ kind: 'add', entry, version: '1.0.0 beta' });
    expect(read(installPath('atlas-db'))).toEqual({ kind: 'installs', serverId: 'atlas-db' });
    expect(read(bundlePath('7'))).toEqual({ kind: 'bundle', bundleId: '7' });
  });

  it('may stand behind a question mark, as a double click writes them', () => {
    expect(readCataloguePath(parseRoute('#/catalogue?bundle=7f').id)).toEqual({ kind: 'bundle', bundleId: '7f' });
    expect(readCataloguePath(parseRoute('#/catalogue').id)).toEqual({ kind: 'entries', open: null });
    expect(readCataloguePath('nonsense')).toEqual({ kind: 'entries', open: null });
  });
});

describe('filters', () => {
  it('are told by name and value, and taken away one by one', () => {
    const filters = { ...noFilters, verified: true, runs: ['npm' as const], changedSince: sinceOf(30, now) };
    expect(setFilters(filters, sources, now).map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'publisher: verified',
      'runs as: npm',
      'changed: within a month',
    ]);
    expect(without(filters, 'runs').runs).toEqual([]);
    expect(setFilters(noFilters, sources, now)).toEqual([]);
  });

  it('begin a span with the day, so that rows stay while they are looked at', () => {
    expect(sinceOf(30, now)).toBe(sinceOf(30, now + 60_000));
  });
});

describe('the words of an entry', () => {
  it('count secrets apart from other values', () => {
    const asks = (values: number, secrets: number) => asksWords({ values, secrets });
    expect([asks(0, 0), asks(1, 0), asks(2, 2), asks(6, 1)]).toEqual([
      'nothing',
      '1 value',
      '2 secrets',
      '5 values, 1 secret',
    ]);
  });

  it('name whom it resembles, and how old it is', () => {
    const alike = rows.find(({ lookAlike }) => lookAlike !== null);
    expect(alike && lookAlikeWords(alike, now)).toBe('1 letter from server-filesystem, 6 d old');
    expect(alike && shortName(alike)).toBe('server-filesytem');
  });

  it('mark the letters in which two names differ', () => {
    const { a, b } = differingLetters('server-filesytem', 'server-filesystem');
    expect(a).toEqual([{ text: 'server-filesytem', differs: false }]);
    expect(b).toEqual([
      { text: 'server-filesy', differs: false },
      { text: 's', differs: true },
      { text: 'tem', differs: false },
    ]);
    expect(differingLetters('', 'ab').b).toEqual([{ text: 'ab', differs: true }]);
  });
});

describe('sources', () => {
  it('tell their state in words, and what is stored of them while they fail', () => {
    const word = (id: string) => sourceWords(sources[id]!, now).word;
    expect(word('official')).toMatch(/^fetched /);
    expect(word('acme')).toMatch(/^failed /);
    expect(sourceWords(neverFetched(sources['official']!), now).word).toBe('not fetched yet');
    expect(sourceTotals(sources)).toMatchObject({ entries: 20_318, sources: 3, refreshing: null });
  });

  it('tell of all that are refreshed together how far they are, and no total where one knows none', () => {
    const busy = (done: number, total: number | null) => ({
      ...sources['official']!,
      state: { kind: 'refreshing' as const, since: now, done, total },
    });
    expect(sourceTotals({ a: busy(100, 400), b: busy(50, 50) }).refreshing).toEqual({ done: 150, total: 450 });
    expect(sourceTotals({ a: busy(100, 400), b: busy(50, null) }).refreshing).toEqual({ done: 150, total: null });
  });
});
