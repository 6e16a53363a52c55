// The sentences around a permission prompt and a grant.
import type { Grant, Lifetime, Prompt, Resource } from '../../electron/contract/permissions.ts';
import type { Snapshot } from '../../electron/contract/snapshot.ts';
import { formatLeft } from './format.ts';
import { scopeWords } from './scope-words.ts';

/** `Claude Code wants to open an address on app.example`. */
export function promptSentence(snapshot: Snapshot, prompt: Prompt): string {
  const name = snapshot.clients[prompt.clientId]?.name ?? prompt.agentName;
  return `${name} wants to ${scopeWords(prompt.scope).verb} ${onResource(snapshot, prompt)}`.trimEnd();
}

function onResource(snapshot: Snapshot, { resource, tab }: Prompt): string {
  switch (resource.kind) {
    case 'any':
      return tab === null ? '' : `in tab ${tab.tabId}`;
    case 'site':
      return `on ${siteName(resource.origin)}`;
    case 'tab':
      return `in tab ${resource.tabId}`;
    case 'server':
      return `of ${snapshot.servers[resource.serverId]?.name ?? resource.serverId}`;
  }
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
