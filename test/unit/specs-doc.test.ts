// The page of the specs is what its rows make it, and between rows and tests nothing is missing on either side.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pageFile, readSource, testFiles } from '../specs/sources.ts';
import { specs } from '../specs/specs.ts';
import { held, open, otherwise, testsOf } from '../specs/statement.ts';
import { missingTests, specsPage, unnamedTests } from '../specs/table.ts';
import type { Spec } from '../specs/statement.ts';

test('The page is the one that npm run docs:specs writes.', () => {
  expect(readFileSync(pageFile, 'utf8')).toBe(specsPage(specs));
});

test('Each test that a row names is in its file under that title.', () => {
  expect(missingTests(specs, readSource)).toEqual([]);
});

test('Each test whose title begins with the number and section of a spec is in a row.', () => {
  expect(unnamedTests(specs, testFiles(), readSource)).toEqual([]);
});

test('Each row has a test, but for one that is open, and no two rows say the same.', () => {
  const rows = specs.flatMap(({ number, statements }) => statements.map(row => ({ number, ...row })));
  expect(rows.filter(({ tests, state }) => (tests.length === 0) !== (state === 'open'))).toEqual([]);
  const said = rows.map(({ number, section, statement }) => `${number} ${section}: ${statement}`);
  expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([]);
});

describe('A made-up spec', () => {
  const file = 'test/some.test.ts';
  const some = testsOf(file);
  // In one piece these would be titles of this file.
  const number = '000';
  const [first, second, third] = ['plain, %s', "the user's own", 'a | b'].map(title => `${number} Wire: ${title}`) as [
    string,
    string,
    string,
  ];
  const spec = (...titles: string[]): Spec[] => [
    { number: '000', name: 'Some', statements: [held('Wire', 'It is so.', some(...titles))] },
  ];
  const source = `test('${first}', f); test("${second}", f); test(\`${third}\`, f); test('1000 Wire: no title', f);`;

  test('misses titles that are cut, in another file or in none.', () => {
    const read = (name: string) => (name === file ? source : null);
    expect(missingTests(spec(first, second, third), read)).toEqual([]);
    expect(missingTests(spec(first.slice(0, -1)), read)).toHaveLength(1);
    expect(missingTests(spec(first), () => null)).toEqual([{ file, title: first }]);
  });

  test('is told of titles that no row names, whatever their quotes.', () => {
    expect(unnamedTests(spec(first), [file], () => source)).toEqual([
      { file, title: second },
      { file, title: third },
    ]);
    const escaped = `test('${second.replace("'", "\\'")}', f);`;
    expect(unnamedTests(spec(first), [file], () => escaped)).toEqual([{ file, title: second }]);
  });

  test('becomes a table with a row for each statement, and the numbers at the end.', () => {
    const statements = [
      held('Wire', 'It is *so* | so.', some(third)),
      otherwise('Wire', 'No.', 'Why not.', some(first)),
      open('Page', 'Later.', 'Nobody does.'),
    ];
    const page = specsPage([{ number: '000', name: 'Some', statements }]);
    expect(page).toContain(
      `## Spec 000 (Some)\n\n| Section | Statement | State | Tests |\n|---|---|---|---|\n` +
        `| Wire | It is \\*so\\* \\| so. | held | [\`${third.replace('|', '\\|')}\`](../test/some.test.ts) |\n` +
        `| Wire | No. | otherwise: Why not. | [\`${first}\`](../test/some.test.ts) |\n` +
        '| Page | Later. | open: Nobody does. |  |\n',
    );
    expect(page).toContain('| Spec 000 (Some) | 3 | 1 | 1 | 1 |\n| All | 3 | 1 | 1 | 1 |\n');
  });
});
