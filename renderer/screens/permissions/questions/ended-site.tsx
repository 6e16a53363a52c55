// What became of a page's question that was shown and is gone without an answer.
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { say } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { originName } from '../../../words/site-words.ts';
import { tabName } from '../../../words/tab-words.ts';
import type { PanelEvent } from '../../../../contract/schemas/panel-events.ts';

type Ended = Extract<PanelEvent, { event: 'sites:question-ended' }>['data'];

/** `shownId` is the question of a page that is shown now. Only of that one it is told: pages can ask and leave as often as they like. */
export function EndedSite({ shownId }: { shownId: string | null }) {
  const { link, store } = usePanelParts();
  const snapshot = useSnapshot();
  const [sentence, setSentence] = useState<string | null>(null);
  const hear = useEffectEvent((heard: PanelEvent) => {
    if (heard.event !== 'sites:question-ended') return;
    const { questionId } = heard.data;
    // It is taken away in the same moment, so it may be shown no more when this is heard.
    if (questionId !== shownId && questionId !== last) return;
    const told = endedSentence(heard.data, tabName(snapshot, heard.data.tab));
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

/** Null where the user ended it. `tab` is its name. A tab that its page has left is called after what it shows now. */
export function endedSentence({ origin, end }: Pick<Ended, 'origin' | 'end'>, tab: string): string | null {
  const said = { site: originName(origin), tab };
  if (end === 'gone') return t('{site} is gone from its tab; nothing was granted.', said);
  if (end === 'expired') return t('The question of {site} in tab {tab} has expired; nothing was granted.', said);
  return null;
}
