// The steps of an install, each with its shape: done, under way, or still to come.
import { CircleCheck, CircleDashed, Clock3 } from 'lucide-react';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import { type InstallStep, installSteps } from './phase-words.ts';
import type { Install } from '../../../../contract/schemas/installs.ts';

const marks = { done: CircleCheck, now: Clock3, later: CircleDashed } as const;
const stateWords: Readonly<Record<InstallStep['state'], string>> = {
  done: t('done'),
  now: t('under way'),
  later: t('still to come'),
};

export function ProgressSteps({ install }: { install: Install }) {
  const { phase } = install;
  if (phase.kind === 'failed')
    return (
      <div className="state crashed mt-3" role="group" aria-label={t('State')}>
        <Shape tone="crashed" />
        <b>{t('The install failed')}</b>
        <p>
          <ReasonText reason={phase.reason} />
        </p>
      </div>
    );
  return (
    <ol className="install-steps">
      {installSteps(install).map(({ name, text, state }) => {
        const Mark = marks[state];
        return (
          <li key={name} className={state}>
            <Mark className="icon-14" role="img" aria-label={stateWords[state]} />
            <b>{name}</b>
            <span className="muted ellipsis">{text}</span>
          </li>
        );
      })}
    </ol>
  );
}
