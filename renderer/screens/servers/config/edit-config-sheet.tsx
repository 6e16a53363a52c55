// Changes a server's config. Each variable is kept, replaced, or taken away; one that looks like a secret is not shown.
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Line, Lines } from '../../../parts/form-fields.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
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
  const { name, setName, form, change, busy, said, submit } = useEdit(server, shape, onClose);
  return (
    <Sheet
      title={t('Edit {name}', { name: visibleText(server.name) })}
      text={t('Whatever is changed but the name asks for your approval again.')}
      open
      onClose={onClose}
      action={
        <ActButton look="primary" type="submit" form={formId} disabled={busy}>
          {t('Save')}
        </ActButton>
      }
    >
      <form id={formId} className="grid gap-3" onSubmit={submit}>
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

function useEdit(server: Server, shape: ServerShape, onSaved: () => void) {
  const { link, store } = usePanelParts();
  const [name, setName] = useState(server.name);
  const [form, setForm] = useState(() => formOf(shape));
  const { said, busy, send } = useSending();
  const save = async () => {
    await link.request('servers:configure', { serverId: server.id, name, config: editOf(form) });
    addNotice(store, 'done', t('{name} was changed.', { name }));
    onSaved();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(save);
  };
  const change = (more: Partial<ConfigForm>) => setForm({ ...form, ...more });
  return { name, setName, form, change, busy, said, submit };
}

interface ReachedProps {
  readonly form: ConfigForm;
  readonly change: (change: Partial<ConfigForm>) => void;
}

function Reached({ form, change }: ReachedProps) {
  const isRemote = form.kind === 'http' || form.kind === 'sse' || form.kind === 'fleet';
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

interface VariablesProps {
  readonly what: 'variable' | 'header';
  readonly rows: readonly VariableForm[];
  readonly onChange: (rows: VariableForm[]) => void;
}

const variableWords = {
  header: {
    legend: t('Headers. A value such as {secret} takes the secret of that name.', { secret: '${secret:NAME}' }),
    name: (number: number) => t('Header {number}, name', { number }),
    value: (number: number) => t('Header {number}, value', { number }),
    remove: (number: number) => t('Remove header {number}', { number }),
    add: t('Add a header'),
  },
  variable: {
    legend: t('Variables. A value such as {secret} takes the secret of that name.', { secret: '${secret:NAME}' }),
    name: (number: number) => t('Variable {number}, name', { number }),
    value: (number: number) => t('Variable {number}, value', { number }),
    remove: (number: number) => t('Remove variable {number}', { number }),
    add: t('Add a variable'),
  },
};

function Variables({ what, rows, onChange }: VariablesProps) {
  const { legend, add } = variableWords[what];
  return (
    <fieldset className="grid gap-1">
      <legend className="label-text">{legend}</legend>
      {rows.map((row, index) => (
        // A row is its place: names may be equal while one is typed.
        <VariableRow
          key={index}
          what={what}
          number={index + 1}
          row={row}
          onChange={more => onChange(rows.with(index, { ...row, ...more }))}
          onRemove={() => onChange(rows.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button size="small" icon={Plus} onClick={() => onChange([...rows, { name: '', value: '', stored: false }])}>
          {add}
        </Button>
      </div>
    </fieldset>
  );
}

interface VariableRowProps extends Pick<VariablesProps, 'what'> {
  readonly number: number;
  readonly row: VariableForm;
  readonly onChange: (change: Partial<VariableForm>) => void;
  readonly onRemove: () => void;
}

function VariableRow({ what, number, row, onChange, onRemove }: VariableRowProps) {
  const words = variableWords[what];
  return (
    <div className="line">
      <span className="field mono w-45">
        <input
          aria-label={words.name(number)}
          value={row.name}
          readOnly={row.stored}
          spellCheck={false}
          onChange={event => onChange({ name: event.target.value })}
        />
      </span>
      <span className="field mono fill">
        <input
          aria-label={words.value(number)}
          value={row.value ?? ''}
          spellCheck={false}
          autoComplete="off"
          placeholder={row.stored ? (row.shown ?? t('kept as it is')) : t('value')}
          onChange={event => onChange({ value: event.target.value })}
        />
      </span>
      <Button size="small" look="ghost" icon={X} aria-label={words.remove(number)} onClick={onRemove} />
    </div>
  );
}
