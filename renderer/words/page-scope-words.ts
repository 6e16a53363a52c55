// The Web Agent API's scopes and flags, as the panel calls them.
import { pageFlags, pageScopes } from '../../contract/web-agent.ts';
import { pageScopeWords as english } from '../../words/en/page-scopes.ts';
import { language, t } from './language.ts';
import type { PageFlag, PageScope } from '../../contract/web-agent.ts';
import type { PageScopeText } from '../../words/page-scopes.ts';

const words = language === 'de' ? (await import('../../words/de/page-scopes.ts')).pageScopeWords : english;

export function pageScopeText(scope: PageScope): PageScopeText {
  return words[scope];
}

export function isPageScope(text: string): text is PageScope {
  return pageScopes.some(scope => scope === text);
}

export const pageFlagNames = Object.keys(pageFlags) as PageFlag[];

export const pageFlagWords: Readonly<Record<PageFlag, string>> = {
  textGeneration: t('Generate text'),
  toolAccess: t('See and call tools'),
  toolCalling: t('Let a model call tools'),
  browserInteraction: t('Act on its own page'),
  browserControl: t('Open and control tabs'),
  multiAgent: t('Agents among pages'),
};
