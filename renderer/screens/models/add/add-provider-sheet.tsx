// "Add provider": one that was found on this machine, one behind a key, one at an address, or a file that is run here.
import { goTo } from '../../../frame/route.ts';
import { Button } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { KeyForm } from '../../../parts/first-model/key-form.tsx';
import { Sheet } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { type AddKind, addPath, providerPath } from '../model-paths.ts';
import { AddressForm } from './address-form.tsx';
import { FileForm } from './file-form.tsx';
import { FoundPrograms } from './found-programs.tsx';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';

const kinds = [
  { value: 'local', label: t('On this machine') },
  { value: 'key', label: t('With a key') },
  { value: 'address', label: t('Address') },
  { value: 'file', label: t('File') },
] as const;

const texts: Readonly<Record<AddKind, string>> = {
  local: t('What answers on 127.0.0.1. Looking asks this machine alone.'),
  key: t('The key is kept in the keychain of this machine and never shown again.'),
  address: t('Anything that speaks as OpenAI or Ollama does, on this machine or another one.'),
  file: t('A llamafile or GGUF of yours. Pilothouse runs it as a supervised program, once you have approved it.'),
};

export function AddProviderSheet({ what }: { what: AddKind }) {
  const close = () => goTo('models');
  const added = ({ id }: ModelProvider) => goTo('models', providerPath(id));
  return (
    <Sheet
      title={t('Add provider')}
      text={texts[what]}
      open
      onClose={close}
      footer={<Button onClick={close}>{t('Close')}</Button>}
    >
      <div className="justify-self-start">
        <Segmented<AddKind>
          label={t('What you have')}
          value={what}
          onChoose={next => goTo('models', addPath(next))}
          choices={kinds}
        />
      </div>
      {what === 'local' ? <FoundPrograms /> : null}
      {what === 'key' ? <KeyForm onAdded={added} /> : null}
      {what === 'address' ? <AddressForm onAdded={added} /> : null}
      {what === 'file' ? <FileForm onAdded={added} /> : null}
    </Sheet>
  );
}
