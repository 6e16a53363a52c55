// Whom a rule or a decision is about: a client with its mark, a web origin or a plugin by name.
import { AgentName } from '../../parts/agent-mark.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { clientIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { subjectName } from '../../words/rule-words.ts';
import type { Subject } from '../../../contract/schemas/permissions.ts';

export function SubjectCell({ subject }: { subject: Subject }) {
  const snapshot = useSnapshot();
  if (subject.kind !== 'client') return <Foreign text={subjectName(snapshot, subject)} className="ellipsis" />;
  return <AgentName who={{ ...clientIdentity(snapshot, subject.id, t('a client that is gone')), active: true }} />;
}
