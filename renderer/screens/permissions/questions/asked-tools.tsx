// The tools that a page asks for, to be ticked one by one; of many in groups, with a filter.
import { useState } from 'react';
import { askedToolRisk, groupsOf, isShown } from '../../../../contract/asked-tools.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { TickBox } from '../../../parts/tick-box.tsx';
import { t } from '../../../words/language.ts';
import { askedToolWords, riskLevels } from '../../../words/site-words.ts';
import type { AskedTool } from '../../../../contract/schemas/web-agent.ts';
import type { ToolTicks } from './tool-ticks.ts';

/** From so many on they stand in groups and can be filtered. */
const many = 12;

interface ToolsProps {
  readonly tools: readonly AskedTool[];
  readonly ticks: ToolTicks;
}

export function AskedTools({ tools, ticks }: ToolsProps) {
  if (tools.length > 0) return <Choice tools={tools} ticks={ticks} />;
  return (
    <section className="asked tools" aria-labelledby="asked-tools">
      <h3 id="asked-tools">{t('Tools')}</h3>
      <p className="subtle text-xs">{t('There are no tools that it could be given.')}</p>
    </section>
  );
}

function Choice({ tools, ticks }: ToolsProps) {
  const [filter, setFilter] = useState('');
  const shown = tools.filter(tool => isShown(tool, filter));
  return (
    <section className="asked tools" aria-labelledby="asked-tools">
      <div className="heading">
        <h3 id="asked-tools">
          {t('Tools')}{' '}
          <span className="subtle">
            {t('{ticked} of {all} ticked; none ticked means none', {
              ticked: String(ticks.ticked.length),
              all: String(tools.length),
            })}
          </span>
        </h3>
        <span className="fill" />
        <button type="button" className="link" onClick={() => ticks.set(shown, true)}>
          {t('All')}
        </button>
        <button type="button" className="link" onClick={() => ticks.set(tools, false)}>
          {t('None')}
        </button>
      </div>
      {tools.length < many ? null : (
        <span className="field">
          <input
            type="search"
            aria-label={t('Filter tools')}
            placeholder={t('Filter tools')}
            value={filter}
            onChange={event => setFilter(event.target.value)}
          />
        </span>
      )}
      {tools.length < many ? <Rows tools={shown} ticks={ticks} /> : <Groups tools={shown} ticks={ticks} />}
    </section>
  );
}

function Groups({ tools, ticks }: ToolsProps) {
  return groupsOf(tools).map(({ id, name, members }) => {
    const on = members.filter(tool => ticks.isTicked(tool)).length;
    return (
      <div key={id} role="group" aria-label={visibleText(name)}>
        <p className="tool-group">
          <TickBox
            label={t('All tools of {name}', { name: visibleText(name) })}
            on={on === 0 ? false : on === members.length ? true : 'mixed'}
            onTick={next => ticks.set(members, next)}
          />
          <Foreign text={name} max={60} />
          <span className="subtle">{t('{ticked} of {all}', { ticked: String(on), all: String(members.length) })}</span>
        </p>
        <Rows tools={members} ticks={ticks} />
      </div>
    );
  });
}

function Rows({ tools, ticks }: ToolsProps) {
  return (
    <ul className="tool-boxes">
      {tools.map(tool => (
        <li key={tool.id}>
          <TickBox label={visibleText(tool.id)} on={ticks.isTicked(tool)} onTick={on => ticks.set([tool], on)} />
          <span className="ellipsis" title={visibleText(tool.description)}>
            <Foreign text={tool.id} className="mono" /> <span className="subtle">{askedToolWords(tool)}</span>
            {ticks.isNew(tool) ? <span className="tag new">{t('new')}</span> : null}
          </span>
          <span className={`risk in ${askedToolRisk(tool)}`}>{riskLevels[askedToolRisk(tool)]}</span>
        </li>
      ))}
    </ul>
  );
}
