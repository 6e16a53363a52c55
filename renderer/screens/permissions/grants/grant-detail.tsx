// One grant: everything it says, how often it was used and for what, and how to take it back.

import { HelpCircle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { permissionPath } from '../../../frame/permission-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Effect } from '../../../parts/effect.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { DetailPane, type Fact, Facts } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { formatMoment } from '../../../words/format.ts';
import { agentIdentity, clientIdentity } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { grantLasts, lifetimeWords, resourceWords } from '../../../words/prompt-words.ts';
import { breadthWords, subjectName } from '../../../words/rule-words.ts';
import { risksWithin, riskWords, scopeWords } from '../../../words/scope-words.ts';
import { tabName } from '../../../words/tab-words.ts';
import { RuleUses } from '../audit/rule-uses.tsx';
import { ExplainSheet } from '../explain/explain-sheet.tsx';
import { useRevoke } from './grant-table.tsx';
import { type Narrowed, narrowedFact, useNarrowed } from './use-narrowed.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

export function GrantDetail({ grantId, now }: { grantId: string; now: number }) {
  const grant = useSnapshot().grants[grantId];
  return (
    <DetailPane
      className="trace-detail"
      label={t('Grant {id}', { id: grantId })}
      onClose={() => goTo('permissions', permissionPath('grants'))}
      head={
        <h2 className="fill">
          <Say text="Grant {id}" values={{ id: <Foreign text={grantId} max={20} /> }} />
        </h2>
      }
    >
      {grant ? (
        <Body grant={grant} now={now} />
      ) : (
        <p className="muted p-4 text-xs">
          {t(
            'This grant was revoked or has run out, so it decides nothing any more. What it decided stays in the audit.',
          )}
        </p>
      )}
      <RuleUses rule={`grant ${grantId}`} now={now} />
    </DetailPane>
  );
}

function Body({ grant, now }: { grant: Grant; now: number }) {
  const snapshot = useSnapshot();
  const revoke = useRevoke();
  const narrowed = useNarrowed().get(grant.id);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <div className="section">
        <Facts facts={[...grantFacts(snapshot, grant, now), ...fleetFacts(narrowed)]} />
      </div>
      <div className="foot border-t-0 border-b border-line">
        <ActButton look="danger" icon={Trash2} onClick={() => revoke(grant)}>
          {t('Revoke')}
        </ActButton>
        <ActButton icon={HelpCircle} onClick={() => setAsks(true)}>
          {t('What decides here?')}
        </ActButton>
      </div>
      {asks ? (
        <ExplainSheet
          onClose={() => setAsks(false)}
          about={{
            subject: grant.subject,
            scope: grant.scope,
            tool: grant.tools?.[0] ?? '',
            resource: grant.resource,
          }}
        />
      ) : null}
    </>
  );
}

function grantFacts(snapshot: Snapshot, grant: Grant, now: number): Fact[] {
  const { effect, subject, scope, resource, lifetime, tab, createdAt, expiresAt } = grant;
  const name = subjectName(snapshot, subject);
  const kept = lifetimeWords(lifetime, tab && tabName(snapshot, tab), agentOf(snapshot, grant) ?? name);
  const left = grantLasts(grant, now);
  return [
    [t('Effect'), <Effect key="effect" effect={effect} />],
    [t('Who'), <Foreign key="who" text={name} max={120} />],
    [t('What'), [scopeWords(scope).title, risksWithin[scopeWords(scope).risk], riskWords(scope)].join(', ')],
    [t('How much'), <Foreign key="how" text={breadthWords(grant)} className={grant.tools ? 'mono' : ''} />],
    [t('Where'), <Foreign key="where" text={resourceWords(snapshot, resource)} />],
    [t('Lasts'), <Foreign key="lasts" text={expiresAt === null ? kept : `${kept}, ${left}`} />],
    [t('Made'), formatMoment(createdAt)],
    ...viaFacts(snapshot, grant),
  ];
}

function fleetFacts(narrowed: Narrowed | undefined): Fact[] {
  if (!narrowed) return [];
  return [
    [
      t('Fleet'),
      <span key="fleet" className="text-attention">
        <Foreign text={narrowedFact(narrowed)} max={300} />
      </span>,
    ],
  ];
}

/** An answer that was given in a window of another program, which told of it. */
function viaFacts(snapshot: Snapshot, { via }: Grant): Fact[] {
  if (via === undefined) return [];
  return [[t('Answered in'), <Foreign key="via" text={clientIdentity(snapshot, via, via).name} max={80} />]];
}

function agentOf(snapshot: Snapshot, { agentId }: Grant): string | null {
  return agentId === null ? null : agentIdentity(snapshot, agentId, t('an agent that is gone')).name;
}
