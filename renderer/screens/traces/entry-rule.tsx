// What decided about an entry: the rule, the sentence, and the grant behind it.
import type { TraceEntry } from '../../../electron/contract/trace.ts';
import { goTo } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Facts, type Fact } from '../../parts/layout.tsx';
import { RuleLink } from '../../parts/rule-link.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { clientIdentity } from '../../store/identity.ts';
import { formatDuration, formatMoment, missing } from '../../words/format.ts';
import { resourceWords } from '../../words/prompt-words.ts';
import { scopeWords } from '../../words/scope-words.ts';
import { OutcomeCell } from './outcome-cell.tsx';

export function EntryRule({ entry }: { entry: TraceEntry }) {
  const { rule, code, reason, waitedMs, parent } = entry;
  const facts: readonly Fact[] = [
    ['Outcome', <OutcomeCell key="outcome" entry={entry} />],
    ['Decided by', rule === null ? missing : <RuleLink key="rule" rule={rule} />],
    ['Code', code ?? missing],
    ['Reason', reason === null ? missing : <Foreign key="reason" text={reason} />],
    ['Waited', waitedMs === 0 ? missing : formatDuration(waitedMs)],
  ];
  return (
    <>
      <section className="sec" aria-label="Rule">
        <Facts facts={facts} />
        {rule === null && parent !== null ? (
          <p className="mm mt-2 text-xs">Decided at the call that caused it.</p>
        ) : null}
      </section>
      <RuleGrant rule={rule} />
    </>
  );
}

function RuleGrant({ rule }: { rule: string | null }) {
  const snapshot = useSnapshot();
  const [, id = ''] = /^grant (\S+)$/.exec(rule ?? '') ?? [];
  if (id === '') return null;
  const grant = snapshot.grants[id];
  if (!grant) {
    return <p className="mm p-4 text-xs">The grant is gone since: it ran out, was used up, or you revoked it.</p>;
  }
  const { name } = clientIdentity(snapshot, grant.subject.id, grant.subject.id);
  const facts: readonly Fact[] = [
    ['Who', <Foreign key="who" text={name} />],
    ['May', grant.effect === 'allow' ? 'yes' : 'no'],
    ['What', scopeWords(grant.scope).title],
    ['Tools', grant.tools === null ? 'all of them' : <Foreign key="tools" text={grant.tools.join(', ')} />],
    ['Where', <Foreign key="where" text={resourceWords(snapshot, grant.resource)} />],
    ['Since', formatMoment(grant.createdAt)],
    ['Until', grant.expiresAt === null ? missing : formatMoment(grant.expiresAt)],
    ['Used', `${grant.uses} times`],
  ];
  return (
    <section className="sec" aria-label="Grant">
      <h3>Grant {id}</h3>
      <Facts facts={facts} />
      <div className="mt-3">
        <Button onClick={() => goTo('permissions')}>Open permissions</Button>
      </div>
    </section>
  );
}
