// How a sandbox is spoken of.
import { t } from './language.ts';
import { reasonWords } from './reason-words.ts';
import type { Server, ServerOptions } from '../../contract/schemas/servers.ts';

type Sandbox = ServerOptions['sandbox'];
export type Network = NonNullable<Sandbox>['network'];

export const networkChoices: readonly { readonly value: Network; readonly label: string }[] = [
  { value: 'none', label: t('None') },
  { value: 'hosts', label: t('Named hosts') },
  { value: 'all', label: t('All') },
];

/** In short, for a fact: `network: api.example.com only, 2 folders`. */
export function networkWords(sandbox: Sandbox): string {
  if (sandbox === null) return t('off');
  const { network, hosts, folders } = sandbox;
  return t('network: {net}, {count, plural, =0 {no folder of your home} one {# folder} other {# folders}}', {
    net: network === 'hosts' ? onlyHosts(hosts) : netWords[network],
    count: folders.length,
  });
}

const netWords = { none: t('none'), all: t('all') } as const;

function onlyHosts(hosts: readonly string[]): string {
  return hosts.length === 0 ? t('no host only') : t('{hosts} only', { hosts: hosts.join(', ') });
}

const host = /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i;

/** One sentence about the first entry that means nothing, or null. */
export function hostsTrouble(hosts: readonly string[]): string | null {
  const wrong = hosts.find(entry => !host.test(entry));
  if (wrong === undefined) return null;
  return t('“{wrong}” names no host; write one such as api.example.com, *.example.com or localhost:8080.', { wrong });
}

export function foldersTrouble(paths: readonly string[]): string | null {
  const wrong = paths.find(path => !/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path));
  if (wrong === undefined) return null;
  return t('“{wrong}” is not an absolute path; give the whole path of the folder.', { wrong });
}

/** Whether walls can be put around this server, and by what or why not. */
export function sandboxOf({ kind, sandbox }: Pick<Server, 'kind' | 'sandbox'>): {
  available: boolean;
  sentence: string;
} {
  if (kind === 'http' || kind === 'sse') {
    return { available: false, sentence: t('It runs elsewhere, and this machine cannot put walls around it.') };
  }
  return { available: sandbox.available, sentence: reasonWords(sandbox.reason) };
}
