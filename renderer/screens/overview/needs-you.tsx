// "Needs you": what waits for a person, each with the way to its answer.
import { useState } from 'react';
import { goTo, parseRoute } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { Shape } from '../../parts/shape.tsx';
import { t } from '../../words/language.ts';
import { needs } from './needs.ts';

const shownAtMost = 5;

export function NeedsYou({ now }: { now: number }) {
  const all = needs(useSnapshot(), now);
  const [whole, setWhole] = useState(false);
  const shown = whole ? all : all.slice(0, shownAtMost);
  return (
    <section className="needs" aria-label={t('Needs you')}>
      <PaneHead
        title={t('Needs you')}
        note={all.length === 0 ? t('nothing') : t('{count, number}, most urgent first', { count: all.length })}
      >
        {all.length > shownAtMost ? (
          <Button size="small" look="ghost" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? t('Show fewer') : t('Show {count, number} more', { count: all.length - shownAtMost })}
          </Button>
        ) : null}
      </PaneHead>
      <ul>
        {shown.map(({ id, tone, title, why, path, action }, index) => (
          <li key={id} className={tone}>
            <Shape tone={tone} />
            <Foreign text={title} className="need-title ellipsis" />
            <Foreign text={why} className="need-reason ellipsis" />
            <Button
              size="small"
              look={index === 0 && id === 'prompts' ? 'primary' : undefined}
              shortcut={id === 'prompts' ? 'P' : undefined}
              aria-label={`${action}: ${title}`}
              onClick={() => {
                const route = parseRoute(`#/${path}`);
                goTo(route.screen, route.id);
              }}
            >
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
