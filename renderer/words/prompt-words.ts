// The sentences around a permission prompt and a grant.
import { describedSentence } from './description-words.ts';
import { formatLeft } from './format.ts';
import { askerIdentity, browserName, tellsBrowsers } from './identity.ts';
import { t, tParts } from './language.ts';
import { objectsOf } from './object-words.ts';
import { scopeWords } from './scope-words.ts';
import { ours, type Part, theirs, toParts } from './sentence-words.ts';
import { tabName } from './tab-words.ts';
import type { Lifetime } from '../../contract/permissions.ts';
import type { Grant, Prompt, Resource } from '../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** `Claude Code wants to open an address on app.example`, in pieces. What may destroy names its object. */
export function promptParts(snapshot: Snapshot, prompt: Prompt): Part[] {
  const object = prompt.destructive ? objectsOf(prompt.argumentsText)[0] : undefined;
  return [...toParts(wanted(snapshot, prompt)), ...(object ? [ours(': '), theirs(object, 80)] : [])];
}

export function promptSentence(snapshot: Snapshot, prompt: Prompt): string {
  return promptParts(snapshot, prompt)
    .map(({ text }) => text)
    .join('');
}

/** Whose the answer will be: the client, or the page that came with its credential. A page is one agent, and a client may be several. */
export function askerName(snapshot: Snapshot, { clientId, agentName, subject }: Prompt): string {
  if (subject.kind === 'origin') return siteName(subject.id);
  return snapshot.clients[clientId]?.name ?? agentName;
}

/** Who asks, told from others of its name. */
function whoAsks(snapshot: Snapshot, prompt: Prompt): string {
  return prompt.subject.kind === 'origin' ? askerName(snapshot, prompt) : askerIdentity(snapshot, prompt).name;
}

function wanted(snapshot: Snapshot, prompt: Prompt): (Part | string)[] {
  const { resource, site, description } = prompt;
  const who = theirs(whoAsks(snapshot, prompt), 60);
  if (prompt.tool === 'update_plan') return tParts('{who} asks whether you agree to its plan', { who });
  const described = description && describedSentence(who, description, site === null ? null : siteName(site));
  if (described) return described;
  const verb = ours(scopeWords(prompt.scope).verb);
  if (resource.kind === 'server') {
    const server = theirs(snapshot.servers[resource.serverId]?.name ?? resource.serverId, 60);
    return tParts('{who} wants to {verb} of {server}', { who, verb, server });
  }
  if (resource.kind === 'plugin') {
    const plugin = theirs(snapshot.plugins[resource.pluginId]?.name ?? resource.pluginId, 60);
    return tParts('{who} wants to {verb} of the plugin {plugin}', { who, verb, plugin });
  }
  const origin = resource.kind === 'site' ? resource.origin : site;
  if (origin !== null)
    return tParts('{who} wants to {verb} on {site}', { who, verb, site: theirs(siteName(origin), 80) });
  const place = resource.kind === 'tab' ? resource : prompt.tab;
  if (place === null) return tParts('{who} wants to {verb}', { who, verb });
  const tab = theirs(tabName(snapshot, place), 60);
  if (!tellsBrowsers(snapshot)) return tParts('{who} wants to {verb} in tab {tab}', { who, verb, tab });
  const browser = theirs(browserName(snapshot, place.browserId), 60);
  return tParts('{who} wants to {verb} in tab {tab} of {browser}', { who, verb, tab, browser });
}

/** An origin without `https://`; any other scheme stays, because it deviates. */
export function siteName(origin: string): string {
  return origin.replace(/^https:\/\//, '');
}

/** Where a grant holds, in words for a table cell. */
export function resourceWords(snapshot: Snapshot, resource: Resource): string {
  switch (resource.kind) {
    case 'any':
      return t('everywhere');
    case 'site':
      return siteName(resource.origin);
    case 'tab':
      return tabWords(snapshot, resource);
    case 'server':
      return snapshot.servers[resource.serverId]?.name ?? resource.serverId;
    case 'plugin':
      return snapshot.plugins[resource.pluginId]?.name ?? resource.pluginId;
  }
}

/** A tab of a grant, with its browser where that could be another one. */
function tabWords(snapshot: Snapshot, at: { readonly browserId: string; readonly tabId: number }): string {
  const tab = tabName(snapshot, at);
  if (!tellsBrowsers(snapshot)) return t('tab {tab}', { tab });
  return t('tab {tab} of {browser}', { tab, browser: browserName(snapshot, at.browserId) });
}

/** How long an answer with this lifetime is kept. `tab` is the name of the tab that it ends with, null where it ends with none. */
export function lifetimeWords(lifetime: Lifetime, tab: string | null, agentName: string): string {
  switch (lifetime) {
    case 'use':
      return t('this use only');
    case 'once':
      return tab === null ? t('10 minutes') : t('10 minutes or until tab {tab} closes', { tab });
    case 'agent':
      return t('until {agentName} exits', { agentName });
    case 'lock':
      return t('until the screen locks');
    case 'always':
      return t('until you revoke it');
  }
}

/** What is left of a grant: `always`, `8 min left`, `until it exits`. */
export function grantLasts(grant: Grant, now: number): string {
  if (grant.expiresAt !== null) return t('{span} left', { span: formatLeft(grant.expiresAt - now) });
  if (grant.lifetime === 'agent') return t('until it exits');
  if (grant.lifetime === 'lock') return t('until lock');
  return grant.lifetime === 'always' ? t('always') : t('this use');
}

/** `1 call`, `3 calls`. */
export function callsWords(count: number): string {
  return t('{count, plural, =0 {no calls} one {# call} other {# calls}}', { count });
}
