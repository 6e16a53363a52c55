// The change of an agent's configuration before it is written: what happened, how and for whom, the difference, the copy, what comes after.
import { useRef, useState } from 'react';
import { monogram } from '../../../../contract/monogram.ts';
import { AgentMark } from '../../../parts/agent-mark.tsx';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { useArmed } from '../../../parts/prompts/use-armed.ts';
import { Said } from '../../../parts/sheet.tsx';
import { SideSheet } from '../../../parts/side-sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { formatBytes } from '../../../words/format.ts';
import { clientIdentity } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { isOn } from './agent-state.ts';
import { ChangeBody } from './change-body.tsx';
import { type Draft, type FirstChange, firstDraft, hasEffect, makesCredential, noFolder, possible } from './draft.ts';
import { offWords, onWords, useAgentSwitch } from './use-agent-switch.ts';
import { type Preview, requestFor, usePreview } from './use-preview.ts';
import type { AgentConfig, ConfigPreview } from '../../../../contract/schemas/agent-configs.ts';

interface ChangeSheetProps {
  readonly row: AgentConfig;
  readonly first: FirstChange;
  readonly onClose: () => void;
  /** The token for the variable that the file names. */
  readonly onToken: (made: { name: string; token: string }) => void;
}

export function ChangeSheet({ row, first, onClose, onToken }: ChangeSheetProps) {
  const snapshot = useSnapshot();
  const [wanted, setDraft] = useState(() => firstDraft(row, first));
  const draft = possible(row, wanted);
  const preview = usePreview(row, draft);
  const write = useWrite({ row, draft, preview, onClose, onToken });
  const { title, clientId } = row;
  const known = clientId === null ? null : clientIdentity(snapshot, clientId, title);
  const shown = draft && draft.project !== noFolder ? preview.value : null;
  const isVain = draft !== null && shown !== null && !hasEffect(row, draft, shown);
  return (
    <SideSheet
      title={titleFor(row, draft)}
      mark={<AgentMark who={known ?? { colour: null, mono: monogram(title), active: false }} size="large" />}
      about={<Foreign className="mono" text={shown?.shownFile ?? row.shownFile ?? ''} />}
      onClose={onClose}
      note={shown ? (isVain ? t('Nothing to write: the file is like this already.') : undoWords(shown)) : null}
      action={draft ? <WriteButton draft={draft} preview={preview} isVain={isVain} write={write} /> : undefined}
    >
      <ChangeBody row={row} draft={draft} onDraft={setDraft} preview={shown} isChanged={preview.isChanged} />
      <div className="connect-block">
        <Said sentence={write.said ?? preview.said} />
      </div>
    </SideSheet>
  );
}

interface WriteParts extends Pick<ChangeSheetProps, 'row' | 'onClose' | 'onToken'> {
  readonly draft: Draft | null;
  readonly preview: Preview;
}

function useWrite({ row, draft, preview, onClose, onToken }: WriteParts) {
  const { link } = usePanelParts();
  const { clients } = useSnapshot();
  const switching = useAgentSwitch();
  const { said, busy, send } = useSending();
  const run = async () => {
    if (draft === null) return;
    const hash = preview.value?.hash ?? null;
    const isNew = makesCredential(row, draft.project, clients);
    // A reach that was not shown was not chosen.
    const start = isNew ? draft.start : 'ask';
    const changed = await send(() => requestFor(link, row, { ...draft, start }, hash));
    // Refused most likely because the file is another one by now: the difference is made anew.
    if (!changed) return preview.again();
    if (draft.change === 'connect' && isNew) switching.seen(start);
    switching.told(doneWords(row, draft), [changed]);
    if (changed.token) onToken({ name: row.title, token: changed.token });
    onClose();
  };
  return { said, busy, run };
}

interface WriteButtonProps {
  readonly draft: Draft;
  readonly preview: Preview;
  readonly isVain: boolean;
  readonly write: ReturnType<typeof useWrite>;
}

/** Dead for half a second after the difference changed: what is written is what was read. */
function WriteButton({ draft, preview: { value, isOld }, isVain, write }: WriteButtonProps) {
  const box = useRef<HTMLSpanElement>(null);
  const armed = useArmed(signature(draft, value), box);
  const ready = armed.ready && value !== null && !isOld && !isVain && !write.busy;
  return (
    <span ref={box}>
      <ActButton
        look="primary"
        shortcut={t('Enter')}
        {...armed.press}
        aria-disabled={!ready}
        data-first
        onClick={event => {
          if (ready && armed.clicked(event)) void write.run();
        }}
      >
        {actionWords[draft.change]}
      </ActButton>
    </span>
  );
}

const actionWords = { connect: t('Write it'), disconnect: t('Take it out'), restore: t('Restore') } as const;

function signature({ change }: Draft, preview: ConfigPreview | null): string {
  return JSON.stringify([change, preview?.hash, preview?.lines]);
}

function titleFor(row: AgentConfig, draft: Draft | null): string {
  const name = row.title;
  if (draft === null) return t('The file of {name}', { name });
  if (draft.change === 'restore') return t('Restore the file of {name}', { name });
  if (draft.change === 'disconnect') return t('Disconnect {name}', { name });
  if (row.state.kind === 'connected') return t('Change {name}', { name });
  return isOn(row) ? t('Connect {name} again', { name }) : t('Connect {name}', { name });
}

function undoWords({ bytes }: ConfigPreview): string {
  return bytes === null
    ? t('Undo removes the file again.')
    : t('Undo brings back exactly these {bytes}.', { bytes: formatBytes(bytes) });
}

function doneWords(row: AgentConfig, { change }: Draft): string {
  if (change === 'restore') return t('The earlier version of the file of {name} is back.', { name: row.title });
  return change === 'disconnect' ? offWords(row) : onWords(row);
}
