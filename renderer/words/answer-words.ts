// How an answer to a question is put: how much, how long, and what will be kept of it.
import { cutMiddle, visibleText } from '../../contract/visible-text.ts';
import { midSentence, t, tIn, tParts } from './language.ts';
import { askerName, lifetimeWords, resourceWords, siteName } from './prompt-words.ts';
import { scopeWords } from './scope-words.ts';
import { ours, type Part, toParts } from './sentence-words.ts';
import { tabName } from './tab-words.ts';
import { ownToolName } from './tool-words.ts';
import type { Breadth, Lifetime } from '../../contract/permissions.ts';
import type { Choice } from '../../contract/prompt-choice.ts';
import type { Prompt } from '../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** On the buttons: in no language may the letter that allows be the first of the word that denies. */
export const answerLetters = { allow: tIn('key', 'A'), deny: tIn('key', 'D') } as const;

/** The answers that each of the questions can be given, from the narrowest to the widest. */
export function commonBreadths(prompts: readonly Prompt[]): Breadth[] {
  return (prompts[0]?.breadths ?? []).filter(breadth => prompts.every(({ breadths }) => breadths.includes(breadth)));
}

const theirs = (text: string): Part => ({ text: cutMiddle(visibleText(text), 120), foreign: true });

/** `computer on this site`, `every reading tool of this server`. */
export function breadthParts(prompt: Prompt, breadth: Breadth): Part[] {
  const { resource, site } = prompt;
  const place =
    resource.kind === 'server' || resource.kind === 'plugin' ? resource.kind : site === null ? 'nowhere' : 'site';
  const scope = scopeWords(prompt.scope).title;
  switch (breadth) {
    case 'tool':
      return toParts(toolBreadth(place, theirs(toolName(prompt))));
    case 'reading':
      return [ours(readingBreadth[place])];
    case 'site':
      return [ours(siteBreadth(place, scope))];
    case 'scope':
      return [ours(scopeBreadth(place, scope))];
  }
}

/** What an answer can be narrowed to besides the tool. */
type Place = 'server' | 'plugin' | 'site' | 'nowhere';

function toolBreadth(place: Place, tool: Part): (Part | string)[] {
  if (place === 'server') return tParts('{tool} of this server', { tool });
  if (place === 'plugin') return tParts('{tool} of this plugin', { tool });
  return place === 'site' ? tParts('{tool} on this site', { tool }) : [tool];
}

const readingBreadth: Readonly<Record<Place, string>> = {
  server: t('every reading tool of this server'),
  plugin: t('every reading tool of this plugin'),
  site: t('every reading tool on this site'),
  nowhere: t('every reading tool, everywhere'),
};

function siteBreadth(place: Place, scope: string): string {
  if (place === 'server') return t('everything of “{scope}” of this server', { scope });
  if (place === 'plugin') return t('everything of “{scope}” of this plugin', { scope });
  return place === 'site'
    ? t('everything of “{scope}” on this site', { scope })
    : t('everything of “{scope}”', { scope });
}

function scopeBreadth(place: Place, scope: string): string {
  if (place === 'server') return t('everything of “{scope}” of this server', { scope });
  if (place === 'plugin') return t('everything of “{scope}” of this plugin', { scope });
  return t('everything of “{scope}”, everywhere', { scope });
}

/** The same for several questions at once. */
export const commonBreadthWords: Readonly<Record<Breadth, string>> = {
  tool: t('the tool of each question, where it asks'),
  reading: t('every reading tool, where each asks'),
  site: t('everything of each permission, on its site'),
  scope: t('everything of each permission'),
};

/** `10 minutes or tab close`. */
export function lifetimeLabel(lifetime: Lifetime, inTab: boolean): string {
  switch (lifetime) {
    case 'use':
      return t('this use');
    case 'once':
      return inTab ? t('10 minutes or tab close') : t('10 minutes');
    case 'agent':
      return t('until this agent exits');
    case 'lock':
      return t('until the screen locks');
    case 'always':
      return t('always');
  }
}

/** What is kept, in pieces to be joined by commas; none for "this use". */
export function keptParts(snapshot: Snapshot, prompt: Prompt, { breadth, lifetime }: Choice): Part[] {
  if (lifetime === 'use') return [];
  const name = theirs(askerName(snapshot, prompt));
  const how = lifetimeWords(lifetime, prompt.tab && tabName(snapshot, prompt.tab), t('this agent'));
  return [name, whatKept(prompt, breadth), theirs(whereKept(snapshot, prompt, breadth)), theirs(how)];
}

function whatKept(prompt: Prompt, breadth: Breadth): Part {
  if (breadth === 'tool') return theirs(toolName(prompt));
  if (breadth === 'reading') return ours(t('every reading tool'));
  return ours(midSentence(scopeWords(prompt.scope).title));
}

function whereKept(snapshot: Snapshot, { resource, site }: Prompt, breadth: Breadth): string {
  return breadth === 'scope' || site === null ? resourceWords(snapshot, resource) : siteName(site);
}

/** Without its server or plugin, which stands beside it. */
function toolName({ tool, resource }: Prompt): string {
  return ownToolName(tool, resource);
}
