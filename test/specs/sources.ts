// The repository as the page of the specs is made from it: the files of the tests, and the place of the page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../support/provided.ts';

export const pageFile = path.join(repositoryRoot, 'docs/specs.md');

/** Null where there is no such file beneath the repository. */
export function readSource(file: string): string | null {
  const whole = path.join(repositoryRoot, file);
  return existsSync(whole) ? readFileSync(whole, 'utf8') : null;
}

/** Every file of tests beneath the repository, with slashes. */
export function testFiles(): string[] {
  return readdirSync(path.join(repositoryRoot, 'test'), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.test\.tsx?$/.test(name))
    .map(name => `test/${name.split(path.sep).join('/')}`)
    .toSorted();
}
