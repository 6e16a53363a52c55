// Profile folders of browsers that were started with one of their own (`--user-data-dir`): those that run now, and any that is typed.
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import type { MachineBrowsers } from './use-machine-browsers.ts';

export function BrowserFolders({ offered }: Pick<MachineBrowsers, 'offered'>) {
  const { link } = usePanelParts();
  const { said, busy, send } = useSending();
  const [isOpen, setOpen] = useState(false);
  const [folder, setFolder] = useState('');
  const add = (path: string) =>
    send(async () => {
      await link.request('browsers:add-folder', { folder: path });
      setFolder('');
      setOpen(false);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void add(folder.trim());
  };
  return (
    <>
      {offered.map(({ folder: path, program, pid }) => (
        <div key={path} className="connect-foot">
          <span className="fill ellipsis" title={path}>
            <Foreign
              text={t('{program} (process {pid}) runs with {folder}', {
                program: nameOf(program),
                pid: String(pid),
                folder: path,
              })}
            />
          </span>
          <ActButton
            size="small"
            look="ghost"
            disabled={busy}
            aria-label={t('Add {folder}', { folder: path })}
            onClick={() => void add(path)}
          >
            {t('Add')}
          </ActButton>
        </div>
      ))}
      <div className="connect-foot" id="folders">
        <span className="fill ellipsis">{t('A change of these files is seen within 2 s.')}</span>
        <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('Custom profile folder')}
        </button>
      </div>
      {isOpen ? (
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
          <Said sentence={said} />
        </form>
      ) : null}
    </>
  );
}

function nameOf(program: string): string {
  return program.split(/[\\/]/).at(-1) ?? program;
}
