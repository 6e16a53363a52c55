// How a sandbox is spoken of.
import type { Server, ServerOptions } from '../../electron/contract/servers.ts';

type Sandbox = ServerOptions['sandbox'];
export type Network = NonNullable<Sandbox>['network'];

export const networkChoices: readonly { readonly value: Network; readonly label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'hosts', label: 'Named hosts' },
  { value: 'all', label: 'All' },
];

/** In short, for a fact: `network: api.example.com only, 2 folders`. */
export function networkWords(sandbox: Sandbox): string {
  if (sandbox === null) return 'off';
  const { network, hosts, folders } = sandbox;
  const net = network === 'hosts' ? `${hosts.join(', ') || 'no host'} only` : network;
  const count = folders.length;
  return `network: ${net}${count === 0 ? ', no folder of your home' : `, ${count} ${count === 1 ? 'folder' : 'folders'}`}`;
}

const host = /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i;

/** One sentence about the first entry that means nothing, or null. */
export function hostsTrouble(hosts: readonly string[]): string | null {
  const wrong = hosts.find(entry => !host.test(entry));
  if (wrong === undefined) return null;
  return `“${wrong}” names no host; write one such as api.example.com, *.example.com or localhost:8080.`;
}

export function foldersTrouble(paths: readonly string[]): string | null {
  const wrong = paths.find(path => !/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path));
  if (wrong === undefined) return null;
  return `“${wrong}” is not an absolute path; give the whole path of the folder.`;
}

/** Whether walls can be put around this server, and by what or why not. */
export function sandboxOf({ kind, sandbox }: Pick<Server, 'kind' | 'sandbox'>): Server['sandbox'] {
  if (kind === 'http' || kind === 'sse') {
    return { available: false, sentence: 'It runs elsewhere, and this machine cannot put walls around it.' };
  }
  return sandbox;
}
