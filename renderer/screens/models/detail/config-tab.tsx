// How a provider is reached and what was set for it: its name, its address, its key, and how its program is run.
import { KeyRound, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { providerFacts } from '../../../../contract/models.ts';
import { ActButton } from '../../../parts/button.tsx';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Facts, PaneHead } from '../../../parts/layout.tsx';
import { useAct, useLive, usePanelParts } from '../../../parts/panel-context.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { Setting } from '../../../parts/setting.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useDraft } from '../../../parts/use-draft.ts';
import { useSending } from '../../../parts/use-sending.ts';
import { WhereItGoes } from '../../../parts/where-it-goes.tsx';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { NumberLine } from '../number-line.tsx';
import { configForm, configOf, configTrouble } from './config-form.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';

export function ConfigTab({ provider }: { provider: ModelProvider }) {
  const act = useAct();
  const { id: providerId, program, type } = provider;
  const form = configForm(provider);
  const draft = useDraft(form);
  const { value, change } = draft;
  const save = () => void act('models:set', { providerId, ...configOf(form, value) });
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={t('Config')}>
      <TextLine
        label={t('Name')}
        note={t('What it is called everywhere.')}
        value={value.name}
        onChange={name => change({ name })}
      />
      {form.baseUrl === null ? null : (
        <TextLine
          label={t('Address')}
          note={t('Asked for chat, lists and checks alike.')}
          value={value.baseUrl ?? ''}
          onChange={baseUrl => change({ baseUrl })}
          mono
        />
      )}
      {program === null ? null : (
        <>
          <NumberLine
            label={t('Stops when idle for')}
            note={t('It starts when it is asked for, and stops when nobody has asked for so long.')}
            unit="min"
            value={value.idleMinutes}
            onChange={idleMinutes => change({ idleMinutes })}
          />
          <NumberLine
            label={t('Tokens of context')}
            note={t('More need more memory. Empty: what the program takes by itself.')}
            value={value.context}
            onChange={context => change({ context })}
          />
          {program.format === 'gguf' ? (
            <TextLine
              label="llama-server"
              note={t('The program of llama.cpp that reads the file.')}
              value={value.engine}
              onChange={engine => change({ engine })}
              mono
            />
          ) : null}
        </>
      )}
      <SaveBar
        draft={draft}
        blocked={configTrouble(value)}
        note={program === null ? t('It is asked anew with this.') : t('It holds from its next start on.')}
        onSave={save}
      />
      {program === null && providerFacts[type].key !== 'none' ? <KeySection provider={provider} /> : null}
      <Fixed provider={provider} />
    </div>
  );
}

interface TextLineProps {
  readonly label: string;
  readonly note: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean;
}

function TextLine({ label, note, value, onChange, mono }: TextLineProps) {
  const live = useLive();
  return (
    <Setting as="label" label={label} note={note}>
      <span className={`field w-80 ${mono ? 'mono' : ''}`}>
        <input
          aria-label={label}
          spellCheck={false}
          disabled={!live}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      </span>
    </Setting>
  );
}

/** A key is never shown again: it is replaced or forgotten. */
function KeySection({ provider: { id: providerId, name, hasKey } }: { provider: ModelProvider }) {
  const act = useAct();
  const { key, setKey, said, busy, save } = useNewKey(providerId);
  const isEmpty = key.trim() === '';
  return (
    <section aria-label={t('Key')}>
      <PaneHead title={t('Key')} note={hasKey ? t('kept in the keychain, never shown again') : t('none')}>
        {hasKey ? (
          <ConfirmButton
            size="small"
            icon={Trash2}
            label={t('Forget the key')}
            title={t('Forget the key of {name}', { name })}
            text={t(
              'It is taken out of the keychain. The key itself stays good at the provider until you end it there.',
            )}
            onConfirm={() => void act('models:set', { providerId, key: null })}
          />
        ) : null}
      </PaneHead>
      <form className="section grid gap-2" onSubmit={event => void save(event)}>
        <div className="line">
          <span className="field w-80">
            <input
              type="password"
              aria-label={hasKey ? t('Another key') : t('API key')}
              placeholder={hasKey ? t('Another key') : t('API key')}
              autoComplete="off"
              spellCheck={false}
              value={key}
              onChange={event => setKey(event.target.value)}
            />
          </span>
          <ActButton
            type="submit"
            icon={KeyRound}
            disabled={isEmpty || busy}
            title={isEmpty ? t('Enter a key first') : undefined}
          >
            {busy ? t('Testing') : t('Test and save')}
          </ActButton>
        </div>
        <Said sentence={said} />
      </form>
    </section>
  );
}

function useNewKey(providerId: string) {
  const { link, store } = usePanelParts();
  const [key, setKey] = useState('');
  const { said, busy, send } = useSending();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() === '') return;
    if (!(await send(() => link.request('models:set', { providerId, key: key.trim() })))) return;
    setKey('');
    addNotice(store, 'done', t('The new key is kept.'));
  };
  return { key, setKey, said, busy, save };
}

function Fixed({ provider }: { provider: ModelProvider }) {
  const { id, type, program } = provider;
  return (
    <div className="section">
      <Facts
        facts={[
          [t('Called'), <Foreign key="id" className="mono" text={id === type ? `${id}:…` : `${id}:…, ${type}:…`} />],
          [t('What it is asked'), <WhereItGoes key="goes" provider={provider} />],
          ...(program === null
            ? []
            : ([[t('File'), <Foreign key="path" className="mono" text={program.path} />]] as const)),
        ]}
      />
    </div>
  );
}
