// The tools that the trial start has listed, before any agent sees them; or why it has listed none.
import { RotateCw } from 'lucide-react';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import type { Install } from '../../../../contract/schemas/installs.ts';
import type { InstallActs } from './use-install-acts.ts';

/** So many grey bars stand where tools will. */
const bars = 3;

export function InstallTools({ install, acts }: { install: Install; acts: InstallActs }) {
  const { tools } = install;
  return (
    <section aria-label={t('Tools')}>
      <PaneHead title={t('Tools')} note={t('listed by the trial start, before any agent sees them')}>
        {acts.retry ? (
          <ActButton size="small" look="ghost" icon={RotateCw} onClick={acts.retry}>
            {t('Try again')}
          </ActButton>
        ) : null}
      </PaneHead>
      {tools ? <ListedTools tools={tools} /> : <NoTools install={install} />}
    </section>
  );
}

function NoTools({ install: { noTrial, phase } }: { install: Install }) {
  if (noTrial)
    return (
      <p className="no-trial">
        <Shape tone="attention" />
        <ReasonText reason={noTrial} />
      </p>
    );
  if (phase.kind === 'failed' || phase.kind === 'stopped')
    return <p className="no-trial subtle">{t('It has not been started yet.')}</p>;
  return (
    <ul className="awaited" aria-label={t('Tools are still to come')}>
      {Array.from({ length: bars }, (_, at) => (
        <li key={at} aria-hidden="true">
          <i />
          <i />
        </li>
      ))}
    </ul>
  );
}

function ListedTools({ tools }: { tools: NonNullable<Install['tools']> }) {
  return (
    <ul className="listed-tools">
      {tools.map(({ name, description }) => (
        <li key={name}>
          <Foreign text={name} className="mono" max={80} />
          <Foreign text={description} className="subtle" max={160} />
        </li>
      ))}
    </ul>
  );
}
