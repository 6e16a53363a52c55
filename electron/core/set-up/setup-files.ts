// Files that a set-up file names, and itself: read only where nobody else can write to them.
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { hubError } from '../../../words/hub-error.ts';
import { notSo } from './setup-fault.ts';

const maxBytes = 1_000_000;

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
    const { size, mode } = await stat(path);
    if (size > maxBytes) throw hubError('ERR_INVALID_ARGUMENTS', notSo('large', path));
    if (os !== 'win32' && (mode & 0o002) !== 0) throw hubError('ERR_INVALID_ARGUMENTS', notSo('open', path));
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code.startsWith('ERR_')) throw error;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'setup-no-file', path, cause: code });
  }
}
