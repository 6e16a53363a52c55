// The filter of the trace: a line of typed terms, painted as they are understood, with suggestions for the one at the caret.
import { ListFilter, X } from 'lucide-react';
import { useId } from 'react';
import { useKeys } from '../../../frame/keys.ts';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import { QueryPaint } from './query-paint.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { type QueryFieldState, useQueryField } from './use-query-field.ts';

interface QueryFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly note: string;
  /** The filter is as it shall be: focus goes on to the entries. */
  readonly onDone: () => void;
}

export function QueryField({ text, onChange, note, onDone }: QueryFieldProps) {
  const field = useQueryField(text, onChange, onDone);
  const { input, query, said, suggestions, at, asking, take } = field;
  const listId = useId();
  const saidId = useId();
  useKeys({ '/': () => input.current?.focus() });
  return (
    <>
      <div className={`field fill query ${said ? 'invalid' : ''}`} role="search">
        <ListFilter className="icon" aria-hidden="true" />
        <span className="query-line">
          <QueryPaint text={text} query={query} input={input} />
          <QueryInput text={text} field={field} listId={listId} saidId={saidId} />
        </span>
        <span className="subtle text-2xs whitespace-nowrap">{note}</span>
        {text === '' ? (
          <kbd className="keycap" aria-hidden="true">
            /
          </kbd>
        ) : (
          <Button look="ghost" size="small" icon={X} aria-label={t('Clear filter')} onClick={() => onChange('')} />
        )}
        {suggestions.length === 0 ? null : (
          <SuggestionList id={listId} suggestions={suggestions} at={at} asking={asking} onTake={take} />
        )}
      </div>
      <p id={saidId} className={said ? 'said query-said' : 'visually-hidden'} role="status">
        {said && reasonWords(said.why)}
      </p>
    </>
  );
}

interface QueryInputProps {
  readonly text: string;
  readonly field: QueryFieldState;
  readonly listId: string;
  readonly saidId: string;
}

function QueryInput({ text, field, listId, saidId }: QueryInputProps) {
  const { input, said, suggestions, at, events } = field;
  const isShown = suggestions.length > 0;
  return (
    <input
      ref={input}
      type="text"
      role="combobox"
      aria-label={t('Filter entries')}
      aria-autocomplete="list"
      aria-expanded={isShown}
      aria-controls={isShown ? listId : undefined}
      aria-activedescendant={isShown && at >= 0 ? `${listId}-${at}` : undefined}
      aria-invalid={said !== undefined}
      aria-describedby={said ? saidId : undefined}
      placeholder={t('agent: tool: status: latency> or any text')}
      spellCheck={false}
      autoComplete="off"
      maxLength={2_000}
      value={text}
      {...events}
    />
  );
}
