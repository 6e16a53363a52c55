// What can be written at the caret of the filter, with how many entries have it.
import { type CSSProperties, useEffect, useRef } from 'react';
import { Foreign } from '../../../parts/foreign.tsx';
import { formatCount } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { Asking, Suggestion } from './query-suggestions.ts';

interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly at: number;
  readonly asking: Asking;
  readonly onTake: (suggestion: Suggestion) => void;
}

export function SuggestionList({ id, suggestions, at, asking, onTake }: SuggestionListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div className="drop-menu suggests" style={{ '--from': asking.from } as CSSProperties}>
      <h3 aria-hidden="true">{asking.field ?? t('Fields')}</h3>
      <ul
        id={id}
        ref={list}
        role="listbox"
        aria-label={asking.field === null ? t('Fields') : t('Values of {field}', { field: asking.field })}
      >
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion.label}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            // A press must not take the focus out of the field.
            onPointerDown={event => {
              event.preventDefault();
              onTake(suggestion);
            }}
          >
            <Foreign text={suggestion.label} className="mono" max={60} />
            <span className="fill" />
            <Foreign text={suggestion.note} className="subtle ellipsis" max={60} />
            {suggestion.count === null ? null : <span className="subtle numeric">{formatCount(suggestion.count)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
