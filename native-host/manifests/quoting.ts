// Quotes one value for the inside of a launcher. Pure.
import { HubError } from '../../contract/errors.ts';
/** One word of a POSIX shell. Throws a sentence for a line break or NUL. */
export function quoteForSh(value: string): string {
  refuseLineBreaks(value);
  return `'${value.replaceAll("'", "'\\''")}'`;
}

/** The inside of a double-quoted word in a batch file with delayed expansion off. Throws a sentence for what cannot be quoted. */
export function escapeForCmd(value: string): string {
  refuseLineBreaks(value);
  if (value.includes('"')) {
    throw new HubError(
      'ERR_INVALID_ARGUMENTS',
      `The path ${value} contains a double quote; choose a path without one.`,
    );
  }
  return value.replaceAll('%', '%%');
}

function refuseLineBreaks(value: string): void {
  if (!['\n', '\r', '\0'].some(character => value.includes(character))) return;
  const shown = JSON.stringify(value);
  throw new HubError(
    'ERR_INVALID_ARGUMENTS',
    `The path ${shown} contains a line break; move it to a path without one.`,
  );
}
