// Changes how far a client may go before it has to ask.
import { visibleText } from '../../../contract/visible-text.ts';
import { useAct, useLive } from '../../parts/panel-context.tsx';
import { t } from '../../words/language.ts';
import { starts, startWords } from '../../words/start-words.ts';
import type { Client } from '../../../contract/schemas/entities.ts';

export function StartSelect({ client }: { client: Client }) {
  const act = useAct();
  const live = useLive();
  const choose = (start: Client['start']) => void act('clients:set-start', { clientId: client.id, start });
  return (
    <select
      className="field"
      aria-label={t('How far {name} may go', { name: visibleText(client.name) })}
      title={startWords[client.start].text}
      disabled={!live}
      value={client.start}
      onChange={event => choose(event.target.value as Client['start'])}
    >
      {starts.map(start => (
        <option key={start} value={start}>
          {startWords[start].title}
        </option>
      ))}
    </select>
  );
}
