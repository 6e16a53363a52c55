// How a provider is reached and what was set for it: its name, its address, its key, and how its program is run.
import { providerFacts } from '../../../../contract/models.ts';
import { Switch } from '../../../parts/choices.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Facts } from '../../../parts/layout.tsx';
import { useAct, useLive } from '../../../parts/panel-context.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { Setting } from '../../../parts/setting.tsx';
import { type Draft, useDraft } from '../../../parts/use-draft.ts';
import { WhereItGoes } from '../../../parts/where-it-goes.tsx';
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import { NumberLine } from '../number-line.tsx';
import { type ConfigForm, configForm, configOf, configTrouble } from './config-form.ts';
import { KeySection } from './key-section.tsx';
import type { ModelProgram, ModelProvider } from '../../../../contract/schemas/models.ts';

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
      {program === null ? null : <ProgramRows draft={draft} program={program} />}
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

interface RowsProps {
  readonly draft: Draft<ConfigForm>;
  readonly program: ModelProgram;
}

function ProgramRows({ draft: { value, change }, program }: RowsProps) {
  return (
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
      <SandboxLine on={value.walls} onSwitch={walls => change({ walls })} program={program} />
    </>
  );
}

interface SandboxLineProps {
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly program: ModelProgram;
}

function SandboxLine({ on, onSwitch, program: { unwalled } }: SandboxLineProps) {
  const live = useLive();
  const none = unwalled === null || unwalled.kind === 'model-walls-off' ? null : reasonWords(unwalled);
  const note = t('It sees its files, a folder of its own and the graphics cards, and has no network but its own port.');
  return (
    <Setting label={t('Sandbox')} note={none ?? note}>
      <Switch label={t('Sandbox')} on={on && none === null} disabled={!live || none !== null} onSwitch={onSwitch} />
    </Setting>
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
