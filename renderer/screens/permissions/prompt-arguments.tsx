// The arguments of what is asked, as a tree of text; and the other calls that wait for the same answer.
import type { Prompt } from '../../../electron/contract/permissions.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { callsWords } from '../../words/prompt-words.ts';
import { Say } from '../../parts/say.tsx';
import { t } from '../../words/language.ts';

/** Where the hub cuts them. */
const maxArguments = 2_000;

export function Arguments({ text }: { text: string }) {
  if (text === '' || text === '{}') return null;
  return (
    <>
      <div className="well args scrolls" role="region" aria-label={t('Arguments of the call')} tabIndex={0}>
        <JsonView text={text} label={t('Arguments')} />
      </div>
      {text.length >= maxArguments ? (
        <p className="mm args-note">
          {t('Only the first {count, number} characters of the arguments are shown here.', { count: maxArguments })}
        </p>
      ) : null}
    </>
  );
}

export function AlsoAsked({ prompt }: { prompt: Prompt }) {
  const snapshot = useSnapshot();
  const others = prompt.asks.filter(
    ({ tool, argumentsText, agentId }) =>
      tool !== prompt.tool || argumentsText !== prompt.argumentsText || agentId !== prompt.agentId,
  );
  if (others.length === 0) return null;
  return (
    <div className="also">
      <p className="h">
        {t(
          '{count, plural, one {# other call waits here} other {# other calls wait here}}; what your answer does not speak of is asked again',
          { count: others.length },
        )}
      </p>
      <ul className="well scrolls" aria-label={t('Other calls that wait here')} tabIndex={0}>
        {others.map(({ agentId, tool, where, argumentsText, calls }) => (
          <li key={JSON.stringify([agentId, tool, where, argumentsText])}>
            <Foreign text={tool} className="mono" max={60} />, <Foreign text={where} max={100} middle />
            {agentId === prompt.agentId ? null : (
              <>
                ,{' '}
                <Say
                  text="by {agent}"
                  values={{ agent: <Foreign text={snapshot.agents[agentId]?.claimedName || agentId} max={60} /> }}
                />
              </>
            )}
            {calls > 1 ? `, ${callsWords(calls)}` : ''} <Foreign text={argumentsText} className="mono mm" />
          </li>
        ))}
      </ul>
    </div>
  );
}
