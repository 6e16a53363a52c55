// The form of a shortcut: a new one, or one that is changed.
import { useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { Line, Lines } from '../../../parts/form-fields.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { addNotice } from '../../../store/panel-store.ts';
import { t, tIn } from '../../../words/language.ts';
import { ActionFields } from './action-fields.tsx';
import { beginDraft, type DraftFaults, type FieldsProps, faultsOf, savedOf } from './shortcut-draft.ts';
import type { Shortcut } from '../../../../contract/schemas/shortcuts.ts';

interface SheetProps {
  /** Null for a new one. */
  readonly shortcut: Shortcut | null;
  readonly onClose: () => void;
  readonly onSaved?: (id: string) => void;
}

export function ShortcutSheet(props: SheetProps) {
  const { shortcut, onClose } = props;
  const { draft, setDraft, said, busy, tried, save } = useShortcutDraft(props);
  const faults = tried ? faultsOf(draft) : noFaults;
  return (
    <Sheet
      title={shortcut ? t('Edit {command}', { command: shortcut.command }) : t('New shortcut')}
      text={t('Every agent can run it, and is asked about as if it did the same by itself.')}
      open
      onClose={onClose}
      action={
        <ActButton look="primary" disabled={busy} onClick={save}>
          {t('Save')}
        </ActButton>
      }
    >
      <Names draft={draft} faults={faults} onChange={setDraft} />
      <div>
        <Segmented
          label={t('What it is')}
          value={draft.kind}
          onChoose={kind => setDraft({ ...draft, kind })}
          choices={[
            { value: 'prompt', label: t('Prompt') },
            { value: 'actions', label: tIn('shortcut', 'Actions') },
          ]}
        />
      </div>
      {draft.kind === 'prompt' ? (
        <Prompt draft={draft} faults={faults} onChange={setDraft} />
      ) : (
        <ActionFields draft={draft} faults={faults} onChange={setDraft} />
      )}
      <Said sentence={said} />
    </Sheet>
  );
}

const noFaults: DraftFaults = { command: false, prompt: false, noAction: false, actions: new Map() };

function useShortcutDraft({ shortcut, onClose, onSaved }: SheetProps) {
  const { link, store } = usePanelParts();
  const { said, busy, send } = useSending();
  const [draft, setDraft] = useState(() => beginDraft(shortcut));
  const [tried, setTried] = useState(false);
  const save = () => {
    setTried(true);
    const saved = savedOf(draft, shortcut?.id);
    if (saved === null) return;
    void send(async () => {
      const answer = await link.request('shortcuts:save', { shortcut: saved });
      const { id, command } = answer.shortcut;
      addNotice(store, 'done', t('The shortcut {command} is saved.', { command }));
      onClose();
      onSaved?.(id);
    });
  };
  return { draft, setDraft, said, busy, tried, save };
}

function Names({ draft, faults, onChange }: FieldsProps) {
  return (
    <>
      <Line
        label={t('Command')}
        value={draft.command}
        onChange={command => onChange({ ...draft, command })}
        placeholder={t('such as /summarise')}
        mono
        first
      />
      <Said sentence={faults.command ? t('A word such as /summarise: letters, digits, - and _, at most 40.') : null} />
      <Line
        label={t('What it is for, as agents read it')}
        value={draft.description}
        onChange={description => onChange({ ...draft, description })}
      />
    </>
  );
}

function Prompt({ draft, faults, onChange }: FieldsProps) {
  return (
    <>
      <Lines
        label={t('Prompt')}
        value={draft.prompt}
        onChange={prompt => onChange({ ...draft, prompt })}
        placeholder={t('What an agent is to do, as you would tell it.')}
        rows={8}
      />
      <Said sentence={faults.prompt ? t('Write what an agent is to do.') : null} />
    </>
  );
}
