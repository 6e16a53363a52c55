// Filters with a name: keep the one that stands in the field, use one again, let one go.
import { Bookmark, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Drop } from '../../../parts/drop.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { keep, readKept } from '../../../store/kept.ts';
import { t } from '../../../words/language.ts';
import { readSaved, type SavedFilter, withoutSaved, withSaved } from './saved-filters.ts';

const keptName = 'trace-filters';

interface SavedFiltersMenuProps {
  readonly text: string;
  readonly onUse: (text: string) => void;
}

export function SavedFiltersMenu({ text, onUse }: SavedFiltersMenuProps) {
  const [saved, setSaved] = useState(() => readKept(keptName, readSaved) ?? []);
  const change = (next: readonly SavedFilter[]) => {
    keep(keptName, next);
    setSaved(next);
  };
  return (
    <Drop label={t('Saved filters')} icon={Bookmark} text={t('Saved')}>
      <SaveForm text={text} onSave={name => change(withSaved(saved, name, text))} />
      {saved.length === 0 ? (
        <p className="subtle px-2 py-1">{t('No filter has a name yet.')}</p>
      ) : (
        <ul aria-label={t('Saved filters')}>
          {saved.map(filter => (
            <li key={filter.name} className="saved">
              <button type="button" className="menu-item" data-closes onClick={() => onUse(filter.text)}>
                <Foreign text={filter.name} className="ellipsis" />
                <Foreign text={filter.text} className="mono subtle ellipsis" />
              </button>
              <Button
                look="ghost"
                size="small"
                icon={Trash2}
                aria-label={t('Remove the filter {name}', { name: filter.name })}
                title={t('Remove the filter {name}', { name: filter.name })}
                onClick={() => change(withoutSaved(saved, filter.name))}
              />
            </li>
          ))}
        </ul>
      )}
    </Drop>
  );
}

function SaveForm({ text, onSave }: { text: string; onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  if (text.trim() === '') return <p className="subtle px-2 py-1">{t('Type a filter to give it a name here.')}</p>;
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(name);
    setName('');
  };
  return (
    <form className="menu-item" onSubmit={save}>
      <span className="field fill">
        <input
          aria-label={t('Name for this filter')}
          placeholder={t('Name for this filter')}
          value={name}
          maxLength={60}
          onChange={event => setName(event.target.value)}
        />
      </span>
      <Button
        type="submit"
        disabled={name.trim() === ''}
        title={name.trim() === '' ? t('It needs a name.') : undefined}
      >
        {t('Save')}
      </Button>
    </form>
  );
}
