// Which servers a question gets: picked by its words, all, or those that are ticked; with why each one is in or out.
import { useId, useState } from 'react';
import { serverChoices } from '../../../contract/chat.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { useLive } from '../../parts/panel-context.tsx';
import { t } from '../../words/language.ts';
import { sourceNote } from './chat-words.ts';
import type { ChatChange, ChatSettings, ChatSource } from '../../../contract/schemas/chat.ts';

interface SourceChoiceProps {
  readonly sources: readonly ChatSource[];
  readonly settings: ChatSettings;
  readonly onChange: (change: ChatChange) => void;
}

const choiceWords: Readonly<Record<ChatSettings['servers'], string>> = {
  picked: t('picked for each question'),
  all: t('all of them'),
  chosen: t('those that are ticked'),
};

export function HowPicked({ settings, onChange }: Omit<SourceChoiceProps, 'sources'>) {
  const live = useLive();
  return (
    <select
      className="field"
      aria-label={t('Which servers a question gets')}
      value={settings.servers}
      disabled={!live}
      onChange={event => onChange({ servers: event.target.value as ChatSettings['servers'] })}
    >
      {serverChoices.map(choice => (
        <option key={choice} value={choice}>
          {choiceWords[choice]}
        </option>
      ))}
    </select>
  );
}

/** The others are there on demand. */
const shownFirst = 6;

export function SourceList({ sources, settings, onChange }: SourceChoiceProps) {
  const [isWhole, setWhole] = useState(false);
  const sorted = sources.toSorted((a, b) => Number(b.picked) - Number(a.picked) || b.score - a.score);
  const picked = sorted.filter(source => source.picked).length;
  const first = isWhole ? sorted : sorted.slice(0, Math.max(shownFirst, picked));
  const left = sorted.slice(first.length);
  const away = left.filter(({ isRunning }) => !isRunning).length;
  if (sources.length === 0)
    return (
      <p className="subtle text-xs">{t('No server and no browser offers a tool now. Chat answers without tools.')}</p>
    );
  const tick = (source: ChatSource, isOn: boolean) => {
    const chosen =
      settings.servers === 'chosen' ? settings.chosen : sources.filter(each => each.picked).map(({ id }) => id);
    const others = chosen.filter(id => id !== source.id);
    onChange({ servers: 'chosen', chosen: isOn ? [...others, source.id] : others });
  };
  return (
    <>
      <ul className="sources">
        {first.map(source => (
          <Source key={source.id} source={source} onTick={isOn => tick(source, isOn)} />
        ))}
      </ul>
      {left.length === 0 ? null : (
        <button type="button" className="link text-xs" onClick={() => setWhole(true)}>
          {away === 0
            ? t('{count} more', { count: left.length })
            : t('{count} more, {away} of them not running', { count: left.length, away })}
        </button>
      )}
    </>
  );
}

function Source({ source, onTick }: { source: ChatSource; onTick: (isOn: boolean) => void }) {
  const live = useLive();
  const id = useId();
  const note = sourceNote(source);
  return (
    <li>
      <input
        id={id}
        type="checkbox"
        checked={source.picked}
        disabled={!live}
        aria-label={visibleText(source.name)}
        aria-describedby={`${id}-why`}
        onChange={event => onTick(event.target.checked)}
      />
      <label htmlFor={id} className={`ellipsis ${source.picked ? '' : 'muted'}`}>
        <Foreign text={source.name} max={40} />
      </label>
      <small id={`${id}-why`}>
        <Foreign text={note} max={60} />
      </small>
    </li>
  );
}
