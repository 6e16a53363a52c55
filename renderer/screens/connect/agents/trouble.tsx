// What keeps an agent from working, in full: a file that is left alone, an entry that is out of date, a program that has to be restarted.
import { CopyButton } from '../../../parts/copy.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { formatRecent } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { ReactNode } from 'react';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';
import type { Tone } from '../../../words/tone.ts';

export function Trouble({ row }: { row: AgentConfig }) {
  const { state, restart, title, shownFile } = row;
  switch (state.kind) {
    case 'broken':
    case 'unreadable':
      return (
        <Note
          tone="crashed"
          strong={fileWords(row)}
          end={shownFile ? <CopyButton text={shownFile} what={t('path')} /> : null}
        >
          <ReasonText reason={state.why} />
        </Note>
      );
    case 'outdated':
      return (
        <Note tone="attention" strong={t('The entry of {name} is out of date.', { name: title })}>
          <ReasonText reason={state.why} />
        </Note>
      );
    case 'connected':
      return restart ? (
        <Note tone="attention" strong={t('Restart {name}.', { name: title })}>
          {t('Process {pid} started before the entry was written, so it does not know Pilothouse yet.', {
            pid: String(restart.pid),
          })}
        </Note>
      ) : null;
    default:
      return null;
  }
}

/** What something else took out of the file, with what can be done about it. */
export function Lost({ row: { state, otherServers }, end }: { row: AgentConfig; end?: ReactNode }) {
  if (state.kind === 'gone')
    return (
      <Note
        tone="attention"
        strong={t('Something else removed our entry at {time}.', { time: formatRecent(state.since) })}
        end={end}
      >
        {state.lost.length > 0
          ? t('Other servers went with it: {names}.', { names: state.lost.join(', ') })
          : otherServers
            ? t('{count, plural, one {Its # other server is} other {Its # other servers are}} still there.', {
                count: otherServers,
              })
            : null}
      </Note>
    );
  if (state.kind !== 'connected' || state.emptied === null) return null;
  const { since, lost } = state.emptied;
  return (
    <Note
      tone="attention"
      strong={t('Something else removed all other servers at {time}.', { time: formatRecent(since) })}
      end={end}
    >
      {t('Gone: {names}. Our entry is still there.', { names: lost.join(', ') })}
    </Note>
  );
}

interface NoteProps {
  readonly tone: Tone;
  readonly strong: string;
  readonly children?: ReactNode;
  readonly end?: ReactNode;
}

export function Note({ tone, strong, children, end }: NoteProps) {
  return (
    <div className={`wash ${tone} connect-note`}>
      <Shape tone={tone} />
      <p className="fill">
        <b className="strong">{strong}</b> {children}
      </p>
      {end}
    </div>
  );
}

function fileWords({ state, shownFile }: AgentConfig): string {
  const file = shownFile ?? '';
  if (state.kind !== 'broken') return t('{file} cannot be used, and is left alone.', { file });
  const [line, column] = [String(state.line), String(state.column)];
  return t('{file} is broken at line {line}, column {column}, and is left alone:', { file, line, column });
}
