// A life drawn over time; each piece tells its state, its beginning and how long it lasted.
import { formatClock, formatSpan } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import type { LifePiece } from './life-pieces.ts';

interface LifeTrackProps {
  /** What it comes to, for who does not see it. */
  readonly label: string;
  readonly pieces: readonly LifePiece[];
  readonly stateWord: (state: string) => string;
}

export function LifeTrack({ label, pieces, stateWord }: LifeTrackProps) {
  return (
    <div className="track" role="img" aria-label={label}>
      {pieces.map(({ state, tone, share, from, to }) => (
        <i
          key={`${from} ${state}`}
          className={`${tone} ${state}`}
          style={{ flexGrow: share }}
          title={t('{state} from {time} for {span}', {
            state: stateWord(state),
            time: formatClock(from),
            span: formatSpan(to - from),
          })}
        />
      ))}
    </div>
  );
}
