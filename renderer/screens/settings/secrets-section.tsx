// Settings, Secrets: their names, who uses them and how they are kept. A value is typed in and never shown again.
import { KeyRound, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Line } from '../../parts/form-fields.tsx';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { SetSecretSheet } from '../../parts/set-secret-sheet.tsx';
import { Shape, Status } from '../../parts/shape.tsx';
import { useAnswer } from '../../parts/use-request.ts';
import { t } from '../../words/language.ts';
import type { PanelResult } from '../../../contract/schemas/panel-requests.ts';
import type { Secret } from '../../../contract/schemas/secrets.ts';

type Kept = PanelResult<'secrets:list'>;

export function SecretsSection() {
  const act = useAct();
  const [kept, again] = useKept();
  const [changing, setChanging] = useState<string | null>(null);
  const remove = (secret: string) =>
    void act('secrets:remove', { name: secret }, t('{name} was removed.', { name: secret })).then(again);
  return (
    <section aria-label={t('Secrets')}>
      <h2>{t('Secrets')}</h2>
      {kept ? <Keeper keeper={kept.keeper} /> : null}
      {kept && kept.secrets.length > 0 ? (
        <SecretTable secrets={kept.secrets} onSet={setChanging} onRemove={remove} />
      ) : (
        <p className="setting muted">{t('None yet. A token that you give a server is moved here by itself.')}</p>
      )}
      <AddSecret onDone={again} />
      {changing === null ? null : (
        <SetSecretSheet
          name={changing}
          onClose={done => {
            setChanging(null);
            if (done) again();
          }}
        />
      )}
    </section>
  );
}

/** The secrets, and what asks for them again. What servers refer to changes with them. */
function useKept(): readonly [kept: Kept | null, again: () => void] {
  const serverIds = Object.keys(useSnapshot().servers).join();
  const [turn, setTurn] = useState(0);
  const [kept] = useAnswer(`${turn} ${serverIds}`, link => link.request('secrets:list', {}));
  return [kept, () => setTurn(before => before + 1)];
}

function Keeper({ keeper }: Pick<Kept, 'keeper'>) {
  return (
    <p className="setting">
      <span className="line">
        {keeper.warns ? (
          <span className="text-attention">
            <Shape tone="attention" />
          </span>
        ) : null}
        <ReasonText reason={keeper.reason} />
      </span>
    </p>
  );
}

interface TableProps {
  readonly secrets: readonly Secret[];
  readonly onSet: (name: string) => void;
  readonly onRemove: (name: string) => void;
}

function SecretTable({ secrets, onSet, onRemove }: TableProps) {
  return (
    <DataTable
      label={t('Secrets')}
      rows={secrets}
      rowId={({ name }) => name}
      columns={[
        { head: t('Name'), cell: ({ name }) => <Foreign className="mono" text={name} /> },
        {
          head: t('Value'),
          width: 110,
          cell: ({ isSet }) =>
            isSet ? <Status tone="running">{t('set')}</Status> : <Status tone="attention">{t('not set')}</Status>,
        },
        { head: t('Used by'), cell: secret => <UsedBy secret={secret} /> },
        {
          head: t('–Actions'),
          width: 210,
          num: true,
          cell: ({ name, isSet }) => (
            <span className="line justify-end">
              <ActButton size="small" icon={KeyRound} onClick={() => onSet(name)}>
                {isSet ? t('Change') : t('Set')}
              </ActButton>
              {isSet ? <Remove name={name} onRemove={onRemove} /> : null}
            </span>
          ),
        },
      ]}
    />
  );
}

function UsedBy({ secret: { usedBy } }: { secret: Secret }) {
  const { servers } = useSnapshot();
  const names = usedBy.map(id => servers[id]?.name ?? id);
  return <span className="wraps">{names.length === 0 ? t('no server') : <Foreign text={names.join(', ')} />}</span>;
}

function Remove({ name, onRemove }: { name: string } & Pick<TableProps, 'onRemove'>) {
  return (
    <ConfirmButton
      size="small"
      icon={Trash2}
      label={t('Remove')}
      title={t('Remove {name}', { name })}
      text={t('Its value is forgotten. Servers that use it run on until their next start, and then wait for it.')}
      onConfirm={() => onRemove(name)}
    />
  );
}

function AddSecret({ onDone }: { onDone: () => void }) {
  const { name, setName, value, setValue, isComplete, set } = useNewSecret(onDone);
  return (
    <form className="setting" aria-label={t('Add a secret')} onSubmit={event => void set(event)}>
      <span className="line items-end">
        <Line label={t('Name')} value={name} onChange={setName} placeholder="GITHUB_TOKEN" mono />
        <Line label={t('Value')} value={value} onChange={setValue} mono secret />
        <ActButton
          look="primary"
          type="submit"
          disabled={!isComplete}
          title={isComplete ? undefined : t('Fill in the name and the value')}
        >
          {t('Add')}
        </ActButton>
      </span>
    </form>
  );
}

function useNewSecret(onDone: () => void) {
  const act = useAct();
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const isComplete = name.trim() !== '' && value !== '';
  const set = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    const done = await act('secrets:set', { name: name.trim(), value }, t('{name} was set.', { name: name.trim() }));
    if (!done) return;
    setValue('');
    setName('');
    onDone();
  };
  return { name, setName, value, setValue, isComplete, set };
}
