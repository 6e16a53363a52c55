// A path of the machine that the hub runs on: picked in the desktop, typed in a browser, which knows no paths.
import { FileText, FolderOpen } from 'lucide-react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton } from '../../../parts/button.tsx';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';

type PickedKind = 'file' | 'folder';

interface PathFieldProps {
  readonly label: string;
  /** The dialogs of most systems pick either files or folders: for `either` there are two. */
  readonly kind: PickedKind | 'either';
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (path: string) => void;
}

export function PathField({ label, kind, value, placeholder, onChange }: PathFieldProps) {
  return (
    <>
      <span className="field mono fill">
        <input
          aria-label={visibleText(label)}
          value={value}
          placeholder={placeholder ? visibleText(placeholder) : examplePath(kind)}
          title={titles[kind]}
          spellCheck={false}
          autoComplete="off"
          onChange={event => onChange(event.target.value)}
        />
      </span>
      <PathPickers kind={kind} onPick={onChange} />
    </>
  );
}

const titles: Readonly<Record<PathFieldProps['kind'], string>> = {
  file: t('The whole path of a file on this machine'),
  folder: t('The whole path of a folder on this machine'),
  either: t('The whole path of a file or folder on this machine'),
};

function PathPickers({ kind, onPick }: { kind: PathFieldProps['kind']; onPick: (path: string) => void }) {
  const act = useAct();
  if (useSnapshot().hub.shell !== 'electron') return null;
  const pick = async (what: PickedKind) => {
    const answer = await act('desktop:pick-path', { kind: what });
    if (answer?.path != null) onPick(answer.path);
  };
  if (kind !== 'either')
    return (
      <ActButton icon={FolderOpen} onClick={() => void pick(kind)}>
        {t('Choose')}
      </ActButton>
    );
  return (
    <>
      <ActButton icon={FileText} onClick={() => void pick('file')}>
        {t('Choose a file')}
      </ActButton>
      <ActButton icon={FolderOpen} onClick={() => void pick('folder')}>
        {t('Choose a folder')}
      </ActButton>
    </>
  );
}

function examplePath(kind: PathFieldProps['kind']): string {
  return kind === 'folder' ? '/home/you/notes' : '/home/you/notes/list.txt';
}
