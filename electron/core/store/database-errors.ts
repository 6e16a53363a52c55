// What went wrong with the database file, as one sentence with a remedy.
import { HubError } from '../../../contract/errors.ts';

/** Keyed by SQLite's primary result code or by errno name. */
const sentences: Record<string, (file: string) => string> = {
  SQLITE_BUSY: file => `${file} is locked by another program; close it or move the file away, then start again.`,
  SQLITE_CORRUPT: file => `${file} is damaged; move it away to start fresh, or restore a copy.`,
  SQLITE_FULL: file => `The disk that holds ${file} is full; free some space, then try again.`,
  SQLITE_READONLY: file => `${file} cannot be written; make the file and its folder writable, then start again.`,
  SQLITE_IOERR: file =>
    `The disk reported an error while ${file} was used; check the disk and its free space, then start again.`,
  SQLITE_CANTOPEN: file => `${file} cannot be opened; make sure that its folder exists and is yours, then start again.`,
  ENOENT: file => `The folder of ${file} does not exist; create it, then start again.`,
  ENOTDIR: file => `A part of the path ${file} is a file and not a folder; move that file away, then start again.`,
  EISDIR: file => `${file} is a folder and not a file; move it away, then start again.`,
  EACCES: file =>
    `${file} may not be read and written by this account; make the file and its folder yours (modes 0600 and 0700), then start again.`,
  EROFS: file =>
    `${file} lies on a read-only file system; make it writable or choose another data home with PILOTHOUSE_HOME, then start again.`,
};

const aliases: Record<string, string> = {
  SQLITE_LOCKED: 'SQLITE_BUSY',
  SQLITE_NOTADB: 'SQLITE_CORRUPT',
  SQLITE_PERM: 'EACCES',
  EPERM: 'EACCES',
  ENOSPC: 'SQLITE_FULL',
  EDQUOT: 'SQLITE_FULL',
};

/** Turns whatever libsql or the file system threw into HubError('ERR_INTERNAL'); a HubError stays as it is. */
export function describeDatabaseError(file: string, error: unknown): HubError {
  if (error instanceof HubError) return error;
  const cause = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  const sentence = sentences[aliases[code] ?? code];
  return new HubError(
    'ERR_INTERNAL',
    sentence?.(file) ?? `${file} could not be used (${cause}); start again, or move it away to start fresh.`,
    { file, cause },
  );
}

/** Extended codes such as SQLITE_IOERR_WRITE begin with their primary code. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return '';
  const primary = /^SQLITE_[A-Z]+/.exec(error.code);
  return primary ? primary[0] : error.code;
}
