// "Why was I asked?": the rules that nearly answered, and what differs between each of them and the call.
import { useEffect, useState } from 'react';
import { Foreign } from '../../../parts/foreign.tsx';
import { useNow, usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { RuleLink } from '../../../parts/rule-link.tsx';
import { Parts } from '../../../parts/sentence-parts.tsx';
import { t } from '../../../words/language.ts';
import { differenceWord, differenceWords } from '../../../words/rule-words.ts';
import { nearCount, ruleParts } from '../why-words.ts';
import type { Explanation } from '../../../../contract/schemas/grants.ts';
import type { Prompt } from '../../../../contract/schemas/permissions.ts';

const maxShown = 3;
/** A rule that differs in more is not near. */
const maxDiffering = 2;

export function WhyAsked({ prompt }: { prompt: Prompt }) {
  const found = useExplanation(prompt.id);
  if (!found) return null;
  const near = found.nearest.filter(({ differs }) => differs.length <= maxDiffering).slice(0, maxShown);
  return (
    <section className="why-asked" aria-label={t('Why was I asked?')}>
      <h2>
        {t('Why was I asked?')} <span className="subtle">{nearCount(near.length)}</span>
      </h2>
      <ul>
        {near.map(rule => (
          <Rule key={rule.rule} near={rule} />
        ))}
      </ul>
    </section>
  );
}

function Rule({ near }: { near: Explanation['nearest'][number] }) {
  const snapshot = useSnapshot();
  const now = useNow();
  return (
    <li>
      <RuleLink rule={near.rule} />
      <span>
        <Parts parts={ruleParts(snapshot, near, now)} />
      </span>
      {near.differs.map(difference => (
        <span key={difference.what} className="differs">
          {differenceWord(difference)}:{' '}
          <Foreign text={differenceWords(snapshot, difference)} max={120} middle className="subtle" />
        </span>
      ))}
    </li>
  );
}

/** Asked anew when a rule comes or goes; null until the hub has answered, and when the question has ended. */
function useExplanation(promptId: string): Explanation | null {
  const { link } = usePanelParts();
  const rules = Object.keys(useSnapshot().grants).join();
  const [found, setFound] = useState<Explanation | null>(null);
  useEffect(() => {
    let over = false;
    link.request('grants:explain', { promptId }).then(
      explanation => over || setFound(explanation),
      () => {},
    );
    return () => {
      over = true;
    };
  }, [link, promptId, rules]);
  return found;
}
