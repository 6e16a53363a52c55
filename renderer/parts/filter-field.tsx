// The filter of a screen: `/` focuses it, Escape clears it, and leaves it once it is empty.
import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { useKeys } from '../frame/keys.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';

interface FilterFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly note?: string | undefined;
  /** What it searches, where its label cannot say that. */
  readonly hint?: string;
  readonly grow?: boolean;
  /** For a longer label. */
  readonly wide?: boolean;
}

export function FilterField({ label, value, onChange, note, hint, grow, wide }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => input.current?.focus() });
  return (
    <div className={`field ${grow ? 'fill' : wide ? 'w-55' : 'w-45'}`} role="search">
      <Search className="icon" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        title={hint}
        value={value}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (value === '') input.current?.blur();
          else onChange('');
        }}
      />
      {note ? <span className="subtle text-2xs whitespace-nowrap">{note}</span> : null}
      {value === '' ? (
        <kbd className="keycap" aria-hidden="true">
          /
        </kbd>
      ) : (
        <Button look="ghost" size="small" icon={X} aria-label={t('Clear filter')} onClick={() => onChange('')} />
      )}
    </div>
  );
}
