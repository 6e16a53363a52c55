// Makes a credential for an agent and shows, once, how the agent uses it.
import { RadioGroup } from 'radix-ui';
import { type FormEvent, useState } from 'react';
import { errorSentence } from '../../link/panel-error.ts';
import { ActButton } from '../../parts/button.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { Said } from '../../parts/sheet.tsx';
import { t } from '../../words/language.ts';
import { starts, startWords } from '../../words/start-words.ts';
import { NewCredential } from './new-credential.tsx';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { PanelResult } from '../../../contract/schemas/panel-requests.ts';

export function AgentForm() {
  const { link } = usePanelParts();
  const [name, setName] = useState('');
  const [start, setStart] = useState<Client['start']>('ask');
  const [said, setSaid] = useState<string | null>(null);
  const [made, setMade] = useState<PanelResult<'clients:create'> | null>(null);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    try {
      setMade(await link.request('clients:create', { name, start }));
      setName('');
      setSaid(null);
    } catch (error) {
      setSaid(errorSentence(error));
    }
  };
  return (
    <>
      {made ? <NewCredential made={made} onDone={() => setMade(null)} /> : null}
      <form onSubmit={event => void create(event)}>
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
              onChange={event => setName(event.target.value)}
              placeholder="Claude Code"
              autoComplete="off"
              aria-label={t('Name of the agent')}
            />
          </span>
        </div>
        <div className="form-row tall">
          <span className="two-lines">
            <span className="strong">{t('It may')}</span>
            <small>{t('can be changed under Agents')}</small>
          </span>
          <RadioGroup.Root
            className="starts max-w-160"
            aria-label={t('How far it may go')}
            value={start}
            onValueChange={value => setStart(value as Client['start'])}
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
