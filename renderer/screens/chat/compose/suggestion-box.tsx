// The list above the field: what `/` or `@` offers, gone through with the arrows and taken with Enter or Tab.
import { Foreign } from '../../../parts/foreign.tsx';
import { formatBytes } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { Suggestion } from './suggestions.ts';

interface SuggestionBoxProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly at: number;
  readonly empty: string;
  readonly onTake: (suggestion: Suggestion) => void;
}

export function SuggestionBox({ id, suggestions, at, empty, onTake }: SuggestionBoxProps) {
  return (
    <div className="drop-menu suggestion-box">
      {suggestions.length === 0 ? (
        <p className="subtle menu-note" role="status">
          {empty}
        </p>
      ) : null}
      <ul role="listbox" id={id} aria-label={t('Suggestions')}>
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            // Before the field loses focus.
            onMouseDown={event => {
              event.preventDefault();
              onTake(suggestion);
            }}
          >
            <Line suggestion={suggestion} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Line({ suggestion }: { suggestion: Suggestion }) {
  switch (suggestion.kind) {
    case 'prompt':
      return (
        <>
          <Foreign text={`/${suggestion.prompt.name}`} className="mono" max={40} />
          <Foreign text={suggestion.server} className="muted" max={30} />
          <Foreign text={suggestion.prompt.description ?? ''} className="subtle ellipsis" max={120} />
        </>
      );
    case 'resource':
      return (
        <>
          <Foreign text={suggestion.resource.name} max={40} />
          <Foreign text={suggestion.server} className="muted" max={30} />
          <Foreign text={suggestion.resource.uri} className="subtle ellipsis mono" max={80} middle />
        </>
      );
    case 'file':
      return (
        <>
          <Foreign text={suggestion.file.name} max={60} middle />
          <span className="subtle">
            {t('of this conversation, {bytes}', { bytes: formatBytes(suggestion.file.bytes) })}
          </span>
        </>
      );
    case 'attach':
      return <span>{t('A file of this machine')}</span>;
  }
}
