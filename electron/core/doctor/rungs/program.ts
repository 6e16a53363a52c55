// Whether a program could be started: it is there, may be run, and what its first line asks for is there too.
import { open, stat } from 'node:fs/promises';
import { codeOf } from '../../../../native-host/manifests/files.ts';

export type ProgramState =
  | { readonly kind: 'fine' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'not-executable'; readonly octal: string }
  | { readonly kind: 'no-interpreter'; readonly interpreter: string }
  /** It may not be looked at. */
  | { readonly kind: 'unknown'; readonly code: string };

const firstLineBytes = 256;

export async function programState(path: string, os: NodeJS.Platform): Promise<ProgramState> {
  const found = await stat(path).catch((error: unknown) => codeOf(error));
  if (typeof found === 'string')
    return found === 'ENOENT' || found === 'ENOTDIR' ? { kind: 'gone' } : { kind: 'unknown', code: found };
  if (os === 'win32') return { kind: 'fine' };
  // Whoever is root may do more than the browser's own account, so the bits count and not what this process may do.
  if (!found.isFile() || (found.mode & 0o111) === 0)
    return { kind: 'not-executable', octal: (found.mode & 0o777).toString(8).padStart(4, '0') };
  const interpreter = await interpreterOf(path);
  if (interpreter === null || (await isThere(interpreter))) return { kind: 'fine' };
  return { kind: 'no-interpreter', interpreter };
}

/** What stands behind `#!`; null for a program of another kind. */
async function interpreterOf(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstLineBytes), 0, firstLineBytes, 0);
    const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n');
    return /^#!\s*(\S+)/.exec(line)?.[1] ?? null;
  } finally {
    await file.close();
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
