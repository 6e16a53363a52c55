// The mark that every child carries in its environment, and how it is read from a process that is found later.
import { readFile } from 'node:fs/promises';
import { childNonceVariable } from '../../../../contract/names.ts';
import { run } from './process-table.ts';

const nonceForm = /^[0-9a-f]{32}$/;

/** The nonce of a process, or null when it has none or is not ours to read. Always null on Windows, which does not tell. */
export async function nonceOf(pid: number, os: NodeJS.Platform): Promise<string | null> {
  if (os === 'win32') return null;
  try {
    if (os === 'linux') return findNonce((await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0'));
    // `-E` shows the environment behind the command, and only of one's own processes.
    return findNonce((await run('/bin/ps', ['-E', '-ww', '-o', 'command=', '-p', String(pid)])).split(/\s+/));
  } catch {
    return null;
  }
}

function findNonce(variables: readonly string[]): string | null {
  const value = variables.findLast(variable => variable.startsWith(`${childNonceVariable}=`))?.split('=')[1];
  return value !== undefined && nonceForm.test(value) ? value : null;
}
