// One decision: what was asked and where, the rule that decided and what it means, and what the rules would say now.
import { HelpCircle } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Effect, isEffect } from '../../../parts/effect.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { DetailPane, type Fact, Facts } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { ReasonParts } from '../../../parts/reason-text.tsx';
import { RuleLink } from '../../../parts/rule-link.tsx';
import { formatClockMs, formatMoment, missing } from '../../../words/format.ts';
import { agentIdentity, clientIdentity } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { named } from '../../../words/named.ts';
import { reasonParts } from '../../../words/reason-words.ts';
import { changeParts } from '../../../words/rule-change-words.ts';
import { decidedWords, scopeTitle } from '../../../words/rule-words.ts';
import { ExplainSheet } from '../explain/explain-sheet.tsx';
import { askOf } from '../explain/permission-ask.ts';
import { isChange } from './decision-columns.tsx';
import { Place } from './place.tsx';
import type { AuditEntry, AuditFilter } from '../../../../contract/schemas/audit.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

interface AuditDetailProps {
  readonly entry: AuditEntry;
  /** The line with the rest of what is told of the same call. */
  readonly related: string | null;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  readonly onFilter: (filter: AuditFilter) => void;
}

export function AuditDetail({ entry, related, onOpen, onClose, onFilter }: AuditDetailProps) {
  const snapshot = useSnapshot();
  const { what, rule } = entry;
  const meaning = rule === null ? null : decidedWords(rule);
  const why = entry.why && !isChange(entry) ? reasonParts(named(entry.why, snapshot)) : null;
  return (
    <DetailPane
      className="trace-detail"
      label={t('Decision')}
      onClose={onClose}
      head={
        <h2 className="mono ellipsis fill">
          <Foreign text={what} />
        </h2>
      }
    >
      <div className="section">
        <Facts facts={decisionFacts(snapshot, entry)} />
        {meaning === null && why === null ? null : (
          <p className="muted text-xs mt-3">{why === null ? meaning : <ReasonParts parts={why} />}</p>
        )}
      </div>
      <Further entry={entry} related={related} onOpen={onOpen} onFilter={onFilter} />
    </DetailPane>
  );
}

/** Where to go from there. */
function Further({ entry, related, onOpen, onFilter }: Omit<AuditDetailProps, 'onClose'>) {
  const [explains, setExplains] = useState(false);
  const { clientId, rule, outcome } = entry;
  const about = askOf(entry);
  return (
    <>
      <div className="foot border-t-0 border-b border-line flex-wrap empty:hidden">
        {isDecision(entry) ? (
          <Button
            icon={HelpCircle}
            disabled={about === null}
            title={about === null ? t('No permission was needed for it') : undefined}
            onClick={() => setExplains(true)}
          >
            {t('What would decide it now?')}
          </Button>
        ) : null}
        {related === null ? null : (
          <Button onClick={() => onOpen(related)}>
            {outcome === 'allow' ? t('What became of it') : t('What had allowed it')}
          </Button>
        )}
        {rule === null ? null : <Button onClick={() => onFilter({ rule })}>{t('Only this rule')}</Button>}
        {clientId === null ? null : <Button onClick={() => onFilter({ clientId })}>{t('Only this client')}</Button>}
      </div>
      {explains && about ? <ExplainSheet about={about} onClose={() => setExplains(false)} /> : null}
    </>
  );
}

/** A call was decided: neither a rule was changed, nor is it told what became of a call. */
function isDecision(entry: AuditEntry): boolean {
  return !isChange(entry) && ['allow', 'deny', 'undecided'].includes(entry.outcome);
}

function decisionFacts(snapshot: Snapshot, entry: AuditEntry): Fact[] {
  const { at, clientId, agentId, scope, rule, outcome, decision, ended } = entry;
  if (isChange(entry)) return changeFacts(snapshot, entry);
  const client = clientId === null ? missing : clientIdentity(snapshot, clientId, t('a client that is gone')).name;
  const isEnd = typeof decision === 'number';
  return [
    [t('Outcome'), isEffect(outcome) ? <Effect key="outcome" effect={outcome} /> : outcome],
    ...(typeof ended === 'string' && isEffect(ended)
      ? [[t('Then'), <Effect key="ended" effect={ended} />] satisfies Fact]
      : []),
    [isEnd ? t('Ended by') : t('Decided by'), rule === null ? t('no rule') : <RuleLink key="rule" rule={rule} />],
    [t('Time'), `${formatMoment(at).slice(0, 10)} ${formatClockMs(at)}`],
    [t('Who'), <Foreign key="who" text={client} />],
    [
      t('Agent'),
      <Foreign key="agent" text={agentId === null ? missing : agentIdentity(snapshot, agentId, agentId).name} />,
    ],
    [t('Where'), <Place key="where" entry={entry} />],
    [t('Permission'), <Foreign key="scope" text={scope === null ? t('none was needed') : scopeTitle(scope)} />],
  ];
}

/** No call was decided, so there is no rule, no agent and no permission to name. */
function changeFacts(snapshot: Snapshot, entry: AuditEntry): Fact[] {
  const { at, outcome } = entry;
  const { what, by } = changeParts(entry, snapshot);
  return [
    [t('Outcome'), isEffect(outcome) ? <Effect key="outcome" effect={outcome} /> : outcome],
    [t('Changed by'), <ReasonParts key="by" parts={by} />],
    [t('Time'), `${formatMoment(at).slice(0, 10)} ${formatClockMs(at)}`],
    [t('What'), <ReasonParts key="what" parts={what} />],
  ];
}
