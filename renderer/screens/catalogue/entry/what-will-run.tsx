// The command or address that installing comes to, with what there is to know of it before. Nothing of it runs by being shown.
import { Lock } from 'lucide-react';
import { Foreign } from '../../../parts/foreign.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { t } from '../../../words/language.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { RequestState } from '../../../parts/use-request.ts';
import type { Plan } from './use-entry.ts';

/** Null where there is nothing to be run. */
export function WhatWillRun({ plan }: { plan: RequestState<Plan> | null }) {
  return (
    <section className="section" aria-label={t('What will run')}>
      <h3>{t('What will run')}</h3>
      {plan === null ? (
        <p className="subtle text-xs">{t('Its source names nothing that could be run.')}</p>
      ) : plan.kind === 'there' ? (
        <PlannedCommand plan={plan.value} />
      ) : (
        <Unanswered asked={plan} />
      )}
    </section>
  );
}

export function PlannedCommand({ plan }: { plan: Plan }) {
  return (
    <>
      <CommandText text={plan.commandLine} />
      <p className="note-line">
        <Lock className="icon-12" aria-hidden="true" />
        {t('Nothing runs before you approve this line.')}
      </p>
      {plan.missing ? <Warnings label={t('Missing on this machine')} reasons={[plan.missing]} /> : null}
      <Warnings label={t('Good to know')} reasons={plan.warnings} />
    </>
  );
}

/** What is still open stands in angle brackets, and is set apart. */
export function CommandText({ text }: { text: string }) {
  return (
    <pre className="well code p-2 planned" aria-label={t('Full command')} tabIndex={0}>
      {text.split(/(<[^<>\n]{1,80}>)/).map((part, at) => (
        // The parts of a line keep their places.
        <Foreign key={at} text={part} lines {...(at % 2 === 1 && { className: 'open-value' })} />
      ))}
    </pre>
  );
}

export function Warnings({ label, reasons }: { label: string; reasons: readonly Reason[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul className="warnings" aria-label={label}>
      {reasons.map(reason => (
        <li key={JSON.stringify(reason)}>
          <Shape tone="attention" />
          <ReasonText reason={reason} />
        </li>
      ))}
    </ul>
  );
}
