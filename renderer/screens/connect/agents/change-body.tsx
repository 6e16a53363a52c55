// The body of the sheet of a change: what happened, the choices, the difference, what is done with the file, and earlier versions.
import { Segmented } from '../../../parts/choices.tsx';
import { CopyButton } from '../../../parts/copy.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Facts, PaneHead } from '../../../parts/layout.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { formatMinute } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { Difference } from './difference.tsx';
import { ForWhom } from './for-whom.tsx';
import { HowFar } from './how-far.tsx';
import { Versions } from './versions.tsx';
import type { AgentConfig, ConfigPreview } from '../../../../contract/schemas/agent-configs.ts';
import type { Draft } from './use-preview.ts';

interface ChangeBodyProps {
  readonly row: AgentConfig;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** Null until it is there. */
  readonly preview: ConfigPreview | null;
}

export function ChangeBody({ row, draft, onDraft, preview }: ChangeBodyProps) {
  return (
    <>
      <Happened row={row} />
      {draft.change === 'connect' ? <Choices row={row} draft={draft} onDraft={onDraft} /> : null}
      {preview ? (
        <>
          <Written preview={preview} />
          <Facts facts={steps(row, preview)} />
          <Versions
            versions={preview.versions}
            shown={draft.change === 'restore' ? (draft.version ?? preview.versions[0]?.version) : undefined}
            onCompare={version => onDraft({ ...draft, change: 'restore', version })}
          />
        </>
      ) : (
        <p className="connect-block subtle text-xs">{t('Reading the file.')}</p>
      )}
    </>
  );
}

function Happened({ row: { state, title, otherServers } }: { row: AgentConfig }) {
  if (state.kind !== 'gone' && state.kind !== 'outdated') return null;
  return (
    <p className="wash attention connect-note">
      <Shape tone="attention" />
      <span className="fill">
        <b className="strong">
          {state.kind === 'gone'
            ? t('Something else removed our entry at {time}.', { time: formatMinute(state.since) })
            : t('The entry of {name} is out of date.', { name: title })}
        </b>{' '}
        {state.kind === 'outdated' ? (
          <ReasonText reason={state.why} />
        ) : state.lost.length > 0 ? (
          t('Other servers went with it: {names}.', { names: state.lost.join(', ') })
        ) : otherServers ? (
          t('{count, plural, one {Its # other server is} other {Its # other servers are}} still there.', {
            count: otherServers,
          })
        ) : null}
      </span>
    </p>
  );
}

const hows = { stdio: t('Program (stdio)'), http: t('Address (HTTP)') } as const;

function Choices({ row, draft, onDraft }: Omit<ChangeBodyProps, 'preview'>) {
  const { hows: offered, takesVariable } = row;
  return (
    <div className="change-choices">
      <span className="subtle">{t('How')}</span>
      <span className="line flex-wrap">
        <Segmented
          label={t('How')}
          value={draft.how}
          onChoose={how => onDraft({ ...draft, how })}
          choices={offered.map(value => ({ value, label: hows[value] }))}
        />
        {draft.how === 'stdio' ? <span className="note">{t('a program needs no token in the file')}</span> : null}
      </span>
      {draft.how === 'http' && takesVariable ? (
        <>
          <span className="subtle">{t('Token')}</span>
          <Segmented
            label={t('Token')}
            value={draft.byVariable ? 'variable' : 'file'}
            onChoose={value => onDraft({ ...draft, byVariable: value === 'variable' })}
            choices={[
              { value: 'variable', label: t('In a variable') },
              { value: 'file', label: t('In the file') },
            ]}
          />
        </>
      ) : null}
      <ForWhom row={row} draft={draft} onDraft={onDraft} />
      <HowFar row={row} draft={draft} onDraft={onDraft} />
    </div>
  );
}

function Written({ preview: { lines, added, removed, notes } }: { preview: ConfigPreview }) {
  const text = lines.map(line => (line.kind === 'skipped' ? '…' : `${marks[line.kind]}${line.text}`)).join('\n');
  return (
    <section aria-label={t('What will be written')}>
      <PaneHead title={t('What will be written')} note={t('comments and order stay')}>
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
