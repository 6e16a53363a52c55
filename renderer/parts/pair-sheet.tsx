// Pairs a browser that cannot start the relay: a code to type into the companion's pop-up, and how far that has got.
import { useEffect, useEffectEvent, useState } from 'react';
import { errorSentence } from '../link/panel-error.ts';
import { formatSpan } from '../words/format.ts';
import { t } from '../words/language.ts';
import { ActButton, Button } from './button.tsx';
import { CopyButton } from './copy.tsx';
import { Foreign } from './foreign.tsx';
import { useNow, usePanelParts, useSnapshot } from './panel-context.tsx';
import { Say } from './say.tsx';
import { Status } from './shape.tsx';
import { Said, Sheet } from './sheet.tsx';
import { useSending } from './use-sending.ts';
import type { PanelResult } from '../../contract/schemas/panel-requests.ts';

type Made = PanelResult<'companion:pair'>;
type Pairing = NonNullable<ReturnType<typeof useSnapshot>['hub']['pairing']>;
type End = Extract<Pairing['state'], { kind: 'ended' }>['why'];

/** `newer`: another panel has made a code since. */
type State = Exclude<Pairing['state'], { kind: 'ended' }> | { readonly kind: 'ended'; readonly why: End | 'newer' };

const ends: Readonly<Record<End | 'newer', string>> = {
  newer: t('A newer code was made; this one is over.'),
  expired: t('The code was good for two minutes and is over.'),
  'tried-too-often': t('The code was tried five times and is over.'),
  cancelled: t('The code was cancelled.'),
  closed: t('The way in was switched off, and the code with it.'),
};

/** The button with its sheet; `browser` is the name of the row that it stands in, null where it is for any browser. */
export function PairBrowser({ browser }: { browser: string | null }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActButton
        size="small"
        aria-label={browser === null ? undefined : t('Use a code… for {name}', { name: browser })}
        onClick={() => setOpen(true)}
      >
        {browser === null ? t('Connect with a code…') : t('Use a code…')}
      </ActButton>
      {open ? <PairSheet browser={browser} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Makes a code as it opens, and cancels it as it closes. */
export function PairSheet({ browser, onClose }: { browser: string | null; onClose: () => void }) {
  const { made, said, busy, renew } = useCode();
  const { pairing } = useSnapshot().hub;
  const state = made && stateOf(made, pairing ?? null);
  const isPaired = state?.kind === 'paired';
  const isOver = state?.kind === 'ended';
  return (
    <Sheet
      open
      title={browser === null ? t('Connect a browser with a code') : t('Connect {name} with a code', { name: browser })}
      text={t(
        'For a browser that cannot start Pilothouse’s program: one packaged as a Snap or Flatpak, or one whose policy forbids it.',
      )}
      onClose={onClose}
      footer={
        <>
          {isOver || said !== null ? (
            <ActButton look="primary" disabled={busy} onClick={() => void renew()}>
              {t('New code')}
            </ActButton>
          ) : null}
          <Button look={isPaired ? 'primary' : 'ghost'} onClick={onClose}>
            {isPaired ? t('Done') : t('Cancel')}
          </Button>
        </>
      }
    >
      {made && !isPaired ? <Steps code={made.code} isOver={isOver} /> : null}
      {made && state ? <Standing state={state} expiresAt={made.expiresAt} /> : null}
      <Said sentence={said} />
    </Sheet>
  );
}

function Steps({ code, isOver }: { code: string; isOver: boolean }) {
  return (
    <ol className="grid gap-3">
      <li>{t('1. In that browser, load the companion extension as the steps on this screen say.')}</li>
      <li>{t('2. Click its icon in the toolbar; Firefox and Chromium keep it behind the puzzle piece.')}</li>
      <li className="grid gap-2">
        {t('3. Type this code there. It lets one browser in, and is the approval.')}
        <span className="line">
          <output className={isOver ? 'code-word subtle' : 'code-word'} aria-label={t('Code for one browser')}>
            {code}
          </output>
          {isOver ? null : <CopyButton text={code} what={t('code')} />}
        </span>
      </li>
    </ol>
  );
}

/** The answer with the code may come before the state that tells of it. */
function stateOf(made: Made, pairing: Pairing | null): State | null {
  if (pairing?.id === made.pairingId) return pairing.state;
  return pairing && pairing.expiresAt > made.expiresAt ? { kind: 'ended', why: 'newer' } : null;
}

function Standing({ state, expiresAt }: { state: State; expiresAt: number }) {
  const now = useNow();
  const { browsers } = useSnapshot();
  const left = formatSpan(Math.max(0, expiresAt - now));
  return <p role="status">{sayState()}</p>;

  function sayState() {
    switch (state.kind) {
      case 'waiting':
        return (
          <Status tone="attention">
            {t('Waits for the code; good for {left} and {tries, plural, one {# more try} other {# more tries}}', {
              left,
              tries: state.tries,
            })}
          </Status>
        );
      case 'paired':
        return (
          <Status tone="running">
            <Say
              text="{name} is connected over a WebSocket."
              values={{ name: <Foreign text={browsers[state.browserId]?.name ?? t('The browser')} /> }}
            />
          </Status>
        );
      case 'ended':
        return <Status tone="stopped">{ends[state.why]}</Status>;
    }
  }
}

/** The first code is made as the sheet opens, and the last one cancelled as it closes. */
function useCode() {
  const { link } = usePanelParts();
  const [made, setMade] = useState<Made | null>(null);
  const { said, setSaid, busy, send } = useSending();
  // One that is over already is no trouble, nor is a hub that has gone.
  const cancel = ({ pairingId }: Made) => void link.request('companion:cancel-pair', { pairingId }).catch(() => {});
  const renew = async () => {
    const next = await send(() => link.request('companion:pair', {}));
    if (next) setMade(next);
  };
  const close = useEffectEvent(() => made && cancel(made));
  useEffect(() => {
    let isOpen = true;
    link.request('companion:pair', {}).then(
      next => (isOpen ? setMade(next) : void link.request('companion:cancel-pair', { pairingId: next.pairingId })),
      error => setSaid(errorSentence(error)),
    );
    return () => {
      isOpen = false;
      close();
    };
  }, [link, setSaid]);
  return { made, said, busy, renew };
}
