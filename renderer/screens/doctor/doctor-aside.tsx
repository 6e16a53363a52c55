// Beside the steps: what the copy of the diagnostics holds, earlier runs, and the hub's log.
import { Foreign } from '../../parts/foreign.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Status } from '../../parts/shape.tsx';
import { Said } from '../../parts/sheet.tsx';
import { formatBytes, formatClock, formatDuration, formatMoment } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { countRungs, firstTrouble, worstLadder } from './doctor-runs.ts';
import { numberOf } from './ladder-table.tsx';
import { countWords, rungWords } from './rung-words.ts';
import { useHubLog } from './use-hub-log.ts';
import type { RefObject } from 'react';
import type { DoctorRun, Ladder } from '../../../contract/schemas/doctor.ts';
import type { Diagnostics } from './use-diagnostics.ts';

interface DoctorAsideProps {
  readonly runs: readonly DoctorRun[];
  readonly diagnostics: Diagnostics;
  readonly text: RefObject<HTMLPreElement | null>;
}

export function DoctorAside({ runs, diagnostics, text }: DoctorAsideProps) {
  return (
    <aside className="pane doctor-aside" aria-label={t('Diagnostics')}>
      <div className="scrolls" tabIndex={0} role="region" aria-label={t('Diagnostics')}>
        <Copied diagnostics={diagnostics} text={text} />
        <EarlierRuns runs={runs} />
        <HubLog />
      </div>
    </aside>
  );
}

function Copied({ diagnostics, text }: Pick<DoctorAsideProps, 'diagnostics' | 'text'>) {
  const size = diagnostics.text === null ? undefined : new TextEncoder().encode(diagnostics.text).length;
  return (
    <>
      <PaneHead
        title={t('What the copy holds')}
        note={size === undefined ? undefined : t('{size}, masked', { size: formatBytes(size) })}
      />
      <div className="section">
        <Said sentence={diagnostics.said} />
        <pre ref={text} className="well code diagnostics" tabIndex={0} aria-label={t('Diagnostics')}>
          <Foreign text={diagnostics.text ?? ''} lines />
        </pre>
        <p className="subtle text-xs">
          {t('Names of sites and users, paths in URLs and all credentials are masked. Nothing is sent anywhere.')}
        </p>
      </div>
    </>
  );
}

function EarlierRuns({ runs }: Pick<DoctorAsideProps, 'runs'>) {
  const ended = runs.filter(({ endedAt }) => endedAt !== null);
  return (
    <>
      <PaneHead title={t('Earlier runs')} note={t('since the last start')} />
      {ended.length === 0 ? <p className="section subtle text-xs">{t('None yet.')}</p> : null}
      <ul className="earlier-runs">
        {ended.map(run => (
          <li key={run.id}>
            <time className="mono subtle" title={formatMoment(run.startedAt)}>
              {formatClock(run.startedAt)}
            </time>
            <Outcome run={run} />
            <span className="subtle">{formatDuration(run.ms)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Outcome({ run }: { run: DoctorRun }) {
  const worst = worstLadder(run);
  const trouble = worst && firstTrouble(worst);
  if (worst === null) return <Status tone="stopped">{t('no browser')}</Status>;
  if (trouble === null) return <Status tone="running">{fineWords(worst)}</Status>;
  const text = t('step {number}: {question}', { number: numberOf(trouble.id), question: rungWords[trouble.id] });
  return (
    <Status tone={trouble.state.kind === 'red' ? 'crashed' : 'attention'} title={text}>
      {text}
    </Status>
  );
}

function fineWords(ladder: Ladder): string {
  const { fine } = countRungs(ladder);
  return fine === ladder.rungs.length ? t('all {count} fine', { count: fine }) : countWords(ladder);
}

const levelClass = { info: undefined, warn: 'text-attention', error: 'text-crashed' } as const;

function HubLog() {
  const { path, lines, said } = useHubLog();
  return (
    <>
      <PaneHead title={t('Log of the hub')} note={<Foreign text={path} className="mono" />} />
      <Said sentence={said} />
      {lines.length === 0 && said === null ? (
        <p className="section subtle text-xs">{t('Nothing has been written yet.')}</p>
      ) : null}
      <ol className="hub-log">
        {lines.toReversed().map((line, at) => (
          <li key={lines.length - at} className={levelClass[line.level]}>
            <time title={formatMoment(line.at)}>{formatClock(line.at)}</time>
            <ReasonText reason={line.what} />
          </li>
        ))}
      </ol>
    </>
  );
}
