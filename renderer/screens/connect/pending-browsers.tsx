// Browsers whose first hello waits for the user: compare the code where there is one, then approve or deny.
import { ActButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { Shape } from '../../parts/shape.tsx';
import { pendingBrowsers } from '../../store/attention.ts';
import { pairingWords } from '../../words/browser-words.ts';

export function PendingBrowsers() {
  const pending = pendingBrowsers(useSnapshot());
  const act = useAct();
  if (pending.length === 0) return null;
  return (
    <ul aria-label="Browsers that wait for approval">
      {pending.map(browser => {
        const { id, name, state } = browser;
        const { claim, advice, hasCode } = pairingWords(browser);
        return (
          <li key={id} className="wash attention line px-4 py-2 text-xs flex-wrap">
            <span className="text-attention">
              <Shape tone="attention" />
            </span>
            <span className="two fill">
              <span className="strong">
                <Foreign text={name} max={60} /> wants to connect
              </span>
              <small>
                <Foreign text={claim} max={160} />. {advice}
              </small>
            </span>
            {hasCode ? (
              <output className="code-word" aria-label={`Code of ${name}`}>
                <Foreign text={state.code} />
              </output>
            ) : (
              <span className="lbl">no code to compare</span>
            )}
            <ActButton
              look="danger"
              aria-label={`Deny ${name}`}
              onClick={() => void act('browsers:deny', { browserId: id }, `${name} was denied.`)}
            >
              Deny
            </ActButton>
            <ActButton
              look="primary"
              aria-label={`Approve ${name}`}
              onClick={() => void act('browsers:approve', { browserId: id })}
            >
              Approve
            </ActButton>
          </li>
        );
      })}
    </ul>
  );
}
