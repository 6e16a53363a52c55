// The sentence that a grant made by hand will be kept as.
import { agentIdentity } from '../../../words/identity.ts';
import { midSentence, t } from '../../../words/language.ts';
import { lifetimeWords, resourceWords } from '../../../words/prompt-words.ts';
import { breadthWords, subjectName } from '../../../words/rule-words.ts';
import { scopeWords } from '../../../words/scope-words.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { GrantDraft } from '../explain/permission-ask.ts';

/** `Allow Claude Code, call server tools, every tool, everything, until you revoke it.` */
export function draftSentence(snapshot: Snapshot, draft: GrantDraft): string {
  const { effect, subject, scope, resource, lifetime, agentId } = draft;
  const tools = draft.breadth === 'tools' ? [...draft.tools] : null;
  const breadth = breadthWords({ tools, reading: draft.breadth === 'reading', resource });
  const agent = agentId === null ? t('its agent') : agentIdentity(snapshot, agentId, t('its agent')).name;
  const name = subject.id === '' ? t('nobody yet') : subjectName(snapshot, subject);
  const parts = [
    effect === 'allow' ? t('Allow {name}', { name }) : t('Deny {name}', { name }),
    midSentence(scopeWords(scope).title),
    breadth === '' ? t('no tool yet') : breadth,
    resourceWords(snapshot, resource),
    lifetimeWords(lifetime, null, agent),
  ];
  return `${parts.join(', ')}.`;
}
