// What went wrong with the database file, as a value.
import { HubError } from '../../../contract/errors.ts';
import { hubError } from '../../../words/hub-error.ts';

/** Codes that are told as another one: SQLite's primary result codes and errno names. */
const aliases: Readonly<Record<string, string>> = {
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
  return hubError(
    'ERR_INTERNAL',
    { kind: 'database-failed', file, code: aliases[code] ?? code, cause },
    { file, cause },
  );
}

/** Extended codes such as SQLITE_IOERR_WRITE begin with their primary code. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return '';
  const primary = /^SQLITE_[A-Z]+/.exec(error.code);
  return primary ? primary[0] : error.code;
}
