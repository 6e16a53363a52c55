// What decided about an entry: the rule, the sentence, and the grant behind it.
import { readRule } from '../../../../contract/call-rules.ts';
import { goTo } from '../../../frame/route.ts';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { type Fact, Facts } from '../../../parts/layout.tsx';
import { OutcomeCell } from '../../../parts/outcome-cell.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { ReasonParts } from '../../../parts/reason-text.tsx';
import { RuleLink } from '../../../parts/rule-link.tsx';
import { endParts } from '../../../words/end-words.ts';
import { formatDuration, formatMoment, missing } from '../../../words/format.ts';
import { clientIdentity } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { resourceWords } from '../../../words/prompt-words.ts';
import { scopeWords } from '../../../words/scope-words.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';

export function EntryRule({ entry }: { entry: TraceEntry }) {
  const { rule, code, waitedMs, parent } = entry;
  const reason = endParts(entry, useSnapshot());
  const facts: readonly Fact[] = [
    [t('Outcome'), <OutcomeCell key="outcome" entry={entry} />],
    [t('Decided by'), rule === null ? missing : <RuleLink key="rule" rule={rule} />],
    [t('Code'), code ?? missing],
    [t('Reason'), reason.length === 0 ? missing : <ReasonParts key="reason" parts={reason} lines />],
    [t('Waited'), waitedMs === 0 ? missing : formatDuration(waitedMs)],
  ];
  return (
    <>
      <section className="section" aria-label={t('Rule')}>
        <Facts facts={facts} />
        {rule === null && parent !== null ? (
          <p className="subtle mt-2 text-xs">{t('Decided at the call that caused it.')}</p>
        ) : null}
      </section>
      <RuleGrant rule={rule} />
    </>
  );
}

function RuleGrant({ rule }: { rule: string | null }) {
  const snapshot = useSnapshot();
  const known = rule === null ? null : readRule(rule);
  if (known?.kind !== 'grant') return null;
  const { id } = known;
  const grant = Object.hasOwn(snapshot.grants, id) ? snapshot.grants[id] : undefined;
  if (!grant) {
    return (
      <p className="subtle p-4 text-xs">{t('The grant is gone since: it ran out, was used up, or you revoked it.')}</p>
    );
  }
  const { name } = clientIdentity(snapshot, grant.subject.id, grant.subject.id);
  const facts: readonly Fact[] = [
    [t('Who'), <Foreign key="who" text={name} />],
    [t('May'), grant.effect === 'allow' ? t('yes') : t('no')],
    [t('What'), scopeWords(grant.scope).title],
    [t('Tools'), grant.tools === null ? t('all of them') : <Foreign key="tools" text={grant.tools.join(', ')} />],
    [t('Where'), <Foreign key="where" text={resourceWords(snapshot, grant.resource)} />],
    [t('Since'), formatMoment(grant.createdAt)],
    [t('Until'), grant.expiresAt === null ? missing : formatMoment(grant.expiresAt)],
    [t('Used'), t('{count, plural, =0 {never} one {once} other {# times}}', { count: grant.uses })],
  ];
  return (
    <section className="section" aria-label={t('Grant')}>
      <h3>{t('Grant {id}', { id })}</h3>
      <Facts facts={facts} />
      <div className="mt-3">
        <Button onClick={() => goTo('permissions')}>{t('Open permissions')}</Button>
      </div>
    </section>
  );
}
