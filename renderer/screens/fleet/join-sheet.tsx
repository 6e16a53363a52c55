// The sheet by which this hub joins a fleet: its fields, what was tried with its time, and what others see.
import { ActButton } from '../../parts/button.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Status } from '../../parts/shape.tsx';
import { Said } from '../../parts/sheet.tsx';
import { SideSheet } from '../../parts/side-sheet.tsx';
import { formatDuration } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { stepWords } from './fleet-words.ts';
import { Foreseen } from './foreseen.tsx';
import { JoinFields } from './join-fields.tsx';
import { hasPlace } from './join-form.ts';
import { ShowsFields } from './shows.tsx';
import { useJoin } from './use-join.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type { FleetTrial } from '../../../contract/schemas/fleet-requests.ts';

export function JoinSheet({ fleet, onClose }: { fleet: FleetState | null; onClose: () => void }) {
  const { form, change, faults, tried, said, busy, request, tryIt, join, init, fields } = useJoin(fleet, onClose);
  return (
    <SideSheet
      title={t('Join a fleet')}
      about={t('Each step is tried before anything is written.')}
      onClose={onClose}
      note={t('Leaving undoes it: the fleet’s policy no longer holds, and your own rules stay as they were.')}
      action={
        <ActButton look="primary" disabled={request === null || busy} onClick={join}>
          {t('Join')}
        </ActButton>
      }
    >
      <div className="section form fleet-form" ref={fields}>
        <JoinFields form={form} change={change} faults={faults} onInit={busy ? null : init} />
      </div>
      <PaneHead title={t('Tried')} note={busy ? t('Trying each step') : undefined}>
        <ActButton size="small" disabled={request === null || busy} onClick={tryIt}>
          {t('Try it')}
        </ActButton>
      </PaneHead>
      <div className="section">
        <Said sentence={said} />
        {tried === null ? <p className="subtle">{t('Not tried yet.')}</p> : <Trials trials={tried.trials} />}
      </div>
      {tried ? <Foreseen tried={tried} /> : null}
      <PaneHead title={t('What others see')} note={t('besides name, version, mode and calls a minute')} />
      <ShowsFields shows={form} onChange={change} />
    </SideSheet>
  );
}

/** What went wrong is told at the field that it is about; here only what is about none of them. */
function Trials({ trials }: { trials: readonly FleetTrial[] }) {
  return (
    <ul className="fleet-trials" aria-live="polite">
      {trials.map(({ step, state, ms, reason }) => (
        <li key={step}>
          <Status tone={state === 'fine' ? 'running' : state === 'failed' ? 'crashed' : 'stopped'}>
            {stepWords[step]}
          </Status>
          <span className="muted">{state === 'skipped' ? t('not tried') : formatDuration(ms)}</span>
          {reason && !hasPlace(reason) ? (
            <p>
              <ReasonText reason={reason} />
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
