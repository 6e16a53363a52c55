// Quotes one value for the inside of a launcher. Pure.
import { hubError } from '../../words/hub-error.ts';

/** One word of a POSIX shell. Throws a sentence for a line break or NUL. */
export function quoteForSh(value: string): string {
  refuseLineBreaks(value);
  return `'${value.replaceAll("'", "'\\''")}'`;
}

/** The inside of a double-quoted word in a batch file with delayed expansion off. Throws a sentence for what cannot be quoted. */
export function escapeForCmd(value: string): string {
  refuseLineBreaks(value);
  if (value.includes('"')) {
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'path-double-quote', path: value });
  }
  return value.replaceAll('%', '%%');
}

function refuseLineBreaks(value: string): void {
  if (!['\n', '\r', '\0'].some(character => value.includes(character))) return;
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'path-line-break', path: JSON.stringify(value) });
}
