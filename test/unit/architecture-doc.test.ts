// The page on the architecture names files that are there, and its ways stay as short as it says.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../support/provided.ts';

const page = readFileSync(join(repositoryRoot, 'docs/architecture.md'), 'utf8');

/** The files of the numbered list below a heading. */
function wayBelow(heading: string): string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [list = ''] = section.split('\n## ');
  return [...list.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
}

test.each([
  ["The path of a browser's frame", 8],
  ["The path of an agent's call", 12],
  ['The path of a trace entry', 10],
  ['The start of a server', 6],
  ['The path of a change to the panel', 6],
  ['The path of a change of the rules', 6],
  ["The path of a change to an agent's configuration", 7],
  ['The path of a request of a web page', 8],
  ['An answer of the chat', 9],
])('%s is a list of at most %i files, which are there.', (heading, most) => {
  const files = wayBelow(heading);
  expect(files.length).toBeGreaterThan(3);
  expect(files.length).toBeLessThanOrEqual(most);
  expect(files.filter(file => !existsSync(join(repositoryRoot, file)))).toEqual([]);
});

test('Each folder of the hub stands in its layer on the page, as the walls have it.', () => {
  const layers = readFileSync(join(repositoryRoot, '.dependency-cruiser.cjs'), 'utf8');
  for (const [, name = '', folders = ''] of layers.matchAll(/name: '([a-z ]+)',\s+folders: \[([^\]]+)\]/g)) {
    const line = page.split('\n').find(text => text.trim().startsWith(`${name} `));
    for (const [, folder = ''] of folders.matchAll(/'([^']+)'/g)) expect(line).toContain(`${folder}/`);
  }
});
