// What became of a page's question that was shown and is gone without an answer.
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { say } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { originName } from '../../../words/site-words.ts';
import type { PanelEvent } from '../../../../contract/schemas/panel-events.ts';

type Ended = Extract<PanelEvent, { event: 'sites:question-ended' }>['data'];

/** `shownId` is the question of a page that is shown now. Only of that one it is told: pages can ask and leave as often as they like. */
export function EndedSite({ shownId }: { shownId: string | null }) {
  const { link, store } = usePanelParts();
  const [sentence, setSentence] = useState<string | null>(null);
  const hear = useEffectEvent((heard: PanelEvent) => {
    if (heard.event !== 'sites:question-ended') return;
    const { questionId } = heard.data;
    // It is taken away in the same moment, so it may be shown no more when this is heard.
    if (questionId !== shownId && questionId !== last) return;
    const told = endedSentence(heard.data);
    setSentence(told);
    if (told !== null) say(store, told);
  });
  const [last, setLast] = useState<string | null>(null);
  if (shownId !== null && shownId !== last) setLast(shownId);
  useEffect(() => link.onEvent(hear), [link]);
  if (sentence === null) return null;
  return (
    <p className="told waiting ended-site">
      <Shape tone="waiting" />
      <span className="fill">
        <Foreign text={sentence} />
      </span>
      <Button look="ghost" size="small" icon={X} aria-label={t('Dismiss')} onClick={() => setSentence(null)} />
    </p>
  );
}

/** Null where the user ended it. */
export function endedSentence({ origin, tab, end }: Pick<Ended, 'origin' | 'tab' | 'end'>): string | null {
  const said = { site: originName(origin), tabId: String(tab.tabId) };
  if (end === 'gone') return t('{site} is gone from tab {tabId}; nothing was granted.', said);
  if (end === 'expired') return t('The question of {site} in tab {tabId} has run out; nothing was granted.', said);
  return null;
}
