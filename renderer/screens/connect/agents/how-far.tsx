// How far an agent may go that gets its credential by this change. Where it keeps one, that is changed under Agents.
import { Segmented } from '../../../parts/choices.tsx';
import { t } from '../../../words/language.ts';
import { starts, startWords } from '../../../words/start-words.ts';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';
import type { Draft } from './draft.ts';

interface HowFarProps {
  readonly row: AgentConfig;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

export function HowFar({ row, draft, onDraft }: HowFarProps) {
  if (row.clientId !== null) return null;
  return (
    <>
      <span className="subtle">{t('It may')}</span>
      <span className="line flex-wrap">
        <Segmented
          label={t('It may')}
          value={draft.start}
          onChoose={start => onDraft({ ...draft, start })}
          choices={starts.map(value => ({ value, label: startWords[value].title }))}
        />
        <span className="note">{startWords[draft.start].text}</span>
      </span>
    </>
  );
}
