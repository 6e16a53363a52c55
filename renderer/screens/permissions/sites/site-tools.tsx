// The tools that pages of a site may call, to be ticked one by one; what is not ticked is refused without a question.
import { useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useAct, useLive, useSnapshot } from '../../../parts/panel-context.tsx';
import { TickBox } from '../../../parts/tick-box.tsx';
import { formatCount, missing } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { riskLevels } from '../../../words/site-words.ts';
import { type SiteTool, siteTools } from './site-tool-list.ts';
import type { SiteRow } from './site-rows.ts';

/** From so many on they can be filtered. */
const many = 12;
/** Of the others; of more the filter finds those that are wanted. */
const maxShown = 60;

export function SiteTools({ row }: { row: SiteRow }) {
  const [filter, setFilter] = useState('');
  const all = siteTools(useSnapshot(), row);
  const wanted = filter.trim().toLowerCase();
  const shown = all.filter(({ id, words }) => `${id}\n${words}`.toLowerCase().includes(wanted)).slice(0, maxShown);
  return (
    <section aria-label={t('Tools it may call')}>
      <Head origin={row.id} all={all} />
      {row.mayCallUnnamed ? (
        <p className="subtle px-4 pt-2 text-xs">
          {t('Tools that are not named here are allowed too: a grant speaks of all of a server or plugin.')}
        </p>
      ) : null}
      {all.length < many ? null : (
        <span className="field tools-filter">
          <input
            type="search"
            aria-label={t('Filter tools')}
            placeholder={t('Filter tools')}
            value={filter}
            onChange={event => setFilter(event.target.value)}
          />
        </span>
      )}
      <ul className="tool-boxes roomy">
        {shown.map(tool => (
          <Row key={tool.id} tool={tool} origin={row.id} />
        ))}
      </ul>
    </section>
  );
}

function Head({ origin, all }: { origin: string; all: readonly SiteTool[] }) {
  const act = useAct();
  const ticked = all.filter(({ on }) => on);
  const counts = { ticked: formatCount(ticked.length), all: formatCount(all.length) };
  const none = async () => {
    for (const { id: toolId } of ticked) if (!(await act('sites:tick', { origin, toolId, on: false }))) return;
  };
  return (
    <PaneHead
      title={t('Tools it may call')}
      note={t('{ticked} of {all}; a tool that is not ticked is refused without a question', counts)}
    >
      <ActButton look="ghost" size="small" disabled={ticked.length === 0} onClick={() => void none()}>
        {t('Tick none')}
      </ActButton>
    </PaneHead>
  );
}

function Row({ tool: { id, on, words, risk, uses }, origin }: { tool: SiteTool; origin: string }) {
  const act = useAct();
  const live = useLive();
  return (
    <li>
      <TickBox
        label={visibleText(id)}
        on={on}
        locked={!live}
        onTick={next => void act('sites:tick', { origin, toolId: id, on: next })}
      />
      <span className="ellipsis">
        <Foreign text={id} className="mono" /> <span className="subtle">{words}</span>
      </span>
      <span className={`risk in ${risk}`}>{riskLevels[risk]}</span>
      <span className="subtle text-2xs">
        {uses === null ? missing : t('{count, plural, =0 {not used} one {# use} other {# uses}}', { count: uses })}
      </span>
    </li>
  );
}
