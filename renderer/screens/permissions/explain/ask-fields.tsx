// The fields that say who, what and where, for a grant made by hand and for "what would decide this?".
import { visibleText } from '../../../../contract/visible-text.ts';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { risksWithin, scopeNames, scopeWords } from '../../../words/scope-words.ts';
import { placeKind } from './permission-ask.ts';
import type { Scope } from '../../../../contract/permissions.ts';
import type { Resource, Subject } from '../../../../contract/schemas/permissions.ts';

export interface Place {
  readonly subject: Subject;
  readonly scope: Scope;
  readonly resource: Resource;
}

interface AskFieldsProps {
  readonly value: Place;
  readonly onChange: (value: Place) => void;
}

export function AskFields({ value, onChange }: AskFieldsProps) {
  return (
    <div className="ask-fields">
      <WhoField subject={value.subject} onChange={subject => onChange({ ...value, subject })} />
      <label>
        <span>{t('What')}</span>
        <select
          className="field"
          value={value.scope}
          onChange={event => {
            const scope = event.target.value as Scope;
            const stays = placeKind(scope) === placeKind(value.scope);
            onChange({ ...value, scope, resource: stays ? value.resource : { kind: 'any' } });
          }}
        >
          {scopeNames.map(scope => (
            <option key={scope} value={scope}>
              {scopeWords(scope).title}, {risksWithin[scopeWords(scope).risk]}
            </option>
          ))}
        </select>
      </label>
      <WhereField value={value} onChange={onChange} />
    </div>
  );
}

function WhoField({ subject, onChange }: { subject: Subject; onChange: (subject: Subject) => void }) {
  const { clients } = useSnapshot();
  const isOrigin = subject.kind === 'origin';
  return (
    <div className="grid gap-2">
      <label>
        <span>{t('Who')}</span>
        <select
          className="field"
          data-first
          value={isOrigin ? 'origin' : subject.id}
          onChange={({ target }) =>
            onChange(
              target.selectedIndex === target.options.length - 1
                ? { kind: 'origin', id: '' }
                : { kind: 'client', id: target.value },
            )
          }
        >
          {Object.values(clients).map(({ id, name }) => (
            <option key={id} value={id}>
              {visibleText(name)}
            </option>
          ))}
          <option value="origin">{t('a web page, by its origin')}</option>
        </select>
      </label>
      {isOrigin ? (
        <TextField
          label={t('Web origin')}
          placeholder={t('https://app.example')}
          value={subject.id}
          onChange={id => onChange({ kind: 'origin', id })}
        />
      ) : null}
    </div>
  );
}

function WhereField({ value, onChange }: AskFieldsProps) {
  const { servers } = useSnapshot();
  const { scope, resource } = value;
  const kind = placeKind(scope);
  if (kind === 'none') return null;
  const set = (next: Resource) => onChange({ ...value, resource: next });
  if (kind === 'server') {
    return (
      <label>
        <span>{t('Where')}</span>
        <select
          className="field"
          value={resource.kind === 'server' ? resource.serverId : ''}
          onChange={({ target }) =>
            set(target.value === '' ? { kind: 'any' } : { kind: 'server', serverId: target.value })
          }
        >
          <option value="">{t('every server')}</option>
          {Object.values(servers).map(({ id, name }) => (
            <option key={id} value={id}>
              {visibleText(name)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <TextField
      label={t('Where (empty is every site)')}
      placeholder={t('https://app.example or *.app.example')}
      value={resource.kind === 'site' ? resource.origin : ''}
      onChange={origin => set(origin === '' ? { kind: 'any' } : { kind: 'site', origin })}
    />
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TextField({ label, placeholder, value, onChange }: TextFieldProps) {
  return (
    <label>
      <span>{label}</span>
      <span className="field">
        <input
          value={value}
          maxLength={200}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          onChange={event => onChange(event.target.value)}
        />
      </span>
    </label>
  );
}
