// `pilothouse servers add`: a command, an address, a link from a web page or a file becomes servers that wait for approval.
import { isAddress, nameOfAddress } from '../../contract/server-address.ts';
import { readServerLink } from '../../contract/server-links.ts';
import { askHub } from '../core/ask-hub.ts';
import { UsageError } from './exit-codes.ts';
import { printAnswer } from './print-answer.ts';
import { readFileOrInput } from './read-input.ts';
import type { CliParams } from '../../contract/schemas/cli.ts';
import type { CliWords } from './words/cli-words.ts';

export interface AddOptions {
  readonly file?: string;
  readonly firstUse: boolean;
  readonly json: boolean;
}

interface Added extends AddOptions {
  readonly name: string | undefined;
  readonly command: readonly string[];
}

export async function addServers(home: string, added: Added, words: CliWords): Promise<void> {
  const { serverIds } = await askHub(home, 'servers:add', {
    ...(await questionOf(added, words)),
    ...(added.firstUse && { start: 'first-use' }),
  });
  printAnswer(added.json, { servers: serverIds }, () => serverIds.map(id => words.serverAdded(id)));
}

async function questionOf({ name, command, file }: Added, words: CliWords): Promise<CliParams<'servers:add'>> {
  if (file !== undefined && name === undefined) return { kind: 'json', text: await readTyped(file, words) };
  // A page's link carries all of it, or names what to search for.
  if (file === undefined && name !== undefined && command.length === 0 && readServerLink(name))
    return { kind: 'json', text: name };
  if (file === undefined && name !== undefined && command.length === 0 && isAddress(name))
    return remote(nameOfAddress(name), name);
  const [first = '', ...args] = command;
  if (file !== undefined || name === undefined || first === '') throw new UsageError(words.whichServer);
  if (args.length === 0 && isAddress(first)) return remote(name, first);
  // Words that the shell has taken apart already; one text is a whole command line, which the hub takes apart as in the panel.
  if (args.length === 0) return { kind: 'command', name, commandLine: first };
  return { kind: 'json', text: JSON.stringify({ mcpServers: { [name]: { command: first, args } } }) };
}

function remote(name: string, url: string): CliParams<'servers:add'> {
  return { kind: 'remote', name, url };
}

async function readTyped(file: string, words: CliWords): Promise<string> {
  try {
    return await readFileOrInput(file);
  } catch (error) {
    throw new UsageError(words.noFile(file, (error as NodeJS.ErrnoException).code ?? String(error)));
  }
}
