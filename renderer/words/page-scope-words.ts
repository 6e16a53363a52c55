// The Web Agent API's scopes and flags, as the panel calls them.
import { pageFlags, pageScopeRisks, pageScopes } from '../../contract/web-agent.ts';
import { pageScopeWords as english } from '../../words/en/page-scopes.ts';
import { language, t } from './language.ts';
import type { AskedTool } from '../../contract/schemas/web-agent.ts';
import type { PageFlag, PageScope } from '../../contract/web-agent.ts';
import type { PageScopeText } from '../../words/page-scopes.ts';

export type Risk = 'low' | 'medium' | 'high';

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

const levels = ['low', 'medium', 'high'] as const;

export function riskiest(risks: readonly Risk[]): Risk {
  return levels[Math.max(0, ...risks.map(risk => levels.indexOf(risk)))] ?? 'low';
}

/** What reads is low; what may destroy something is high. */
export function askedToolRisk({ readOnly, destructive }: Pick<AskedTool, 'readOnly' | 'destructive'>): Risk {
  if (readOnly) return 'low';
  return destructive ? 'high' : 'medium';
}

/** To call tools is as risky as the riskiest that is ticked; nothing without one. */
export function askedScopeRisk(scope: PageScope, ticked: readonly AskedTool[] | null): Risk {
  return scope === 'mcp:tools.call' && ticked !== null ? riskiest(ticked.map(askedToolRisk)) : pageScopeRisks[scope];
}
