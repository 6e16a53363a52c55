// The life of a supervised program over the last hour.

import { lifePieces } from '../../../parts/life/life-pieces.ts';
import { LifeTrack } from '../../../parts/life/life-track.tsx';
import { Status } from '../../../parts/shape.tsx';
import { formatLasted, formatMinute } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { lifeTone, lifeWord } from '../../../words/model-words.ts';
import type { ModelProgram } from '../../../../contract/schemas/models.ts';
import type { LifePiece } from '../../../parts/life/life-pieces.ts';

const legend = ['running', 'loading', 'stopped'] as const;

export function ProviderLife({ program, now }: { program: ModelProgram; now: number }) {
  const pieces = lifePieces(program.lifecycle, now, lifeTone);
  const first = pieces[0];
  return (
    <section className="section life" aria-label={t('Lifecycle')}>
      <div className="line">
        <h3>{t('Lifecycle')}</h3>
        {first ? (
          <span className="subtle text-2xs">{t('last {span}', { span: formatLasted(now - first.from) })}</span>
        ) : null}
        <span className="fill" />
        <span className="life-legend" aria-hidden="true">
          {legend.map(state => (
            <Status key={state} tone={lifeTone(state)}>
              {lifeWord(state)}
            </Status>
          ))}
        </span>
      </div>
      {first ? (
        <>
          <LifeTrack label={lifeSentence(pieces)} pieces={pieces} stateWord={lifeWord} />
          <p className="axis-line subtle" aria-hidden="true">
            <span>{formatMinute(first.from)}</span>
            <span>{formatMinute((first.from + now) / 2)}</span>
            <span>{t('now')}</span>
          </p>
        </>
      ) : (
        <p className="subtle text-xs">{t('It has not run in the last hour.')}</p>
      )}
    </section>
  );
}

/** `Stopped for 19 min, loading the model for 9.8 s, running for 41 min`. */
function lifeSentence(pieces: readonly LifePiece[]): string {
  return pieces
    .map(({ state, from, to }) => t('{state} for {span}', { state: lifeWord(state), span: formatLasted(to - from) }))
    .join(', ');
}
