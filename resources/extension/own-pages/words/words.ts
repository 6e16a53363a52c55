// The words of the companion's own pages, by what they stand for; the browser's language chooses between English and German.

import { pageScopeWords as germanScopes } from '../../../../words/de/page-scopes.ts';
import { pageScopeWords as englishScopes } from '../../../../words/en/page-scopes.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import type { PageScope } from '../../../../contract/web-agent.ts';
import type { PageScopeText } from '../../../../words/page-scopes.ts';
import type { Words } from './table.ts';

const isGerman = chrome.i18n.getMessage('language') === 'de';
export const locale = isGerman ? 'de' : 'en';
export const words: Words = isGerman ? german : english;

export function scopeText(scope: PageScope): PageScopeText {
  return (isGerman ? germanScopes : englishScopes)[scope];
}

/** As it stands within a line: `read this page`. Nouns of German keep their capital, and each of these titles begins with one. */
export function scopeWithin(scope: PageScope): string {
  const { title } = scopeText(scope);
  return isGerman ? title : title.slice(0, 1).toLowerCase() + title.slice(1);
}

/** `1:53`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function clock(at: number): string {
  return new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}

export function minute(at: number): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}

/** `4 s`, `8 min`, `2 h`. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}

/** `4.2 kB`. */
export function size(bytes: number): string {
  const short = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value);
  return bytes < 1_000 ? `${bytes} B` : `${short(bytes / 1_000)} kB`;
}
