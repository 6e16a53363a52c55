// The shapes of an entry that many programs share.
import type { EntryTable, HttpEntry, StdioEntry } from '../agent-app.ts';

/** `{command, args}`, as Claude Desktop began it. */
export function commandEntry({ command, args }: StdioEntry): EntryTable {
  return { command, args };
}

/** The header of a token, or of what the program puts in its place, which `named` spells. */
export function bearer(token: HttpEntry['token'], named: (variable: string) => string): { Authorization: string } {
  return { Authorization: `Bearer ${token.kind === 'value' ? token.text : named(token.name)}` };
}

/** `${NAME}`, as shells have it. */
export function braced(variable: string): string {
  return `\${${variable}}`;
}

/** `${env:NAME}`, as VS Code has it. */
export function envBraced(variable: string): string {
  return `\${env:${variable}}`;
}
