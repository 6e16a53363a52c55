// Files that a set-up file names, and itself: read only where nobody else can write to them.
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { hubError } from '../../../words/hub-error.ts';
import { notSo } from './setup-fault.ts';

const maxBytes = 1_000_000;
const forAll = 0o002;
/** Only whose a file is may replace it there, as in /tmp. */
const sticky = 0o1000;

/** Without the line feed that an editor puts behind it. */
export async function secretIn(file: string, path: string, os: NodeJS.Platform): Promise<string> {
  const value = (await readText(besides(file, path), os)).replace(/\r?\n$/, '');
  if (value === '') throw hubError('ERR_INVALID_ARGUMENTS', notSo('empty', besides(file, path)));
  return value;
}

export function besides(file: string, path: string): string {
  return resolve(dirname(file), path);
}

/** Everybody must not be able to write to it: by it the hub runs something, or trusts somebody. */
export async function readText(path: string, os: NodeJS.Platform): Promise<string> {
  try {
    const found = await stat(path);
    // A pipe that nobody writes to would be waited for without a word.
    if (!found.isFile()) throw hubError('ERR_INVALID_ARGUMENTS', notSo('no-plain-file', path));
    if (found.size > maxBytes) throw hubError('ERR_INVALID_ARGUMENTS', notSo('large', path));
    if (os !== 'win32') {
      if ((found.mode & forAll) !== 0) throw hubError('ERR_INVALID_ARGUMENTS', notSo('open', path));
      for (const folder of new Set([dirname(path), dirname(await realpath(path))])) await expectOwnFolder(folder);
    }
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code.startsWith('ERR_')) throw error;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'setup-no-file', path, cause: code });
  }
}

/** Seen also where a link leads: either could be put in its place. */
async function expectOwnFolder(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & forAll) !== 0 && (mode & sticky) === 0)
    throw hubError('ERR_INVALID_ARGUMENTS', notSo('open-folder', folder));
}
