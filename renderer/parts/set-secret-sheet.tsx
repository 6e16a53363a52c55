// Gives a secret its value, which is kept and never shown again.
import { type FormEvent, useState } from 'react';
import { visibleText } from '../../contract/visible-text.ts';
import { addNotice } from '../store/panel-store.ts';
import { t } from '../words/language.ts';
import { ActButton } from './button.tsx';
import { Line } from './form-fields.tsx';
import { usePanelParts } from './panel-context.tsx';
import { Said, Sheet } from './sheet.tsx';
import { useSending } from './use-sending.ts';

const formId = 'set-secret';

/** `onClose` hears whether a value was kept. */
export function SetSecretSheet({ name, onClose }: { name: string; onClose: (done: boolean) => void }) {
  const { value, setValue, said, save } = useValue(name, () => onClose(true));
  return (
    <Sheet
      title={t('Set the secret {secret}', { secret: visibleText(name) })}
      text={t('A server that waits for it starts at once; one that runs gets it with its next start.')}
      open
      onClose={() => onClose(false)}
      action={<Keep isEmpty={value === ''} />}
    >
      <form id={formId} className="grid gap-3" onSubmit={event => void save(event)}>
        <Line label={t('Value')} value={value} onChange={setValue} mono secret first />
        <Said sentence={said} />
      </form>
    </Sheet>
  );
}

function Keep({ isEmpty }: { isEmpty: boolean }) {
  const missing = isEmpty ? t('Type the value above') : undefined;
  return (
    <ActButton look="primary" type="submit" form={formId} disabled={isEmpty} title={missing}>
      {t('Keep it')}
    </ActButton>
  );
}

/** The value as it is typed, and what keeps it; `said` is why the hub did not. */
function useValue(name: string, onKept: () => void) {
  const { link, store } = usePanelParts();
  const [value, setValue] = useState('');
  const { said, send } = useSending();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await send(async () => {
      await link.request('secrets:set', { name, value });
      addNotice(store, 'done', t('The secret {name} was kept.', { name: visibleText(name) }));
      onKept();
    });
  };
  return { value, setValue, said, save };
}
