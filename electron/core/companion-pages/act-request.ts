// Which request of the panel an act in the companion's own pages is, and whether it may be made there. Pure: this is all of their authority.

import { pageOriginAt } from '../../../contract/sites.ts';
import { hubError } from '../../../words/hub-error.ts';
import { isGrantAt, isPromptOf, type Shown, tabOf, type ViewAt } from './view.ts';
import type { CompanionAct } from '../../../contract/schemas/companion-pages.ts';
import type { PanelRequestName } from '../../../contract/schemas/panel-requests.ts';

export interface ActRequest {
  readonly name: PanelRequestName;
  readonly params: object;
}

/** Those that are no conversation's. */
export type PageAct = Exclude<CompanionAct, { kind: `chat-${string}` }>;

/**
 * The browser is that of the connection, and never one that is named. Throws ERR_PERMISSION_DENIED for what is not about a tab, a site or a
 * question that the view shows, and ERR_INVALID_ARGUMENTS where that is another one by now than the user saw.
 */
export function actRequest(act: PageAct, at: ViewAt, state: Shown): ActRequest {
  switch (act.kind) {
    case 'answer-site':
      return answerSite(act, at, state);
    case 'answer-prompt':
      return answerPrompt(act, at, state);
    case 'take-over':
      return { name: 'tabs:take-over', params: tabParams(at, state) };
    case 'give-back':
      return { name: 'tabs:give', params: tabParams(at, state) };
    case 'set-flag':
      return { name: 'sites:set', params: { origin: shownOrigin(act, at, state), flags: { [act.flag]: act.on } } };
    case 'block':
      return { name: 'sites:set', params: { origin: shownOrigin(act, at, state), blocked: act.on } };
    case 'revoke':
      return revoke(act, at, state);
  }
}

type ActOf<K extends PageAct['kind']> = Extract<PageAct, { kind: K }>;

function answerSite({ answer }: ActOf<'answer-site'>, { browserId, tabId }: ViewAt, state: Shown): ActRequest {
  const question = state.get('siteQuestions', answer.id);
  // One that has ended is refused as in the panel.
  const isHere = question?.tab.browserId === browserId && (tabId === null || question.tab.tabId === tabId);
  if (question && !isHere) throw elsewhere('question');
  return { name: 'sites:answer', params: answer };
}

function answerPrompt({ kind: _, call, ...answer }: ActOf<'answer-prompt'>, at: ViewAt, state: Shown): ActRequest {
  const prompt = state.get('prompts', answer.promptId);
  if (!prompt) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'prompt-ended', prompt: answer.promptId });
  if (!isPromptOf(prompt, at)) throw elsewhere('question');
  // Ids begin anew with each run of the hub, and the digest of a call does not.
  if (prompt.call !== call) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'prompt-ended', prompt: answer.promptId });
  return { name: 'prompts:answer', params: answer };
}

function revoke({ origin, grantId }: ActOf<'revoke'>, at: ViewAt, state: Shown): ActRequest {
  shownOrigin({ origin }, at, state);
  const grant = state.get('grants', grantId);
  if (grant && !isGrantAt(grant, origin, at)) throw elsewhere('grant');
  return { name: 'grants:revoke', params: { grantId } };
}

function tabParams(at: ViewAt, state: Shown): { browserId: string; tabId: number } {
  const tab = tabOf(state, at);
  if (!tab) throw elsewhere('tab');
  return { browserId: tab.browserId, tabId: tab.tabId };
}

/** The tab may have gone on since the user looked. */
function shownOrigin({ origin }: { readonly origin: string }, at: ViewAt, state: Shown): string {
  const tab = tabOf(state, at);
  if (tab && pageOriginAt(tab.url) === origin) return origin;
  throw elsewhere('site');
}

function elsewhere(what: 'question' | 'grant' | 'tab' | 'site') {
  return hubError('ERR_PERMISSION_DENIED', { kind: 'not-in-this-view', what });
}
