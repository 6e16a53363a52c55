// The learning mode: what it means, its time while it is on, and at its end the proposals, to accept one by one.
import { GraduationCap, Square } from 'lucide-react';
import { ActButton } from '../../../parts/button.tsx';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { Status } from '../../../parts/shape.tsx';
import { formatClock, formatCountdown } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { Proposals } from './proposals.tsx';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

export function LearningTab({ now }: { now: number }) {
  const { learning, learned } = useSnapshot().hub;
  return (
    <section className="pane fill" aria-label={t('Learning')}>
      <div className="scrolls" tabIndex={0} role="region" aria-label={t('Learning mode')}>
        {learning ? <Learning learning={learning} now={now} /> : <Begin isFirst={learned === 0} />}
        {!learning && learned > 0 ? <Proposals count={learned} /> : null}
      </div>
    </section>
  );
}

function Learning({ learning, now }: { learning: NonNullable<Snapshot['hub']['learning']>; now: number }) {
  const act = useAct();
  return (
    <div className="guide">
      <h2>
        <Status tone="attention">{t('Learning, {time} left', { time: formatCountdown(learning.until - now) })}</Status>
      </h2>
      <p className="muted">
        {t(
          'Since {time} every call that would have been asked about is allowed and written down: {calls, plural, =0 {no calls} one {# call} other {# calls}} so far. Denies, tabs of others and limits hold as always. At its end you are shown the smallest set of grants that would have covered it; nothing is kept before you accept it.',
          { time: formatClock(learning.since), calls: learning.calls },
        )}
      </p>
      <ActButton icon={Square} onClick={() => void act('learning:stop', {})}>
        {t('End now')}
      </ActButton>
    </div>
  );
}

function Begin({ isFirst }: { isFirst: boolean }) {
  const act = useAct();
  return (
    <div className="guide">
      <h2>{t('Learn what an agent needs')}</h2>
      <p className="muted">
        {t(
          'For 15 minutes every call that you would be asked about is allowed without a question and written down. Use it while you watch an agent do its usual work. What you denied stays denied, an agent still cannot touch the tabs of another, and limits hold. At the end you are shown the smallest set of grants that would have covered what was used, to accept one by one.',
        )}
      </p>
      <ActButton
        look={isFirst ? 'primary' : undefined}
        icon={GraduationCap}
        onClick={() => void act('learning:start', {})}
      >
        {t('Start learning, 15 minutes')}
      </ActButton>
    </div>
  );
}
