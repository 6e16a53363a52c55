// The walls around a server as switches: whether there are any, the network, and each folder.

import { t } from '../words/language.ts';
import { networkChoices } from '../words/sandbox-words.ts';
import { Segmented, Switch } from './choices.tsx';
import { FolderRows } from './folder-rows.tsx';
import { Setting } from './setting.tsx';
import type { WallsForm } from './walls-form.ts';

interface WallsFieldsProps {
  readonly form: WallsForm;
  readonly onChange: (form: WallsForm) => void;
  readonly disabled?: boolean;
}

export function WallsFields({ form, onChange, disabled = false }: WallsFieldsProps) {
  const change = (part: Partial<WallsForm>) => onChange({ ...form, ...part });
  return (
    <fieldset className="walls-fields" disabled={disabled} aria-label={t('Walls')}>
      <Setting
        label={t('Walls')}
        note={
          form.on
            ? t('It sees its own package and what stands below, and nothing else of yours.')
            : t('Without walls it runs as every program of yours: it reads your files and reaches every address.')
        }
      >
        <Switch label={t('Walls')} on={form.on} disabled={disabled} onSwitch={on => change({ on })} />
      </Setting>
      {form.on ? <WallsGrants form={form} onChange={onChange} /> : null}
    </fieldset>
  );
}

/** What is granted through them. */
export function WallsGrants({ form, onChange }: Pick<WallsFieldsProps, 'form' | 'onChange'>) {
  return (
    <>
      <Setting label={t('Network')} note={t('What it may reach. Its pipes to Pilothouse are always there.')}>
        <Segmented
          label={t('Network')}
          value={form.network}
          onChoose={network => onChange({ ...form, network })}
          choices={networkChoices}
        />
      </Setting>
      {form.network === 'hosts' ? (
        <label className="form-row tall text-xs">
          <span>
            {t('Hosts')}
            <small className="subtle block">{t('one on each line')}</small>
          </span>
          <textarea
            className="well"
            rows={3}
            spellCheck={false}
            value={form.hosts}
            placeholder={'api.example.com\n*.example.com\nlocalhost:8080'}
            onChange={event => onChange({ ...form, hosts: event.target.value })}
          />
        </label>
      ) : null}
      <FolderRows folders={form.folders} onChange={folders => onChange({ ...form, folders })} />
    </>
  );
}
