// Changes a server's config. Each variable is kept, replaced, or taken away; one that looks like a secret is not shown.
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { errorSentence } from '../../../link/panel-error.ts';
import { ActButton, Button } from '../../../parts/button.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { type ConfigForm, editOf, formOf, type VariableForm } from './config-form.ts';
import type { ServerShape } from '../../../../contract/schemas/server-config.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

const formId = 'edit-config';

interface EditProps {
  readonly server: Server;
  readonly shape: ServerShape;
  readonly onClose: () => void;
}

export function EditConfigSheet({ server, shape, onClose }: EditProps) {
  const { link, store } = usePanelParts();
  const [name, setName] = useState(server.name);
  const [form, setForm] = useState(() => formOf(shape));
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (more: Partial<ConfigForm>) => setForm({ ...form, ...more });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await link.request('servers:configure', { serverId: server.id, name, config: editOf(form) });
      addNotice(store, 'done', t('{name} was changed.', { name }));
      onClose();
    } catch (error) {
      setSaid(errorSentence(error));
      setBusy(false);
    }
  };
  return (
    <Sheet
      title={t('Edit {name}', { name: visibleText(server.name) })}
      text={t('Whatever is changed but the name asks for your approval again.')}
      open
      onClose={onClose}
      footer={
        <>
          <ActButton look="primary" type="submit" form={formId} disabled={busy}>
            {t('Save')}
          </ActButton>
          <Button look="ghost" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-3" onSubmit={event => void save(event)}>
        <Line label={t('Name')} value={name} onChange={setName} first />
        <Reached form={form} change={change} />
        <Variables
          what={form.kind === 'http' || form.kind === 'sse' ? 'header' : 'variable'}
          rows={form.variables}
          onChange={variables => change({ variables })}
        />
        <Said sentence={said} />
      </form>
    </Sheet>
  );
}

interface ReachedProps {
  readonly form: ConfigForm;
  readonly change: (change: Partial<ConfigForm>) => void;
}

function Reached({ form, change }: ReachedProps) {
  const isRemote = form.kind === 'http' || form.kind === 'sse';
  return (
    <>
      <Line
        label={isRemote ? t('Address') : form.kind === 'stdio' ? t('Program') : t('File')}
        value={form.target}
        onChange={target => change({ target })}
        mono
      />
      {form.kind === 'stdio' || form.kind === 'wasm' ? (
        <Lines label={t('Arguments, one on each line')} value={form.args} onChange={args => change({ args })} />
      ) : null}
      {form.kind === 'stdio' ? (
        <Line
          label={t('Working folder (its own in the data home when empty)')}
          value={form.cwd}
          onChange={cwd => change({ cwd })}
          mono
        />
      ) : null}
      {form.kind === 'javascript' ? (
        <Lines
          label={t('Hosts that it may reach, one on each line')}
          value={form.hosts}
          onChange={hosts => change({ hosts })}
        />
      ) : null}
      {form.kind === 'wasm' ? (
        <Lines
          label={t('Folders, one on each line: the path here, =, the name that it sees')}
          value={form.folders}
          onChange={folders => change({ folders })}
        />
      ) : null}
    </>
  );
}

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean;
  readonly first?: boolean;
}

function Line({ label, value, onChange, mono, first }: LineProps) {
  return (
    <label>
      <span>{label}</span>
      <span className={`field ${mono ? 'mono' : ''}`}>
        <input
          value={value}
          spellCheck={false}
          autoComplete="off"
          data-first={first}
          onChange={event => onChange(event.target.value)}
        />
      </span>
    </label>
  );
}

function Lines({ label, value, onChange }: Omit<LineProps, 'mono' | 'first'>) {
  return (
    <label>
      <span>{label}</span>
      <textarea
        className="well"
        rows={4}
        spellCheck={false}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </label>
  );
}

interface VariablesProps {
  readonly what: 'variable' | 'header';
  readonly rows: readonly VariableForm[];
  readonly onChange: (rows: VariableForm[]) => void;
}

function Variables({ what, rows, onChange }: VariablesProps) {
  const put = (index: number, more: Partial<VariableForm>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...more } : row)));
  return (
    <fieldset className="grid gap-1">
      <legend className="label-text">
        {what === 'header'
          ? t('Headers. A value such as {secret} takes the secret of that name.', { secret: '${secret:NAME}' })
          : t('Variables. A value such as {secret} takes the secret of that name.', { secret: '${secret:NAME}' })}
      </legend>
      {rows.map((row, index) => (
        // A row is its place: names may be equal while one is typed.
        <div key={index} className="line">
          <span className="field mono w-45">
            <input
              aria-label={
                what === 'header'
                  ? t('Header {number}, name', { number: index + 1 })
                  : t('Variable {number}, name', { number: index + 1 })
              }
              value={row.name}
              readOnly={row.stored}
              spellCheck={false}
              onChange={event => put(index, { name: event.target.value })}
            />
          </span>
          <span className="field mono fill">
            <input
              aria-label={
                what === 'header'
                  ? t('Header {number}, value', { number: index + 1 })
                  : t('Variable {number}, value', { number: index + 1 })
              }
              value={row.value ?? ''}
              spellCheck={false}
              autoComplete="off"
              placeholder={row.stored ? (row.shown ?? t('kept as it is')) : t('value')}
              onChange={event => put(index, { value: event.target.value })}
            />
          </span>
          <Button
            size="small"
            look="ghost"
            icon={X}
            aria-label={
              what === 'header'
                ? t('Remove header {number}', { number: index + 1 })
                : t('Remove variable {number}', { number: index + 1 })
            }
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button size="small" icon={Plus} onClick={() => onChange([...rows, { name: '', value: '', stored: false }])}>
          {what === 'header' ? t('Add a header') : t('Add a variable')}
        </Button>
      </div>
    </fieldset>
  );
}
