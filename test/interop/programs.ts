// Clients and servers of others, unmodified: where they lie, and that they are there.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { electronCacheDir } from '../../electron/launch/find-electron.mjs';
import { repositoryRoot } from '../support/provided.ts';
import { dropUnused, noteUse, putInPlace } from './kept-folders.ts';

const programs = path.join(repositoryRoot, 'test/interop/programs');
const larger = path.join(repositoryRoot, 'test/interop/larger');

/** What the tests install, where it is not there yet. */
export function installPrograms(): void {
  install(programs);
}

/** What takes too long for them. */
export function installLarger(): void {
  install(larger);
}

/**
 * Into a cache beside Electron's, so that another clone need not install it once more; another folder for each list of versions. All or
 * nothing: it lies there once everything does. Folders of other versions go when nobody has used them for a month. No script of a package runs.
 */
function install(pinned: string): void {
  const folder = installedFolder(pinned);
  if (existsSync(folder)) return noteUse(folder, Date.now());
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(pinned, file), path.join(unfinished, file));
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    execFileSync('npm', args, { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] });
    putInPlace(unfinished, folder);
    dropUnused(folder, Date.now());
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function installedFolder(pinned: string): string {
  const lock = readFileSync(path.join(pinned, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  return path.join(path.dirname(electronCacheDir(process.env)), `interop-${path.basename(pinned)}-${version}`);
}

/** The folder of a package, of these programs or of the project itself. Throws for one that neither has. */
export function packageFolder(name: string): string {
  const found = [installedFolder(programs), installedFolder(larger), repositoryRoot]
    .map(root => path.join(root, 'node_modules', name))
    .find(each => existsSync(path.join(each, 'package.json')));
  if (!found) throw new Error(`The package ${name} is not installed: run "npm run interop".`);
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
