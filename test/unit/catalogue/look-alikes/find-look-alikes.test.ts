// Which names are warned of, and which are not.
import { expect, test as it } from 'vitest';
import { distance } from '../../../../electron/catalogue/look-alikes/distance.ts';
import { findLookAlikes, whatRuns } from '../../../../electron/catalogue/look-alikes/find-look-alikes.ts';
import type { Compared } from '../../../../electron/catalogue/look-alikes/find-look-alikes.ts';

const noon = Date.UTC(2026, 5, 1, 12);
const dayMs = 24 * 3_600_000;

function entry(name: string, more: Partial<Compared> = {}): Compared {
  const { packages = [] } = more;
  const runs = packages.map(identifier => whatRuns({ kind: 'npm', identifier }));
  return { id: 0, name, curated: false, uses: null, publishedAt: noon, packages, runs, ...more };
}

/** The names that each resembles. */
function found(...given: readonly Compared[]): Record<string, string> {
  const all = given.map((one, id) => ({ ...one, id }));
  const marks = [...findLookAlikes(all)].flat();
  return Object.fromEntries(marks.map(({ id, of }) => [all[id]?.name, of.name]));
}

const filesystem = entry('curated-filesystem', {
  curated: true,
  packages: ['@modelcontextprotocol/server-filesystem'],
});
const everything = entry('io.modelcontextprotocol/everything', { publishedAt: noon - 100 * dayMs });

it('letters that differ, were exchanged, or only look alike, are warned of', () => {
  for (const name of [
    'everithing',
    'evreything',
    'everythingg',
    'еverything',
    'every-thing',
    'every_thing',
    'everythlng',
  ])
    expect(found(everything, entry(`io.github.eve/${name}`)), name).toEqual({
      [`io.github.eve/${name}`]: 'io.modelcontextprotocol/everything',
    });
});

it('a package that is taken for one of a scope is warned of, by its own name or its package', () => {
  expect(found(filesystem, entry('io.github.eve/modelcontextprotocol-server-filesystem'))).toEqual({
    'io.github.eve/modelcontextprotocol-server-filesystem': 'curated-filesystem',
  });
  const packages = ['@modelcontextprotocol-server/filesystem'];
  expect(found(filesystem, entry('io.github.eve/helper', { packages }))).toEqual({
    'io.github.eve/helper': 'curated-filesystem',
  });
});

it('the same package in another source, and others of the same owner, are not', () => {
  const same = entry('io.github.ana/server-filesystem', { packages: filesystem.packages });
  expect(found(filesystem, same)).toEqual({});
  expect(found(everything, entry('io.modelcontextprotocol/everythings'))).toEqual({});
});

it('what nobody knows better is nothing to be warned of', () => {
  expect(found(entry('io.github.ana/weather-report'), entry('io.github.eve/weather-reporf'))).toEqual({});
});

it('what is used much is known, and what was there before it is not warned of', () => {
  const known = entry('io.github.ana/weather-report', { uses: 5_000, publishedAt: noon - 100 * dayMs });
  expect(found(known, entry('io.github.eve/weather-reporf'))).toEqual({
    'io.github.eve/weather-reporf': 'io.github.ana/weather-report',
  });
  expect(found(known, entry('io.github.eve/weather-reporf', { publishedAt: noon - 200 * dayMs }))).toEqual({});
});

it('one letter beside a name of somebody with a domain is warned of, the same word is not', () => {
  const known = entry('com.example/weather-report', { publishedAt: noon - 100 * dayMs });
  expect(found(known, entry('io.github.eve/weather-reporf'))).toEqual({
    'io.github.eve/weather-reporf': 'com.example/weather-report',
  });
  expect(found(known, entry('io.github.eve/weather-report'))).toEqual({});
});

it('what imitates a package that is widely run is warned of, also where no source lists that one', () => {
  const eve = (name: string, packages: string[] = [name]) => found(entry(`io.github.eve/${name}`, { packages }));
  expect(eve('server-filesysterm')).toEqual({
    'io.github.eve/server-filesysterm': '@modelcontextprotocol/server-filesystem',
  });
  expect(eve('helper', ['@modelcontextprotocoI/server-memory'])).toEqual({
    'io.github.eve/helper': '@modelcontextprotocol/server-memory',
  });
  expect(eve('firecrawl-mcp', ['firecrawl-mcp-official'])).toEqual({ 'io.github.eve/firecrawl-mcp': 'firecrawl-mcp' });
  // The package itself, one of a service of its own, an address of whoever made it, and another short name.
  expect(eve('firecrawl', ['firecrawl-mcp'])).toEqual({});
  expect(eve('mcp-server-gcp')).toEqual({});
  expect(eve('exa-mcp-server', [])).toEqual({});
  expect(found(entry('ai.exa/exa-mcp-server', { packages: ['@exa/server'] }))).toEqual({});
});

it('one that is listed is named before a package that no source lists', () => {
  const eve = entry('io.github.eve/server-filesysterm', { packages: ['server-filesysterm'] });
  expect(found(filesystem, eve)).toEqual({ 'io.github.eve/server-filesysterm': 'curated-filesystem' });
});

it('short names are near each other by chance', () => {
  expect(found(entry('io.modelcontextprotocol/time'), entry('io.github.ana/lime'))).toEqual({});
});

it('a distance is counted as far as it is asked for', () => {
  expect(distance('weather', 'weather', 2)).toBe(0);
  expect(distance('weather', 'waether', 2)).toBe(1);
  expect(distance('weather', 'wether', 2)).toBe(1);
  expect(distance('weather', 'whether', 2)).toBe(2);
  expect(distance('weather', 'calendar', 2)).toBe(3);
  expect(distance('ab', 'abcde', 2)).toBe(3);
  expect(distance('', 'ab', 2)).toBe(2);
});
