// The sentences around a permission prompt and a grant.
import type { Grant, Lifetime, Prompt, Resource } from '../../electron/contract/permissions.ts';
import type { Snapshot } from '../../electron/contract/snapshot.ts';
import { formatLeft } from './format.ts';
import { objectsOf } from './object-words.ts';
import { scopeWords } from './scope-words.ts';
import { cutMiddle, visibleText } from './visible-text.ts';

/** A piece of a sentence; one from outside is drawn isolated from the others. */
export interface Part {
  readonly text: string;
  readonly foreign: boolean;
}

const ours = (text: string): Part => ({ text, foreign: false });
/** Cut in the middle, so that the end of a host stays: that end says whose it is. */
const theirs = (text: string, max: number): Part => ({ text: cutMiddle(visibleText(text), max), foreign: true });

/** `Claude Code wants to open an address on app.example`, in pieces. What may destroy names its object. */
export function promptParts(snapshot: Snapshot, prompt: Prompt): Part[] {
  const object = prompt.destructive ? objectsOf(prompt.argumentsText)[0] : undefined;
  return [
    theirs(askerName(snapshot, prompt), 60),
    ours(` wants to ${scopeWords(prompt.scope).verb}`),
    ...onResource(snapshot, prompt),
    ...(object ? [ours(': '), theirs(object, 80)] : []),
  ];
}

export function promptSentence(snapshot: Snapshot, prompt: Prompt): string {
  return promptParts(snapshot, prompt)
    .map(({ text }) => text)
    .join('');
}

/** Whose the answer will be: the client, or the page that came with its credential. */
export function askerName(snapshot: Snapshot, { clientId, agentName, subject }: Prompt): string {
  if (subject.kind === 'origin') return siteName(subject.id);
  return snapshot.clients[clientId]?.name ?? agentName;
}

function onResource(snapshot: Snapshot, { resource, tab, site }: Prompt): Part[] {
  if (resource.kind === 'server')
    return [ours(' of '), theirs(snapshot.servers[resource.serverId]?.name ?? resource.serverId, 60)];
  const origin = resource.kind === 'site' ? resource.origin : site;
  if (origin !== null) return [ours(' on '), theirs(siteName(origin), 80)];
  const tabId = resource.kind === 'tab' ? resource.tabId : (tab?.tabId ?? null);
  return tabId === null ? [] : [ours(` in tab ${tabId}`)];
}

/** An origin without `https://`; any other scheme stays, because it deviates. */
export function siteName(origin: string): string {
  return origin.replace(/^https:\/\//, '');
}

/** Where a grant holds, in words for a table cell. */
export function resourceWords(snapshot: Snapshot, resource: Resource): string {
  switch (resource.kind) {
    case 'any':
      return 'everywhere';
    case 'site':
      return siteName(resource.origin);
    case 'tab':
      return `tab ${resource.tabId}`;
    case 'server':
      return snapshot.servers[resource.serverId]?.name ?? resource.serverId;
  }
}

/** How long an answer with this lifetime is kept. */
export function lifetimeWords(lifetime: Lifetime, tabId: number | null, agentName: string): string {
  switch (lifetime) {
    case 'use':
      return 'this use only';
    case 'once':
      return tabId === null ? '10 minutes' : `10 minutes or until tab ${tabId} closes`;
    case 'agent':
      return `until ${agentName} exits`;
    case 'lock':
      return 'until the screen locks';
    case 'always':
      return 'until you revoke it';
  }
}

/** What is left of a grant: `always`, `8 min left`, `until it exits`. */
export function grantLasts(grant: Grant, now: number): string {
  if (grant.expiresAt !== null) return `${formatLeft(grant.expiresAt - now)} left`;
  if (grant.lifetime === 'agent') return 'until it exits';
  if (grant.lifetime === 'lock') return 'until lock';
  return grant.lifetime === 'always' ? 'always' : 'this use';
}
