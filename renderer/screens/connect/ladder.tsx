// First start: the five rungs from the hub to the first green round trip, which of them is next, and the way there.
import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { Button } from '../../parts/button.tsx';
import { CommandLine } from '../../parts/copy.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { keep, readKept } from '../../store/kept.ts';
import { t } from '../../words/language.ts';
import { connectLadder, type Rung } from './connect-ladder.ts';
import type { ManifestRow } from '../../../contract/schemas/manifests.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

const icons = { done: CircleCheck, next: CircleDot, later: Circle } as const;
const tones = { done: 'running', next: 'text-accent', later: '' } as const;
const said = { done: t('done'), next: t('next'), later: t('to do') } as const;

/** Where on Connect each rung is climbed, by the id of its section; the last one is climbed in the agent. */
const rungPlaces = ['endpoints', 'browsers', 'browsers', 'agents', null] as const;

const keptName = 'first-steps';

interface LadderProps {
  readonly snapshot: Snapshot;
  readonly rows: readonly ManifestRow[] | null;
  readonly now: number;
}

export function Ladder({ snapshot, rows, now }: LadderProps) {
  const [isShown, setShown] = useState(() => readKept(keptName, value => value === 'hidden') !== true);
  const rungs = connectLadder(snapshot, rows, now);
  const done = rungs.filter(({ state }) => state === 'done').length;
  const next = rungs.findIndex(({ state }) => state === 'next');
  const show = (on: boolean) => {
    setShown(on);
    keep(keptName, on ? 'shown' : 'hidden');
  };
  return (
    <section aria-label={t('First green round trip')}>
      <PaneHead title={t('First green round trip')} note={t('{done} of {all} done', { done, all: rungs.length })}>
        <Button look="ghost" size="small" aria-expanded={isShown} onClick={() => show(!isShown)}>
          {isShown ? (next < 0 ? t('Hide') : t('Skip for now')) : t('Show the steps')}
        </Button>
      </PaneHead>
      {isShown ? <Rungs rungs={rungs} /> : null}
      {isShown && next === rungs.length - 1 ? <FirstTask /> : null}
    </section>
  );
}

function Rungs({ rungs }: { rungs: readonly Rung[] }) {
  return (
    <ol className="ladder" aria-label={t('From the hub to the first call')}>
      {rungs.map(({ title, state, text }, index) => {
        const Icon = icons[state];
        const place = rungPlaces[index];
        return (
          <li key={title} aria-current={state === 'next' ? 'step' : undefined}>
            <div className={`step-title ${tones[state]}`}>
              <Icon aria-hidden="true" />
              <span className="text-ink">{title}</span>
              <span className="visually-hidden">{said[state]}</span>
            </div>
            <p>{visibleText(text)}</p>
            {state === 'next' && place ? (
              <Button look="ghost" size="small" onClick={() => goToPlace(place)}>
                {t('Go there')}
              </Button>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

/** What is left is to say something to the agent. */
function FirstTask() {
  const what = t('a first task');
  return (
    <div className="section">
      <p className="muted text-xs">{t('Give your agent a first task; its calls show here and in Traces.')}</p>
      <CommandLine text={t('Open https://example.com in a new tab and tell me its title.')} what={what} />
    </div>
  );
}

function goToPlace(id: string): void {
  const place = document.getElementById(id);
  place?.scrollIntoView({ block: 'start' });
  place?.querySelector<HTMLElement>('button:not([disabled]), input:not([disabled])')?.focus({ preventScroll: true });
}
