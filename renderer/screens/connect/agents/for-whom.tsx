// For whom an agent's entry is written: for all that the user does, or for one project.
import { type FormEvent, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { t } from '../../../words/language.ts';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';
import type { Draft } from './use-preview.ts';

interface ForWhomProps {
  readonly row: AgentConfig;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

export function ForWhom({ row, draft, onDraft }: ForWhomProps) {
  const [isOne, setOne] = useState(draft.project !== null);
  if (!row.hasProjects || row.project !== null) return null;
  const choose = (value: 'all' | 'one') => {
    setOne(value === 'one');
    if (value === 'all') onDraft({ ...draft, project: null });
  };
  return (
    <>
      <span className="subtle">{t('For')}</span>
      <span className="line flex-wrap">
        <Segmented
          label={t('For')}
          value={isOne ? 'one' : 'all'}
          onChoose={choose}
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
