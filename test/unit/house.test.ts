// Rules of the house that no linter here knows.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../support/provided.ts';

test('Constants are written like every other name.', () => {
  const shouted = /^\s*(?:export )?const ([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{2,}) ?[=:]/gm;
  const found = sources().flatMap(file =>
    [...readFileSync(join(repositoryRoot, file), 'utf8').matchAll(shouted)].map(([, name]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

function sources(): string[] {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: repositoryRoot, encoding: 'utf8' });
  return listed.split('\n').filter(file => file !== '' && existsSync(join(repositoryRoot, file)));
}
