// The rules that nearly speak of a call, each with what differs.
import { Foreign } from '../../../parts/foreign.tsx';
import { useNow, useSnapshot } from '../../../parts/panel-context.tsx';
import { RuleLink } from '../../../parts/rule-link.tsx';
import { Parts } from '../../../parts/sentence-parts.tsx';
import { t } from '../../../words/language.ts';
import { differenceWord, differenceWords } from '../../../words/rule-words.ts';
import { ruleParts } from '../why-words.ts';
import type { Explanation } from '../../../../contract/schemas/grants.ts';

export function NearestRules({ nearest }: { nearest: Explanation['nearest'] }) {
  const snapshot = useSnapshot();
  const now = useNow();
  if (nearest.length === 0) return <p className="subtle">{t('No other rule comes near.')}</p>;
  return (
    <div>
      <span className="label-text">{t('The nearest rules that do not speak of it')}</span>
      <ul className="nearest-rules" aria-label={t('Nearest rules')}>
        {nearest.map(near => (
          <li key={near.rule}>
            <RuleLink rule={near.rule} />
            <span>
              <Parts parts={ruleParts(snapshot, near, now)} />
              {near.differs.map(difference => (
                <span key={difference.what} className="block subtle">
                  {differenceWord(difference)}:{' '}
                  <Foreign text={differenceWords(snapshot, difference)} max={120} className="muted" />
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
