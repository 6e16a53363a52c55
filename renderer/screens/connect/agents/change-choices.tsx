// How an agent is to come, where its token stands, and for whom.
import { Segmented } from '../../../parts/choices.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { makesCredential } from './draft.ts';
import { ForWhom } from './for-whom.tsx';
import { HowFar } from './how-far.tsx';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';
import type { Draft } from './draft.ts';

export const howWords = { stdio: t('Program (stdio)'), http: t('Address (HTTP)') } as const;

interface ChangeChoicesProps {
  readonly row: AgentConfig;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

export function ChangeChoices({ row, draft, onDraft }: ChangeChoicesProps) {
  const { clients } = useSnapshot();
  return (
    <div className="change-choices">
      <span className="subtle">{t('How')}</span>
      <span className="line flex-wrap">
        <Segmented
          label={t('How')}
          value={draft.how}
          onChoose={how => onDraft({ ...draft, how })}
          choices={row.hows.map(value => ({ value, label: howWords[value] }))}
        />
        {draft.how === 'stdio' ? <span className="note">{t('a program needs no token in the file')}</span> : null}
      </span>
      {/* A project's file is shared, so that no token is ever written there. */}
      {draft.how === 'http' && row.takesVariable && draft.project === null ? (
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
      {makesCredential(row, draft.project, clients) ? (
        <HowFar label={t('It may')} start={draft.start} onStart={start => onDraft({ ...draft, start })} />
      ) : null}
    </div>
  );
}
