// The parts of Connect in a narrow window, one at a time, each with what is the matter in it.
import { type ReactNode, useRef } from 'react';
import { Shape } from '../../parts/shape.tsx';
import { t } from '../../words/language.ts';
import { browserState } from './browsers/browser-state.ts';
import { answerState } from './browsers/claim-words.ts';
import type { Tone } from '../../words/tone.ts';
import type { Chain } from './use-chain.ts';
import type { Places, ShownTab } from './use-places.ts';

const words: Readonly<Record<ShownTab, string>> = {
  question: t('Waiting for you'),
  agents: t('Agents'),
  browsers: t('Browsers'),
  who: t('Who answers'),
};

export function shownTabs(asked: boolean): readonly ShownTab[] {
  return asked ? ['question', 'agents', 'browsers', 'who'] : ['agents', 'browsers', 'who'];
}

export function NarrowTabs({ chain, places: { tab, choose } }: { chain: Chain; places: Places }) {
  const list = useRef<HTMLDivElement>(null);
  const marks = tabMarks(chain);
  return (
    <div className="tabs" role="tablist" aria-label={t('Part')} ref={list}>
      {shownTabs(chain.asked !== null).map(name => (
        <button
          key={name}
          id={`connect-tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === tab}
          data-state={name === tab ? 'active' : 'inactive'}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => choose(name)}
        >
          {words[name]}
          {marks[name]}
        </button>
      ))}
    </div>
  );
}

function tabMarks({ agents, found: { browsers, who } }: Chain): Readonly<Record<ShownTab, ReactNode>> {
  const bad = browsers?.filter(browser => browser.isOn && browserState(browser).tone === 'crashed').length ?? 0;
  const odd =
    who?.filter(answer => answerState(answer).tone !== 'running' && answerState(answer).tone !== 'stopped').length ?? 0;
  return {
    question: <Mark tone="attention" count={1} />,
    agents: agents.found === null ? null : <small>{agents.found}</small>,
    browsers: bad > 0 ? <Mark tone="crashed" count={bad} /> : null,
    who: odd > 0 ? <Mark tone="attention" count={odd} /> : null,
  };
}

function Mark({ tone, count }: { tone: Tone; count: number }) {
  return (
    <span className={`tab-mark ${tone}`}>
      <Shape tone={tone} />
      {count}
    </span>
  );
}
