// The one primary button of the ladder: what helps at the link that is next.
import { useRef } from 'react';
import { lettersOn } from '../../../frame/keys.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { useArmed } from '../../../parts/prompts/use-armed.ts';
import { t } from '../../../words/language.ts';
import type { NamedRemedy, Remedy } from './judgement.ts';

export interface RemedyProps {
  readonly remedy: Remedy;
  readonly onRemedy: (remedy: Remedy) => void;
}

export function RemedyButton({ remedy, onRemedy }: RemedyProps) {
  const note = remedyNote(remedy);
  if (remedy.kind === 'approve-browser') return <Approve remedy={remedy} onRemedy={onRemedy} />;
  return (
    <div className="chain-remedy">
      <ActButton
        look="primary"
        size="small"
        shortcut={isRepair(remedy) && lettersOn() ? 'R' : undefined}
        onClick={() => onRemedy(remedy)}
      >
        {remedyWords(remedy)}
      </ActButton>
      {note ? <span className="note">{note}</span> : null}
    </div>
  );
}

/** It may have come up under a finger that was about to press something else, so it rests for a moment. */
interface ApproveProps extends Pick<RemedyProps, 'onRemedy'> {
  readonly remedy: NamedRemedy;
}

/** It may have come up under a finger that was about to press something else, so it rests for a moment. */
function Approve({ remedy, onRemedy }: ApproveProps) {
  const state = useSnapshot().browsers[remedy.id]?.state;
  const code = state?.kind === 'pending' ? state.code : '';
  const box = useRef<HTMLDivElement>(null);
  const armed = useArmed(`${remedy.id} ${code}`, box);
  return (
    <div className="chain-remedy" ref={box}>
      <b className="code-word">
        <Foreign text={code} />
      </b>
      <ActButton
        look="primary"
        size="small"
        {...armed.press}
        aria-disabled={!armed.ready}
        aria-label={t('Approve: {name}, code {code}', { name: remedy.name, code })}
        onClick={event => {
          if (armed.clicked(event)) onRemedy(remedy);
        }}
      >
        {t('Approve')}
      </ActButton>
    </div>
  );
}

/** Whether the key for repairs does it too. */
export function isRepair({ kind }: Remedy): boolean {
  return kind === 'repair-browser' || kind === 'compare-agent' || kind === 'start-browser';
}

function remedyWords(remedy: Remedy): string {
  switch (remedy.kind) {
    case 'connect-agent':
    case 'connect-browser':
      return t('Connect {name}', { name: remedy.name });
    case 'compare-agent':
      return t('Compare');
    case 'other-agent':
      return t('Any other agent');
    case 'repair-browser':
      return t('Repair');
    case 'start-browser':
      return t('Start {name}', { name: remedy.name });
    case 'open-extensions':
      return t('Open {address}', { address: remedy.page.replace(/#.*/, '') });
    case 'approve-browser':
      return t('Approve');
    case 'review-browser':
      return t('Review');
    case 'pair-browser':
      return t('Use a code…');
    case 'add-folder':
      return t('Custom profile folder');
  }
}

function remedyNote({ kind }: Remedy): string | null {
  if (kind === 'repair-browser') return t('put ours back, keep theirs');
  if (kind === 'connect-browser') return t('writes one file, then opens its extensions');
  if (kind === 'pair-browser') return t('over a WebSocket, which needs no manifest');
  if (kind === 'connect-agent') return t('shows the change before it writes');
  return null;
}
