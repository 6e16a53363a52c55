// Clients and servers of others, unmodified: where they lie, and that they are there.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../support/provided.ts';

const folder = path.join(repositoryRoot, 'test/interop/programs');
const larger = path.join(repositoryRoot, 'test/interop/larger');

/** What the tests install each time, where it is not there yet. */
export function installPrograms(): void {
  install(folder);
}

/** What takes too long for them. */
export function installLarger(): void {
  install(larger);
}

/** No script of a package runs. */
function install(cwd: string): void {
  if (existsSync(path.join(cwd, 'node_modules/.package-lock.json'))) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The folder of a package, of these programs or of the project itself. Throws for one that neither has. */
export function packageFolder(name: string): string {
  const found = [folder, larger, repositoryRoot]
    .map(root => path.join(root, 'node_modules', name))
    .find(each => existsSync(path.join(each, 'package.json')));
  if (!found) throw new Error(`The package ${name} is not installed: run "npm ci" in ${folder}.`);
  return found;
}

/** A program of a package: the first of its `bin`. */
export function programOf(name: string): string {
  const { bin } = manifestOf(name);
  const [first] = typeof bin === 'string' ? [bin] : Object.values(bin ?? {});
  if (first === undefined) throw new Error(`The package ${name} has no program.`);
  return path.join(packageFolder(name), first);
}

export function versionOf(name: string): string {
  return manifestOf(name).version;
}

function manifestOf(name: string): { version: string; bin?: string | Record<string, string> } {
  return JSON.parse(readFileSync(path.join(packageFolder(name), 'package.json'), 'utf8'));
}
