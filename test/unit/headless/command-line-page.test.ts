// docs/command-line.md against the tree of commands: each command with its arguments and options, and each exit code. The part between
// the two marks is made of the tree; PILOTHOUSE_DOCS=docs writes it anew.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildCommandTree } from '../../../electron/headless/command-tree.ts';
import { exitCodes } from '../../../electron/headless/exit-codes.ts';
import { treeFacts } from '../../../electron/headless/tree-facts.ts';
import { repositoryRoot } from '../../support/provided.ts';
import type { CommandFacts } from '../../../electron/headless/tree-facts.ts';

const file = path.join(repositoryRoot, 'docs/command-line.md');
const [from, to] = ['<!-- from here on made of the tree of commands -->', '<!-- to here -->'];

const facts = treeFacts((await buildCommandTree(['completion'])).program);
/** A bar would end a cell. */
const cell = (text: string) => text.replaceAll('|', '\\|');

function sectionOf({ path: name, description, args, options, inner }: CommandFacts): string {
  const usage = ['pilothouse', name, ...args.map(({ term }) => term)].filter(Boolean).join(' ');
  const own = options.filter(({ long }) => long !== '--help');
  const rows = [
    ...args.map(({ term, description: what }) => [term, what]),
    ...own.map(({ flags, description: what }) => [flags, what]),
  ].map(([term = '', what = '']) => `| \`${cell(term)}\` | ${cell(what)} |`);
  const table = rows.length === 0 ? [] : ['', '| | |', '|---|---|', ...rows];
  const below =
    inner.length === 0 || name === '' ? [] : ['', `Its commands: ${inner.map(one => `\`${one.name}\``).join(', ')}.`];
  return [
    `### \`${usage}\``,
    '',
    `${description.charAt(0).toUpperCase()}${description.slice(1).replace(/\.$/, '')}.`,
    ...table,
    ...below,
  ].join('\n');
}

test('The page has every command with its arguments and options.', () => {
  const page = fs.readFileSync(file, 'utf8');
  const made = `${from}\n\n${facts.map(sectionOf).join('\n\n')}\n\n${to}`;
  const [before = '', rest = ''] = page.split(from);
  const whole = `${before}${made}${rest.split(to)[1] ?? ''}`;
  if (process.env['PILOTHOUSE_DOCS'] === 'docs') fs.writeFileSync(file, whole);
  else expect(page).toBe(whole);
});

test('The page has every exit code, and no other.', () => {
  const page = fs.readFileSync(file, 'utf8');
  const rows = [...page.matchAll(/^\| (\d+) \| `(\w+)`/gm)].map(([, code, name]) => [name, Number(code)]);
  expect(Object.fromEntries(rows)).toEqual(exitCodes);
});

test('The README names each command.', () => {
  const readme = fs.readFileSync(path.join(repositoryRoot, 'README.md'), 'utf8');
  const [, table = ''] = readme.split('## Command line');
  const [mentioned = ''] = table.split('## Security');
  for (const { path: name } of facts)
    if (name !== '' && !name.includes(' ')) expect(mentioned).toContain(`pilothouse ${name}`);
});
