// The body of the sheet of a change: what happened, which change and how, the difference, and what is done with the file.
import { Segmented } from '../../../parts/choices.tsx';
import { CopyButton } from '../../../parts/copy.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Facts, PaneHead } from '../../../parts/layout.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import { ChangeChoices } from './change-choices.tsx';
import { Credential } from './credential.tsx';
import { Difference } from './difference.tsx';
import { changesOf, type Draft, noFolder } from './draft.ts';
import { Lost, Note, Trouble } from './trouble.tsx';
import { Versions } from './versions.tsx';
import type { AgentConfig, ConfigPreview } from '../../../../contract/schemas/agent-configs.ts';

interface ChangeBodyProps {
  readonly row: AgentConfig;
  /** Null where nothing can be changed. */
  readonly draft: Draft | null;
  readonly onDraft: (draft: Draft) => void;
  /** Null until it is there. */
  readonly preview: ConfigPreview | null;
  /** The file is another one than when it was shown first. */
  readonly isChanged: boolean;
}

export function ChangeBody({ row, draft, onDraft, preview, isChanged }: ChangeBodyProps) {
  return (
    <>
      <Trouble row={row} />
      <Lost row={row} />
      {isChanged ? (
        <Note tone="attention" strong={t('The file was changed meanwhile.')}>
          {t('This is the difference to what stands there now.')}
        </Note>
      ) : null}
      {draft ? <Draftable row={row} draft={draft} onDraft={onDraft} preview={preview} /> : <Nothing row={row} />}
    </>
  );
}

type DraftableProps = Omit<ChangeBodyProps, 'draft' | 'isChanged'> & { readonly draft: Draft };

function Draftable({ row, draft, onDraft, preview }: DraftableProps) {
  return (
    <>
      <ChangeTabs row={row} draft={draft} onDraft={onDraft} />
      {draft.change === 'connect' ? <ChangeChoices row={row} draft={draft} onDraft={onDraft} /> : null}
      {draft.change === 'disconnect' ? (
        <p className="connect-block muted">
          {t('Takes out our entry and nothing else. Its credential ends, and its agents are disconnected.')}
        </p>
      ) : null}
      {preview && draft.change === 'restore' ? (
        <Versions
          versions={preview.versions}
          shown={draft.version ?? preview.versions[0]?.version}
          onCompare={version => onDraft({ ...draft, version })}
        />
      ) : null}
      {preview ? (
        <>
          <Written preview={preview} isBack={draft.change === 'restore'} />
          <Facts facts={steps(row, preview)} />
        </>
      ) : (
        <p className="connect-block subtle text-xs">
          {draft.project === noFolder ? t('Name the folder of the project, then take it.') : t('Reading the file.')}
        </p>
      )}
      {draft.change === 'connect' && row.clientId !== null ? (
        <div className="connect-block">
          <Credential name={row.title} clientId={row.clientId} />
        </div>
      ) : null}
    </>
  );
}

function ChangeTabs({ row, draft, onDraft }: Omit<DraftableProps, 'preview'>) {
  const labels = {
    connect: row.state.kind === 'connected' ? t('Change') : t('Connect'),
    disconnect: t('Take out'),
    restore: t('Versions ({count, number})', { count: row.versions }),
  };
  const changes = changesOf(row);
  if (changes.length === 1) return null;
  return (
    <div className="change-tabs">
      <Segmented
        label={t('What')}
        value={draft.change}
        onChoose={change => onDraft({ ...draft, change, project: row.project })}
        choices={changes.map(value => ({ value, label: labels[value] }))}
      />
    </div>
  );
}

/** Of a file that is left alone. */
function Nothing({ row: { state } }: { row: AgentConfig }) {
  return (
    <p className="connect-block muted">
      {state.kind === 'broken'
        ? t('No earlier version of it was kept. Mend it in an editor: this row follows the file.')
        : t('As soon as it can be read and written, it can be connected here.')}
    </p>
  );
}

function Written({ preview, isBack }: { preview: ConfigPreview; isBack: boolean }) {
  const { lines, added, removed, notes } = preview;
  const text = lines.map(line => (line.kind === 'skipped' ? '…' : `${marks[line.kind]}${line.text}`)).join('\n');
  return (
    <section aria-label={t('What will be written')}>
      <PaneHead
        title={t('What will be written')}
        note={isBack ? t('the version as it was, byte for byte') : t('comments and order stay')}
      >
        <span className="figure added">{`+${added}`}</span>
        <span className="figure removed">{`−${removed}`}</span>
        <CopyButton text={text} what={t('difference')} />
      </PaneHead>
      <Difference lines={lines} />
      {notes.map((note, at) => (
        <p key={at} className="wash attention connect-note">
          <Shape tone="attention" />
          <ReasonText reason={note} className="fill" />
        </p>
      ))}
    </section>
  );
}

const marks = { same: ' ', removed: '-', added: '+' } as const;

function steps(row: AgentConfig, preview: ConfigPreview) {
  const { backup, target } = preview;
  const kept =
    backup === null ? t('nothing to keep, the file is new') : <Foreign key="kept" className="mono" text={backup} />;
  const then =
    target === null
      ? t('written beside it, checked, renamed over it; a broken write leaves the old file')
      : t('written through the link to {target}: beside it, checked, renamed over it', { target });
  return [
    [t('Backup first'), kept],
    [t('Then'), then],
    [t('After'), afterWords(row, preview)],
  ] as const;
}

function afterWords({ title: name }: AgentConfig, { after, running }: ConfigPreview): string {
  if (running === null) return t('{name} reads it when it starts.', { name });
  const values = { name, pid: String(running.pid) };
  if (after === 'reads-itself') return t('{name} is open (process {pid}) and reads the file by itself.', values);
  if (after === 'new-session') return t('{name} is open (process {pid}); a new session of it reads the file.', values);
  return t('{name} is open (process {pid}) and reads the file only when it is started again.', values);
}
