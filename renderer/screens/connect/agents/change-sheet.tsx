// The change of an agent's configuration before it is written: what happened, how and for whom, the difference, the copy, what comes after.
import { useRef, useState } from 'react';
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
import { monogram } from '../../../words/monogram.ts';
import { isOn } from './agent-state.ts';
import { ChangeBody } from './change-body.tsx';
import { offWords, onWords, useAgentSwitch } from './use-agent-switch.ts';
import { type Draft, type Preview, requestFor, usePreview } from './use-preview.ts';
import type { AgentConfig, ConfigPreview } from '../../../../contract/schemas/agent-configs.ts';

interface ChangeSheetProps {
  readonly row: AgentConfig;
  readonly onClose: () => void;
  /** The token for the variable that the file names. */
  readonly onToken: (made: { name: string; token: string }) => void;
}

export function ChangeSheet({ row, onClose, onToken }: ChangeSheetProps) {
  const snapshot = useSnapshot();
  const [draft, setDraft] = useState<Draft>(() => firstDraft(row));
  const preview = usePreview(row, draft);
  const write = useWrite({ row, draft, preview, onClose, onToken });
  const { title, clientId } = row;
  const known = clientId === null ? null : clientIdentity(snapshot, clientId, title);
  const shown = preview.value;
  return (
    <SideSheet
      title={titleFor(row, draft)}
      mark={<AgentMark who={known ?? { colour: null, mono: monogram(title), active: false }} size="large" />}
      about={<Foreign className="mono" text={shown?.shownFile ?? row.shownFile ?? ''} />}
      onClose={onClose}
      note={shown ? undoWords(shown) : null}
      action={<WriteButton draft={draft} preview={preview} write={write} />}
    >
      <ChangeBody row={row} draft={draft} onDraft={setDraft} preview={shown} />
      <div className="connect-block">
        <Said sentence={write.said ?? preview.said} />
      </div>
    </SideSheet>
  );
}

interface WriteParts extends ChangeSheetProps {
  readonly draft: Draft;
  readonly preview: Preview;
}

function useWrite({ row, draft, preview, onClose, onToken }: WriteParts) {
  const { link } = usePanelParts();
  const switching = useAgentSwitch();
  const { said, busy, send } = useSending();
  const run = async () => {
    const hash = preview.value?.hash ?? null;
    const changed = await send(() => requestFor(link, row, draft, hash));
    // Refused most likely because the file is another one by now: the difference is made anew.
    if (!changed) return preview.again();
    if (draft.change === 'connect') switching.seen(draft.start);
    switching.told(row, doneWords(row, draft), changed);
    if (changed.token) onToken({ name: row.title, token: changed.token });
    onClose();
  };
  return { said, busy, run };
}

interface WriteButtonProps {
  readonly draft: Draft;
  readonly preview: Preview;
  readonly write: ReturnType<typeof useWrite>;
}

/** Dead for half a second after the difference changed: what is written is what was read. */
function WriteButton({ draft, preview: { value, isOld }, write }: WriteButtonProps) {
  const box = useRef<HTMLSpanElement>(null);
  const armed = useArmed(signature(value), box);
  const ready = armed.ready && value !== null && !isOld && !write.busy;
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
        {draft.change === 'restore' ? t('Restore') : t('Write it')}
      </ActButton>
    </span>
  );
}

function signature(preview: ConfigPreview | null): string {
  return preview === null ? '' : JSON.stringify([preview.hash, preview.lines]);
}

function firstDraft(row: AgentConfig): Draft {
  const how = row.how ?? row.prefers;
  return {
    change: row.state.kind === 'connected' ? 'disconnect' : 'connect',
    how,
    byVariable: false,
    // To be asked for each first use is one click away; who connects an agent here mostly wants it to work.
    start: 'own-tabs',
    project: row.project,
  };
}

function titleFor(row: AgentConfig, { change }: Draft): string {
  const name = row.title;
  if (change === 'restore') return t('Restore the file of {name}', { name });
  if (change === 'disconnect') return t('Disconnect {name}', { name });
  return isOn(row) ? t('Connect {name} again', { name }) : t('Connect {name}', { name });
}

function undoWords({ bytes }: ConfigPreview): string {
  return bytes === null
    ? t('Undo removes the file again.')
    : t('Undo brings back exactly these {bytes}.', { bytes: formatBytes(bytes) });
}

function doneWords(row: AgentConfig, { change }: Draft): string {
  if (change === 'restore') return t('The file of {name} is as it was.', { name: row.title });
  return change === 'disconnect' ? offWords(row) : onWords(row);
}
