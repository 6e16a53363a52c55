// docs/specs.md as its rows and the sources of the tests make it. Pure.
import { hasTitle, specTitlesIn } from '../support/test-titles.ts';
import type { NamedTest } from '../support/test-titles.ts';
import type { Spec, Statement } from './statement.ts';

/** The text of a file beneath the repository; null where there is none. */
export type ReadSource = (file: string) => string | null;

const introduction = `# The specs, statement by statement

The five documents that Pilothouse follows, what each of them states, and the tests that show what becomes of it. *Held* is what is
done as it is written. *Otherwise* is what is not followed on purpose, or where the wording contradicts itself or the real program; the
sentence beside it says so, and its test shows what happens instead. *Open* is what nobody serves yet. What the real programs do beyond
their documents is in the tests beside these.

\`npm run docs:specs\` writes this page from \`test/specs/\`. A test fails where the page is another one, where a title is not in its file,
and where a test whose title begins with the number and section of a spec is in no row.
`;

/** The page, ending with a line break. */
export function specsPage(specs: readonly Spec[]): string {
  return [introduction, ...specs.map(chapter), summary(specs)].join('\n');
}

/** Tests of the rows that are not in their files under their titles. */
export function missingTests(specs: readonly Spec[], read: ReadSource): NamedTest[] {
  return namedBy(specs).filter(({ file, title }) => !hasTitle(read(file) ?? '', title));
}

/** Tests whose titles begin as those of a spec, and that no row names. */
export function unnamedTests(specs: readonly Spec[], files: readonly string[], read: ReadSource): NamedTest[] {
  const named = new Set(namedBy(specs).map(keyOf));
  const found = files.flatMap(file => specTitlesIn(read(file) ?? '').map(title => ({ file, title })));
  return found.filter(test => !named.has(keyOf(test)));
}

function namedBy(specs: readonly Spec[]): NamedTest[] {
  return specs.flatMap(({ statements }) => statements.flatMap(({ tests }) => tests));
}

function keyOf({ file, title }: NamedTest): string {
  return `${file}\n${title}`;
}

function chapter({ number, name, statements }: Spec): string {
  const head = `## Spec ${number} (${name})\n\n| Section | Statement | State | Tests |\n|---|---|---|---|\n`;
  return `${head}${statements.map(row).join('')}`;
}

function row(statement: Statement): string {
  const state = statement.state === 'held' ? 'held' : `${statement.state}: ${statement.why}`;
  const tests = statement.tests.map(({ file, title }) => `[${inCode(title)}](../${file})`).join('<br>');
  return `| ${[statement.section, inCell(statement.statement), inCell(state), tests].join(' | ')} |\n`;
}

function summary(specs: readonly Spec[]): string {
  const counts = specs.map(({ number, name: title, statements }) => {
    const count = (wanted: Statement['state']) => statements.filter(({ state }) => state === wanted).length;
    const name = `Spec ${number} (${title})`;
    return { name, all: statements.length, held: count('held'), otherwise: count('otherwise'), open: count('open') };
  });
  const sum = (of: 'all' | 'held' | 'otherwise' | 'open') => counts.reduce((total, count) => total + count[of], 0);
  const whole = { name: 'All', all: sum('all'), held: sum('held'), otherwise: sum('otherwise'), open: sum('open') };
  const lines = [...counts, whole].map(
    ({ name, all, held, otherwise, open }) => `| ${name} | ${all} | ${held} | ${otherwise} | ${open} |\n`,
  );
  return `## In numbers\n\n| | Statements | Held | Otherwise | Open |\n|---|---|---|---|---|\n${lines.join('')}`;
}

/** A bar would end the cell, an asterisk begin emphasis; code in a cell keeps its backslash but for the bar's. */
function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('*', '\\*');
}

function inCode(title: string): string {
  const fence = title.includes('`') ? '``' : '`';
  return `${fence}${title.replaceAll('|', '\\|')}${fence}`;
}
