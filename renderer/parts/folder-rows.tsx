// The folders that a server sees behind its walls, each for reading or for writing too.
import { FolderPlus, X } from 'lucide-react';
import { t } from '../words/language.ts';
import { ActButton, Button } from './button.tsx';
import { Switch } from './choices.tsx';
import { Setting } from './setting.tsx';
import type { ServerOptions } from '../../contract/schemas/servers.ts';

type Folder = NonNullable<ServerOptions['sandbox']>['folders'][number];

interface FolderRowsProps {
  readonly folders: readonly Folder[];
  readonly onChange: (folders: Folder[]) => void;
}

export function FolderRows({ folders, onChange }: FolderRowsProps) {
  return (
    <Setting
      label={t('Folders of your home')}
      note={t('It sees these and no other; what it is started from is always readable.')}
    >
      <ActButton size="small" icon={FolderPlus} onClick={() => onChange([...folders, { path: '', writable: false }])}>
        {t('Add a folder')}
      </ActButton>
      <ul className="col-span-full grid gap-1 mt-1" aria-label={t('Folders')}>
        {folders.map((folder, index) => (
          // A row is its place: two may hold the same path while one is typed.
          <FolderRow
            key={index}
            number={index + 1}
            folder={folder}
            onChange={next => onChange(folders.with(index, next))}
            onRemove={() => onChange(folders.toSpliced(index, 1))}
          />
        ))}
      </ul>
    </Setting>
  );
}

interface FolderRowProps {
  readonly number: number;
  readonly folder: Folder;
  readonly onChange: (folder: Folder) => void;
  readonly onRemove: () => void;
}

function FolderRow({ number, folder, onChange, onRemove }: FolderRowProps) {
  return (
    <li className="line text-xs">
      <span className="field mono fill">
        <input
          aria-label={t('Path of folder {number}', { number })}
          value={folder.path}
          spellCheck={false}
          placeholder="/home/you/notes"
          onChange={event => onChange({ ...folder, path: event.target.value })}
        />
      </span>
      <Switch
        label={t('May write to folder {number}', { number })}
        on={folder.writable}
        onSwitch={writable => onChange({ ...folder, writable })}
      />
      <span className="muted w-18">{folder.writable ? t('may write') : t('reads only')}</span>
      <Button
        size="small"
        look="ghost"
        icon={X}
        aria-label={t('Remove folder {number}', { number })}
        onClick={onRemove}
      />
    </li>
  );
}
