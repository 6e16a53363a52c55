// Gives a browser another name.
import { t } from '../words/language.ts';
import { usePanelParts } from './panel-context.tsx';
import { RenameButton } from './rename-button.tsx';
import type { Browser } from '../../contract/schemas/entities.ts';

export function RenameBrowser({ browser: { id: browserId, name } }: { browser: Pick<Browser, 'id' | 'name'> }) {
  const { link } = usePanelParts();
  return (
    <RenameButton
      size="small"
      name={name}
      text={t('You and your agents call it so from now on. Its approval stays; older trace entries keep the old name.')}
      rename={next => link.request('browsers:rename', { browserId, name: next })}
    />
  );
}
