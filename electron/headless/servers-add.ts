// `pilothouse servers add`: a command, an address or a file becomes servers that wait for approval.
import { askHub } from '../core/ask-hub.ts';
import { UsageError } from './exit-codes.ts';
import { printAnswer } from './print-answer.ts';
import { readFileOrInput } from './read-input.ts';
import type { CliParams } from '../../contract/schemas/cli.ts';
import type { CliWords } from './words/cli-words.ts';

export interface AddOptions {
  readonly file?: string;
  readonly json: boolean;
}

interface Added extends AddOptions {
  readonly name: string | undefined;
  readonly command: readonly string[];
}

export async function addServers(home: string, added: Added, words: CliWords): Promise<void> {
  const { serverIds } = await askHub(home, 'servers:add', await questionOf(added, words));
  printAnswer(added.json, { servers: serverIds }, () => serverIds.map(id => words.serverAdded(id)));
}

async function questionOf({ name, command, file }: Added, words: CliWords): Promise<CliParams<'servers:add'>> {
  if (file !== undefined && name === undefined) return { kind: 'json', text: await readFileOrInput(file) };
  const [first = '', ...args] = command;
  if (file !== undefined || name === undefined || first === '') throw new UsageError(words.whichServer);
  const isAddress = args.length === 0 && /^https?:\/\//i.test(first);
  // Words that the shell has taken apart already; one text is a whole command line, which the hub takes apart as in the panel.
  if (args.length === 0 && !isAddress) return { kind: 'command', name, commandLine: first };
  const config = isAddress ? { url: first } : { command: first, args };
  return { kind: 'json', text: JSON.stringify({ mcpServers: { [name]: config } }) };
}
