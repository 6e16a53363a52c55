// Adds a member whose name the schema does not say.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { isRecord } from '../../../contract/json.ts';
import { type Path, valueAt } from '../../../contract/json-schema/json.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../words/language.ts';
import { withMember } from './call-draft.ts';
import type { FormProps } from './argument-field.tsx';

interface AddProps extends FormProps {
  readonly path: Path;
  readonly node: unknown;
  readonly place: string;
}

export function AddMember({ path, node, place, draft, schema, onChange }: AddProps) {
  const [name, setName] = useState('');
  const above = valueAt(draft.value, path);
  const isTaken = isRecord(above) && Object.hasOwn(above, name);
  const canAdd = name !== '' && name !== '__proto__' && !isTaken;
  const add = () => {
    if (!canAdd) return;
    onChange(withMember(draft, schema, path, name, node));
    setName('');
  };
  return (
    <span className="argument-control">
      <span className="field">
        <input
          aria-label={t('Name of another member of {place}', { place })}
          placeholder={t('name')}
          className="mono"
          value={name}
          spellCheck={false}
          onChange={event => setName(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            add();
          }}
        />
      </span>
      <Button
        size="small"
        icon={Plus}
        disabled={!canAdd}
        title={isTaken ? t('There is one already.') : undefined}
        onClick={add}
      >
        {t('Add a member')}
      </Button>
    </span>
  );
}
