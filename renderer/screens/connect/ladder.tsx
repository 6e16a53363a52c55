// The five rungs at the head of Connect: which one is not done yet.
import { Circle, CircleCheck, CircleDot } from 'lucide-react';

import type { ManifestRow } from '../../../electron/contract/manifests.ts';
import type { Snapshot } from '../../../electron/contract/snapshot.ts';
import { connectLadder } from '../../store/connect-ladder.ts';
import { visibleText } from '../../words/visible-text.ts';
import { t } from '../../words/language.ts';

const icons = { done: CircleCheck, next: CircleDot, later: Circle } as const;
const tones = { done: 'running', next: 'text-accent', later: '' } as const;
const said = { done: t('done'), next: t('next'), later: t('to do') } as const;

interface LadderProps {
  readonly snapshot: Snapshot;
  readonly rows: readonly ManifestRow[] | null;
  readonly now: number;
}

export function Ladder({ snapshot, rows, now }: LadderProps) {
  return (
    <ol className="ladder" aria-label={t('From the hub to the first call')}>
      {connectLadder(snapshot, rows, now).map(({ title, state, text }) => {
        const Icon = icons[state];
        return (
          <li key={title} aria-current={state === 'next' ? 'step' : undefined}>
            <div className={`n ${tones[state]}`}>
              <Icon aria-hidden="true" />
              <span className="text-ink">{title}</span>
              <span className="unheard">{said[state]}</span>
            </div>
            <p>{visibleText(text)}</p>
          </li>
        );
      })}
    </ol>
  );
}
