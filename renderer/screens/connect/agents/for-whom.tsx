// For whom an agent's entry is written: for all that the user does, or for one project.
import { type FormEvent, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { t } from '../../../words/language.ts';
import { type Draft, noFolder } from './draft.ts';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';

interface ForWhomProps {
  readonly row: AgentConfig;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

export function ForWhom({ row, draft, onDraft }: ForWhomProps) {
  if (!row.hasProjects || row.project !== null) return null;
  const isOne = draft.project !== null;
  return (
    <>
      <span className="subtle">{t('For')}</span>
      <span className="line flex-wrap">
        <Segmented
          label={t('For')}
          value={isOne ? 'one' : 'all'}
          onChoose={value => onDraft({ ...draft, project: value === 'one' ? noFolder : null })}
          choices={[
            { value: 'all', label: t('Every project') },
            { value: 'one', label: t('One project') },
          ]}
        />
        {isOne ? (
          <ProjectFolder first={draft.project ?? ''} onTake={project => onDraft({ ...draft, project })} />
        ) : null}
      </span>
    </>
  );
}

function ProjectFolder({ first, onTake }: { first: string; onTake: (folder: string) => void }) {
  const [folder, setFolder] = useState(first);
  const take = (event: FormEvent) => {
    event.preventDefault();
    onTake(folder.trim());
  };
  return (
    <form className="line fill" onSubmit={take}>
      <span className="field fill">
        <input
          value={folder}
          onChange={event => setFolder(event.target.value)}
          placeholder="/home/you/work/atlas"
          aria-label={t('Folder of the project')}
          autoComplete="off"
          spellCheck={false}
        />
      </span>
      <Button size="small" type="submit" disabled={folder.trim() === ''}>
        {t('Take it')}
      </Button>
    </form>
  );
}
