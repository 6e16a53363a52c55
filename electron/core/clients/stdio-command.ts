// The command line that a stdio client is given: absolute, so that it works whatever PATH a GUI program has.
import { quote } from '../permissions/suggested-command.ts';

export interface StdioCommand {
  readonly command: string;
  readonly args: string[];
  /** The same as one line to paste. */
  readonly line: string;
}

export function stdioCommand(launcher: string, clientId: string): StdioCommand {
  const args = ['mcp', '--client', clientId];
  return { command: launcher, args, line: [launcher, ...args].map(quote).join(' ') };
}
