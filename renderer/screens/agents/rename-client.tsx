// Gives a client another name.
import { usePanelParts } from '../../parts/panel-context.tsx';
import { RenameButton } from '../../parts/rename-button.tsx';
import { t } from '../../words/language.ts';
import type { Client } from '../../../contract/schemas/entities.ts';

export function RenameClient({ client: { id: clientId, name } }: { client: Client }) {
  const { link } = usePanelParts();
  return (
    <RenameButton
      size="small"
      name={name}
      text={t(
        'It is called so everywhere from now on. Its credential and its grants stay; older trace entries keep the old name.',
      )}
      rename={next => link.request('clients:rename', { clientId, name: next })}
    />
  );
}
