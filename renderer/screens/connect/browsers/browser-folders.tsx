// Profile folders of browsers that were started with one of their own (`--user-data-dir`): those that run now, and any that is typed.
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import type { MachineBrowsers } from './use-machine-browsers.ts';

export function BrowserFolders({ offered, isRegistry }: Pick<MachineBrowsers, 'offered' | 'isRegistry'>) {
  const [isOpen, setOpen] = useState(false);
  const { said, busy, add } = useAdding();
  return (
    <>
      {offered.map(each => (
        <Offered key={each.folder} offered={each} busy={busy} onAdd={add} />
      ))}
      <div className="connect-foot" id="folders">
        <span className="fill ellipsis">
          {isRegistry
            ? t('A change in the registry is seen within 2 s while this is shown, else within 30 s.')
            : t('A change of these files is seen within 2 s.')}
        </span>
        <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('Custom profile folder')}
        </button>
      </div>
      {isOpen ? <FolderForm busy={busy} onAdd={async folder => setOpen(!(await add(folder)))} /> : null}
      {said === null ? null : (
        <div className="connect-block">
          <Said sentence={said} />
        </div>
      )}
    </>
  );
}

interface OfferedProps {
  readonly offered: MachineBrowsers['offered'][number];
  readonly busy: boolean;
  readonly onAdd: (folder: string) => Promise<boolean>;
}

/** One that a browser runs with now. */
function Offered({ offered: { folder, program, pid }, busy, onAdd }: OfferedProps) {
  return (
    <div className="connect-foot">
      <span className="fill ellipsis" title={folder}>
        <Foreign
          text={t('{program} (process {pid}) runs with {folder}', {
            program: nameOf(program),
            pid: String(pid),
            folder,
          })}
        />
      </span>
      <ActButton
        size="small"
        look="ghost"
        disabled={busy}
        aria-label={t('Add {folder}', { folder })}
        onClick={() => void onAdd(folder)}
      >
        {t('Add')}
      </ActButton>
    </div>
  );
}

/** `add` resolves with false where the hub refused the folder; `said` is why. */
function useAdding() {
  const { link } = usePanelParts();
  const { said, busy, send } = useSending();
  const add = async (folder: string) =>
    (await send(() => link.request('browsers:add-folder', { folder }))) !== undefined;
  return { said, busy, add };
}

function FolderForm({ busy, onAdd }: { busy: boolean; onAdd: (folder: string) => Promise<void> }) {
  const [folder, setFolder] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onAdd(folder.trim());
  };
  return (
    <form className="connect-form" onSubmit={submit} aria-label={t('Custom profile folder')}>
      <span className="field fill">
        <input
          value={folder}
          onChange={event => setFolder(event.target.value)}
          placeholder="/home/you/profiles/work"
          aria-label={t('Profile folder of a Chromium browser')}
          autoComplete="off"
          spellCheck={false}
        />
      </span>
      <ActButton type="submit" disabled={busy || folder.trim() === ''}>
        {t('Add')}
      </ActButton>
    </form>
  );
}

function nameOf(program: string): string {
  return program.split(/[\\/]/).at(-1) ?? program;
}
