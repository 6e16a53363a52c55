// The inputs of `servers:add`, a command line, an address and a text that lists servers, read into names and configs.
import { checkedConfig, refused } from '../import/read-entry.ts';
import { readServersText } from '../import/read-text.ts';
import { addressInCommand, readRemoteServer } from './address-server.ts';
import { splitCommandLine } from './command-line.ts';
import type { PanelParsedParams } from '../../../../contract/schemas/panel-requests.ts';
import type { ReadServer } from '../import/read-server.ts';
import type { NewServer } from '../lifecycle/server-row.ts';

type Typed = Exclude<PanelParsedParams<'servers:add'>, { kind: 'json' }>;

const maxEntries = 100;

/** Reads what the panel gives. `home` is the user's, where it is known. Throws HubError ERR_INVALID_ARGUMENTS with one sentence. */
export function readAdded(input: PanelParsedParams<'servers:add'>, windows: boolean, home: string | null): NewServer[] {
  return input.kind === 'json' ? readPasted(input.text, home, windows) : [readTyped(input, windows)];
}

/** The same of what is typed into a form. */
export function readTyped(input: Typed, windows: boolean): NewServer {
  return input.kind === 'remote' ? readRemoteServer(input) : readCommandServer(input.name, input.commandLine, windows);
}

/** Reads a typed command line; an address is taken for a remote server. Throws HubError ERR_INVALID_ARGUMENTS with one sentence. */
export function readCommandServer(name: string, commandLine: string, windows = false): NewServer {
  // Before it is cut into words: an address may hold signs of a shell.
  const address = addressInCommand(name, commandLine, []);
  if (address) return { name, config: address };
  const [command = '', ...args] = splitCommandLine(commandLine, windows);
  const config = addressInCommand(name, command, args);
  return { name, config: config ?? checkedConfig(name, { kind: 'stdio', command, args, env: {} }) };
}

/** Every server of a text in any form that an import reads. Throws HubError ERR_INVALID_ARGUMENTS for the first that cannot be used. */
export function readPasted(text: string, home: string | null, windows = false): NewServer[] {
  return newServers(readServersText(text, home, windows));
}

/** What was read, to be added. Throws HubError for the first that cannot be used. */
export function newServers(servers: readonly ReadServer[]): NewServer[] {
  if (servers.length > maxEntries) throw refused({ kind: 'too-many-in-text', count: servers.length, most: maxEntries });
  return servers.map(server => {
    const added = newServer(server);
    if (added === null) throw refused(server.problem ?? { kind: 'no-server-text' });
    return added;
  });
}

/** Null for one that cannot be used. */
export function newServer(server: ReadServer): NewServer | null {
  const { name, config, problem, inputs, times, secret, code, account, start } = server;
  if (problem !== null || config === null) return null;
  return {
    name,
    config,
    ...(inputs && { inputs }),
    ...(times && { times }),
    ...(secret && { secret }),
    ...(code && { code }),
    ...(account && { account }),
    ...(start && { start }),
  };
}

/** Makes an id `[a-z0-9-]`, 1 to 31 long, out of a name, different from all of `taken`. */
export function serverIdOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const base = plain.replace(/^-+/, '').slice(0, 31).replace(/-+$/, '') || 'server';
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) {
    const tail = `-${number}`;
    const id = base.slice(0, 31 - tail.length).replace(/-+$/, '') + tail;
    if (!taken.has(id)) return id;
  }
}
