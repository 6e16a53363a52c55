// The rules that nearly speak of a call, each with what differs.
import type { Explanation } from '../../../electron/contract/grants.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { RuleLink } from '../../parts/rule-link.tsx';
import { differenceWord, differenceWords } from '../../words/rule-words.ts';
import { Effect } from './effect.tsx';

export function NearestRules({ nearest }: { nearest: Explanation['nearest'] }) {
  const snapshot = useSnapshot();
  if (nearest.length === 0) return <p className="mm">No other rule comes near.</p>;
  return (
    <div>
      <span className="label-text">The nearest rules that do not speak of it</span>
      <ul className="near" aria-label="Nearest rules">
        {nearest.map(({ rule, effect, differs }) => (
          <li key={rule}>
            <RuleLink rule={rule} />
            <Effect effect={effect} />
            <span>
              {differs.map(difference => (
                <span key={difference.what} className="block">
                  <span className="m">{differenceWord(difference)}:</span>{' '}
                  <Foreign text={differenceWords(snapshot, difference)} max={120} className="mm" />
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
