// Browsers whose first hello waits for the user: compare the code where there is one, then approve or deny.

import { BrowserMark } from '../../../parts/browser-mark.tsx';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { PendingRow } from '../../../parts/pending-row.tsx';
import { Say } from '../../../parts/say.tsx';
import { pendingBrowsers } from '../../../store/attention.ts';
import { pairingWords } from '../../../words/browser-words.ts';
import { t } from '../../../words/language.ts';

export function PendingBrowsers() {
  const pending = pendingBrowsers(useSnapshot());
  if (pending.length === 0) return null;
  return (
    <ul aria-label={t('Browsers that wait for approval')}>
      {pending.map(browser => (
        <PendingBrowser key={browser.id} browser={browser} />
      ))}
    </ul>
  );
}

function PendingBrowser({ browser }: { browser: ReturnType<typeof pendingBrowsers>[number] }) {
  const act = useAct();
  const { id, name, state } = browser;
  const { claim, advice, hasCode } = pairingWords(browser);
  return (
    <PendingRow
      who={<Who id={id} name={name} />}
      known={
        <>
          <Foreign text={claim} max={160} />. {advice}
        </>
      }
    >
      {hasCode ? (
        <output className="code-word" aria-label={t('Code of {name}', { name })}>
          <Foreign text={state.code} />
        </output>
      ) : (
        <span className="tag">{t('no code to compare')}</span>
      )}
      <ActButton
        look="danger"
        aria-label={t('Deny {name}', { name })}
        onClick={() => void act('browsers:deny', { browserId: id }, t('{name} was denied.', { name }))}
      >
        {t('Deny')}
      </ActButton>
      <ActButton
        look="primary"
        aria-label={t('Approve {name}', { name })}
        onClick={() => void act('browsers:approve', { browserId: id })}
      >
        {t('Approve')}
      </ActButton>
    </PendingRow>
  );
}

function Who({ id, name }: { id: string; name: string }) {
  return (
    <span className="line gap-1">
      <BrowserMark browserId={id} size="small" />
      <Say text="{name} wants to connect" values={{ name: <Foreign text={name} max={60} /> }} />
    </span>
  );
}
