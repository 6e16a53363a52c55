// A path of the machine that the hub runs on: picked in the desktop, typed in a browser, which knows no paths.
import { FolderOpen } from 'lucide-react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton } from '../../../parts/button.tsx';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';

interface PathFieldProps {
  readonly label: string;
  readonly kind: 'file' | 'folder';
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (path: string) => void;
}

export function PathField({ label, kind, value, placeholder, onChange }: PathFieldProps) {
  const act = useAct();
  const canPick = useSnapshot().hub.shell === 'electron';
  const pick = async () => {
    const answer = await act('desktop:pick-path', { kind });
    if (answer?.path != null) onChange(answer.path);
  };
  return (
    <>
      <span className="field mono fill">
        <input
          aria-label={visibleText(label)}
          value={value}
          placeholder={placeholder ? visibleText(placeholder) : examplePath(kind)}
          title={
            kind === 'folder'
              ? t('The whole path of a folder on this machine')
              : t('The whole path of a file on this machine')
          }
          spellCheck={false}
          autoComplete="off"
          onChange={event => onChange(event.target.value)}
        />
      </span>
      {canPick ? (
        <ActButton icon={FolderOpen} onClick={() => void pick()}>
          {t('Choose')}
        </ActButton>
      ) : null}
    </>
  );
}

function examplePath(kind: 'file' | 'folder'): string {
  return kind === 'folder' ? '/home/you/notes' : '/home/you/notes/list.txt';
}
