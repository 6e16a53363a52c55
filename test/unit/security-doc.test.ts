// The page on security names a test for each attack that it calls refused, and those tests are there under these titles.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '../support/provided.ts';
import { hasTitle } from '../support/test-titles.ts';
import type { NamedTest } from '../support/test-titles.ts';

const read = (file: string) => fs.readFileSync(path.join(repositoryRoot, file), 'utf8');
const page = read('docs/security.md');

interface Row {
  readonly id: string;
  readonly cells: readonly string[];
}

/** The rows of the table below a heading, without its head. No cell of the page holds an escaped bar. */
function rowsBelow(heading: string): Row[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter(line => line.startsWith('|'));
  const tables = lines.map(line => line.split('|').slice(1, -1));
  return tables.slice(2).map(cells => ({ id: (cells[0] ?? '').trim(), cells: cells.map(cell => cell.trim()) }));
}

/** Written as `test/file.test.ts: "title"` in code quotes. */
function testsIn(text: string): NamedTest[] {
  return [...text.matchAll(/`(test\/[^:`]+): "(.+?)"`/g)].map(([, file = '', title = '']) => ({ file, title }));
}

const known = rowsBelow('Known attacks on programs of this kind');
const reviewed = rowsBelow('Attacks that a review tried');
const ofPages = rowsBelow('Attacks of pages that use the Web Agent API');

test('Each of the 30 known attacks has one row.', () => {
  expect(known.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, index) => String(index + 1)));
});

test('The attacks of the review are lettered without a gap.', () => {
  expect(reviewed.map(({ id }) => id).join('')).toBe('ABCDEFGHIJKLMNOPQ');
});

test('The attacks of pages are numbered without a gap.', () => {
  expect(ofPages.map(({ id }) => id)).toEqual(Array.from({ length: 13 }, (_, index) => `P${index + 1}`));
});

test('Each row says what is done, names a test or why there is none, and says what remains.', () => {
  const wrong = [...known, ...reviewed, ...ofPages].filter(({ cells }) => {
    const [, attack, done, tests = '', remains] = cells;
    const isNamed = tests.startsWith('No test: ') !== testsIn(tests).length > 0;
    return cells.length !== 5 || !attack || !done || !remains || !isNamed;
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

describe('a test that the page names', () => {
  const named = testsIn(page);

  test('is written in the form that is read here, wherever a path below test/ stands', () => {
    expect(page.split('test/').length - 1).toBe(named.length);
    expect(named.length).toBeGreaterThan(known.length + reviewed.length);
  });

  test('is in its file under that title', () => {
    const files = [...new Set(named.map(({ file }) => file))];
    expect(files.filter(file => !fs.existsSync(path.join(repositoryRoot, file)))).toEqual([]);
    const sources = new Map(files.map(file => [file, read(file)]));
    expect(named.filter(({ file, title }) => !hasTitle(sources.get(file) ?? '', title))).toEqual([]);
  });
});

test('README points to the page.', () => {
  expect(read('README.md')).toContain('(docs/security.md)');
});
