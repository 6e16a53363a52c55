// A batch file and its arguments as a command line for cmd.exe that means exactly them. Windows has no argument lists: what a quote
// does not hold back, cmd.exe runs ("BatBadBut", CVE-2024-24576, whose remedy in Rust's standard library this follows). Pure.
import { hubError } from '../../../../words/hub-error.ts';

/** What cmd.exe is given, each as it stands: extensions on, `!` off, no autorun, and the quotes around it all taken away. */
export const batchFlags = ['/e:ON', '/v:OFF', '/d', '/s', '/c'] as const;

/** What follows `batchFlags`. Throws an Error with a sentence for what no quoting can carry. */
export function batchCommandLine(script: string, args: readonly string[]): string {
  if (/["\0\r\n%]/.test(script) || script.endsWith('\\')) {
    throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'batch-file-name', path: script });
  }
  return `"${[`"${script}"`, ...args.map(quoted)].join(' ')}"`;
}

function quoted(arg: string): string {
  if (/[\0\r\n]/.test(arg)) {
    throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'batch-line-break', argument: arg });
  }
  // A quote is doubled, so that cmd.exe and the program behind it agree on where the text ends; backslashes before one double too.
  const text = arg.replace(
    /(\\*)("|$)/g,
    (_match, slashes: string, quote: string) => `${slashes}${slashes}${quote}${quote}`,
  );
  // Quotes do not stop the expansion of %NAME%: an empty part of %cd% behind each sign leaves the sign and ends the name.
  return `"${text.replaceAll('%', '%%cd:~,%')}"`;
}
