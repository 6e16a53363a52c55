// Makes a credential for an agent and shows, once, how the agent uses it.
import { RadioGroup } from 'radix-ui';
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import { starts, startWords } from '../../../words/start-words.ts';
import { NewCredential } from './new-credential.tsx';
import type { Client } from '../../../../contract/schemas/entities.ts';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';

export function AgentForm() {
  const { link } = usePanelParts();
  const [name, setName] = useState('');
  const [start, setStart] = useState<Start>('ask');
  const [made, setMade] = useState<PanelResult<'clients:create'> | null>(null);
  const { said, send } = useSending();
  const create = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => {
      setMade(await link.request('clients:create', { name, start }));
      setName('');
    });
  };
  return (
    <>
      {made ? <NewCredential made={made} onDone={() => setMade(null)} /> : null}
      <form onSubmit={create}>
        <NameRow name={name} onChange={setName} />
        <StartRow start={start} onChange={setStart} />
        <div className="form-row">
          <span />
          <div className="grid gap-2 justify-items-start">
            <Said sentence={said} />
            <ActButton
              look="primary"
              type="submit"
              disabled={name.trim() === ''}
              title={name.trim() === '' ? t('Type a name first') : undefined}
            >
              {t('Make a credential')}
            </ActButton>
          </div>
        </div>
      </form>
    </>
  );
}

function NameRow({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <div className="form-row">
      <label className="two-lines" htmlFor="agent-name">
        <span className="strong">{t('Name')}</span>
        <small>{t('how you will know it')}</small>
      </label>
      <span className="field max-w-90">
        <input
          id="agent-name"
          value={name}
          maxLength={60}
          onChange={event => onChange(event.target.value)}
          placeholder="Claude Code"
          autoComplete="off"
          aria-label={t('Name of the agent')}
        />
      </span>
    </div>
  );
}

type Start = Client['start'];

function StartRow({ start, onChange }: { start: Start; onChange: (start: Start) => void }) {
  return (
    <div className="form-row tall">
      <span className="two-lines">
        <span className="strong">{t('It may')}</span>
        <small>{t('can be changed under Agents')}</small>
      </span>
      <RadioGroup.Root
        className="starts max-w-160"
        aria-label={t('How far it may go')}
        value={start}
        onValueChange={value => onChange(value as Start)}
      >
        {starts.map(value => (
          <RadioGroup.Item key={value} value={value} className="option" aria-label={startWords[value].title}>
            <span className="radio" />
            <span>
              <b>{startWords[value].title}</b>
              <small>{startWords[value].text}</small>
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
