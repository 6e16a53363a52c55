// What the hub says with everybody and everything in it by the name that the panel has for it elsewhere, in place of an id or a code.
import { hubOfClient } from '../../contract/fleet-client-id.ts';
import { midSentence, t } from './language.ts';
import { siteName } from './prompt-words.ts';
import { isScope, scopeWords } from './scope-words.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** Who is known by name. */
export type Names = Pick<Snapshot, 'agents' | 'browsers' | 'clients' | 'plugins' | 'servers'>;

/** Which facts are ids of what. What is not known under its id, such as a name, stays as it is. */
const kept: Readonly<Record<string, keyof Names>> = {
  agent: 'agents',
  agentId: 'agents',
  browser: 'browsers',
  client: 'clients',
  plugin: 'plugins',
  pluginId: 'plugins',
  server: 'servers',
  serverId: 'servers',
  subject: 'clients',
};

const sites = new Set(['page', 'place', 'site']);

export function named(reason: Reason, names: Names): Reason {
  return namedFact('', reason, names) as Reason;
}

function namedFact(name: string, fact: unknown, names: Names): unknown {
  if (Array.isArray(fact)) return fact.map(one => namedFact(name, one, names));
  if (typeof fact === 'string') return nameOf(name, fact, names);
  if (typeof fact !== 'object' || fact === null) return fact;
  const placeKind = 'placeKind' in fact ? fact.placeKind : null;
  const idOfPlace = placeKind === 'server' ? 'serverId' : placeKind === 'plugin' ? 'pluginId' : 'place';
  const factOf = (each: string) => (each === 'place' ? idOfPlace : each);
  return Object.fromEntries(Object.entries(fact).map(([each, value]) => [each, namedFact(factOf(each), value, names)]));
}

/** Of an agent of another hub that is known here no more; null for every other client. */
export function agentOfHub(clientId: string): string | null {
  const hub = hubOfClient(clientId);
  return hub === null ? null : t('an agent of {hub} that is gone', { hub });
}

function nameOf(fact: string, text: string, names: Names): string {
  const known = kept[fact];
  if (known !== undefined && Object.hasOwn(names[known], text)) return names[known][text]?.name ?? text;
  if (known === 'clients') return agentOfHub(text) ?? text;
  if (sites.has(fact)) return siteName(text);
  // An answer for a whole scope has it in place of a tool.
  return (fact === 'scope' || fact === 'tool') && isScope(text) ? midSentence(scopeWords(text).title) : text;
}
