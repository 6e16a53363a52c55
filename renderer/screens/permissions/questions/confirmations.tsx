// Changes that a program asked for outside of this panel and that would widen access: each waits on a card until it is answered.
import { useRef, useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { type Fact, Facts } from '../../../parts/layout.tsx';
import { useAct, useLive, useSnapshot } from '../../../parts/panel-context.tsx';
import { useArmed } from '../../../parts/prompts/use-armed.ts';
import { Shape } from '../../../parts/shape.tsx';
import { openConfirmations } from '../../../store/attention.ts';
import { formatAge, formatCountdown } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { named } from '../../../words/named.ts';
import { lifetimeWords, resourceWords } from '../../../words/prompt-words.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import { askSentence, programWords, startedByWords } from '../../../words/rule-change-words.ts';
import { breadthWords, subjectName } from '../../../words/rule-words.ts';
import { riskWords, scopeWords } from '../../../words/scope-words.ts';
import type { Confirmation } from '../../../../contract/schemas/rule-changes.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

export function Confirmations({ now }: { now: number }) {
  const waiting = openConfirmations(useSnapshot());
  return waiting.map(confirmation => <Card key={confirmation.id} confirmation={confirmation} now={now} />);
}

function Card({ confirmation, now }: { confirmation: Confirmation; now: number }) {
  const snapshot = useSnapshot();
  const box = useRef<HTMLDivElement>(null);
  const heading = `confirmation-${confirmation.id}`;
  const { askedAt, expiresAt } = confirmation;
  const times = { age: formatAge(askedAt, now), left: formatCountdown(expiresAt - now) };
  return (
    <div className="card plain" aria-labelledby={heading} role="group" tabIndex={-1} ref={box}>
      <div className="card-head">
        <span className="text-attention mt-1">
          <Shape tone="attention" />
        </span>
        <div className="fill">
          <p className="card-question" id={heading}>
            <Foreign text={askSentence(snapshot, confirmation)} />
          </p>
          <p className="subtle line flex-wrap text-xs mt-0.5">
            <span className="ellipsis">{t('It asked by the command line, outside of this panel')}</span>
            <span className="fill" />
            <span className="whitespace-nowrap">{t('asked {age}, refused in {left}', times)}</span>
          </p>
        </div>
      </div>
      <Facts facts={[...changeFacts(snapshot, confirmation), ...askerFacts(confirmation)]} />
      <Shown confirmation={confirmation} />
      <p className="card-note">{t('If you did not just run this command yourself, refuse it.')}</p>
      <Answers confirmation={confirmation} box={box} />
    </div>
  );
}

function Answers({ confirmation, box }: { confirmation: Confirmation; box: React.RefObject<HTMLDivElement | null> }) {
  const act = useAct();
  const live = useLive();
  const [sent, setSent] = useState(false);
  const armed = useArmed(JSON.stringify(confirmation), box);
  const press = (effect: 'allow' | 'deny') => ({
    ...armed.press,
    size: 'large' as const,
    // Not `disabled`, which would take the focus away.
    'aria-disabled': !armed.ready || sent,
    onClick: (event: { readonly timeStamp: number }) => {
      if (!armed.clicked(event) || sent || !live) return;
      setSent(true);
      void act('confirmations:answer', { confirmationId: confirmation.id, effect }).then(done =>
        setSent(done !== undefined),
      );
    },
  });
  const line = armed.ready ? null : <i key={armed.epoch} className="arming-line" />;
  return (
    <div className="card-actions">
      <ActButton look="danger" {...press('deny')}>
        {t('Refuse')}
        {line}
      </ActButton>
      <ActButton look="primary" {...press('allow')}>
        {t('Confirm')}
        {line}
      </ActButton>
    </div>
  );
}

/** What has to be read before an answer: all of it, never cut. */
function Shown({ confirmation: { change } }: { confirmation: Confirmation }) {
  if (change.kind !== 'request' || change.shown === null) return null;
  return (
    <pre className="well code p-2 mt-2" aria-label={t('What it is about')} tabIndex={0}>
      <Foreign text={change.shown} lines />
    </pre>
  );
}

function changeFacts(snapshot: Snapshot, { change }: Confirmation): Fact[] {
  if (change.kind === 'panel')
    return [[t('What'), t('With it, whoever has it can approve servers, grant everything and read all traces')]];
  if (change.kind === 'request')
    return [[t('What'), <Foreign key="what" text={reasonWords(named(change.what, snapshot))} />]];
  const { subject, scope, resource, lifetime, agentId } = change.grant;
  return [
    [
      t('What'),
      <span key="what">
        {scopeWords(scope).title}, <Foreign text={breadthWords(change.grant)} max={200} />
      </span>,
    ],
    [t('Risk'), riskWords(scope)],
    [t('For'), <Foreign key="for" text={`${subjectName(snapshot, subject)} (${subject.id})`} max={160} />],
    [t('Where'), <Foreign key="where" text={resourceWords(snapshot, resource)} max={160} middle />],
    [t('How long'), lifetimeWords(lifetime, null, agentId ?? t('this agent'))],
  ];
}

function askerFacts({ asker }: Confirmation): Fact[] {
  const [first] = asker.processes;
  const by = startedByWords(asker);
  return [
    [
      t('Program'),
      <Foreign key="program" text={first?.program ?? programWords(asker)} className="mono" max={120} middle />,
    ],
    ...(by === null ? [] : [[t('Started by'), <Foreign key="by" text={by} max={300} />] satisfies Fact]),
  ];
}
