// What keeps an agent from working, in full: a file that is left alone, an entry that is gone, a program that has to be restarted.
import { CopyButton } from '../../../parts/copy.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { formatMinute } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { ReactNode } from 'react';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';
import type { Tone } from '../../../words/tone.ts';

export function Trouble({ row }: { row: AgentConfig }) {
  const { state, restart, title, shownFile } = row;
  if (state.kind === 'broken' || state.kind === 'unreadable')
    return (
      <Note
        tone="crashed"
        strong={fileWords(row)}
        end={shownFile ? <CopyButton text={shownFile} what={t('path')} /> : null}
      >
        <ReasonText reason={state.why} />
      </Note>
    );
  if (state.kind === 'gone') {
    const strong = t('Something else removed our entry at {time}.', { time: formatMinute(state.since) });
    return (
      <Note tone="attention" strong={strong}>
        {state.lost.length > 0
          ? t('Other servers went with it: {names}.', { names: state.lost.join(', ') })
          : t('Compare shows what would be written again.')}
      </Note>
    );
  }
  if (state.kind !== 'connected' || !restart) return null;
  return (
    <Note tone="attention" strong={t('Restart {name}.', { name: title })}>
      {t('Process {pid} started before the entry was written, so it does not know Pilothouse yet.', {
        pid: String(restart.pid),
      })}
    </Note>
  );
}

interface NoteProps {
  readonly tone: Tone;
  readonly strong: string;
  readonly children: ReactNode;
  readonly end?: ReactNode;
}

function Note({ tone, strong, children, end }: NoteProps) {
  return (
    <p className={`wash ${tone} connect-note`}>
      <Shape tone={tone} />
      <span className="fill">
        <b className="strong">{strong}</b> {children}
      </span>
      {end}
    </p>
  );
}

function fileWords({ state, shownFile }: AgentConfig): string {
  const file = shownFile ?? '';
  if (state.kind !== 'broken') return t('{file} cannot be used, and is left alone.', { file });
  const [line, column] = [String(state.line), String(state.column)];
  return t('{file} is broken at line {line}, column {column}, and is left alone.', { file, line, column });
}
