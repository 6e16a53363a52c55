// The sentence that a grant made by hand will be kept as.
import type { Snapshot } from '../../electron/contract/snapshot.ts';
import type { GrantDraft } from '../store/permission-ask.ts';
import { lifetimeWords, resourceWords } from './prompt-words.ts';
import { breadthWords, subjectName } from './rule-words.ts';
import { scopeWords } from './scope-words.ts';

/** `Allow Claude Code, call server tools, every tool, everything, until you revoke it.` */
export function draftSentence(snapshot: Snapshot, draft: GrantDraft): string {
  const { effect, subject, scope, resource, lifetime, agentId } = draft;
  const tools = draft.breadth === 'tools' ? [...draft.tools] : null;
  const breadth = breadthWords({ tools, reading: draft.breadth === 'reading', resource });
  const agent = agentId === null ? 'its agent' : (snapshot.agents[agentId]?.name ?? 'its agent');
  const parts = [
    `${effect === 'allow' ? 'Allow' : 'Deny'} ${subject.id === '' ? 'nobody yet' : subjectName(snapshot, subject)}`,
    scopeWords(scope).title.toLowerCase(),
    breadth === '' ? 'no tool yet' : breadth,
    resourceWords(snapshot, resource),
    lifetimeWords(lifetime, null, agent),
  ];
  return `${parts.join(', ')}.`;
}
