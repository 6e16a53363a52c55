// Follow and pause: whether the view goes with what passes now.
import { ArrowDownToLine, Pause } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { t } from '../../words/language.ts';
import type { TraceScreenState } from './use-trace-screen.ts';

export function LiveButtons({ screen: { follow, setFollow, until, pause } }: { screen: TraceScreenState }) {
  const isPaused = until !== null;
  return (
    <>
      <Button
        icon={ArrowDownToLine}
        look={follow && !isPaused ? 'active' : undefined}
        aria-pressed={follow && !isPaused}
        shortcut="F"
        onClick={() => setFollow(!follow || isPaused)}
      >
        {t('Follow')}
      </Button>
      <Button
        icon={Pause}
        look={isPaused ? 'active' : 'ghost'}
        aria-pressed={isPaused}
        title={
          isPaused
            ? t('Show what has passed meanwhile (Space)')
            : t('Hold the view as it is (Space); messages go on passing')
        }
        onClick={() => pause(!isPaused)}
      >
        {t('Pause')}
      </Button>
    </>
  );
}
