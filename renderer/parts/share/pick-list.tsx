// Names of which any may be ticked, with a filter where there are many.
import { useState } from 'react';
import { t } from '../../words/language.ts';
import { FilterField } from '../filter-field.tsx';
import { Foreign } from '../foreign.tsx';

export interface PickItem {
  readonly name: string;
  readonly note?: string;
}

interface PickListProps {
  readonly label: string;
  readonly items: readonly PickItem[];
  readonly picked: readonly string[];
  readonly onPick: (name: string, on: boolean) => void;
  /** What is said where there is none. */
  readonly none: string;
  /** Its first box has focus when the dialog opens. */
  readonly first?: boolean;
}

/** From this many on they are filtered. */
const many = 12;

export function PickList({ label, items, picked, onPick, none, first }: PickListProps) {
  const [filter, setFilter] = useState('');
  if (items.length === 0) return <p className="subtle">{none}</p>;
  const shown = items.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
  return (
    <div className="pick-list">
      {items.length >= many ? <FilterField label={t('Filter')} value={filter} onChange={setFilter} grow /> : null}
      <ul aria-label={label} className="tool-checks">
        {shown.map(({ name, note }, at) => (
          <li key={name}>
            <label className="check">
              <input
                type="checkbox"
                data-first={first && at === 0 ? true : undefined}
                checked={picked.includes(name)}
                onChange={event => onPick(name, event.target.checked)}
              />
              <Foreign text={name} className="mono ellipsis" />{' '}
              {note ? <span className="subtle ellipsis">{note}</span> : null}
            </label>
          </li>
        ))}
        {shown.length === 0 ? <li className="subtle">{t('None.')}</li> : null}
      </ul>
    </div>
  );
}
