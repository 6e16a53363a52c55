// Gives a client another name, by which every screen, question and trace entry calls it from then on.
import { Pencil } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { ActButton } from '../../parts/button.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { Said, Sheet } from '../../parts/sheet.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { t } from '../../words/language.ts';
import type { Client } from '../../../contract/schemas/entities.ts';

const longest = 60;

export function RenameButton({ client, size }: { client: Client; size?: 'small' }) {
  const [open, setOpen] = useState(false);
  const name = visibleText(client.name);
  return (
    <>
      <ActButton
        look="ghost"
        size={size}
        icon={Pencil}
        aria-label={t('Rename {name}', { name })}
        title={t('Rename')}
        onClick={() => setOpen(true)}
      />
      {open ? <RenameSheet client={client} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function RenameSheet({ client, onClose }: { client: Client; onClose: () => void }) {
  const { link } = usePanelParts();
  const [name, setName] = useState(client.name);
  const { said, send } = useSending();
  const rename = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => {
      await link.request('clients:rename', { clientId: client.id, name });
      onClose();
    });
  };
  const isAnother = visibleText(name.trim()) !== '' && name.trim() !== client.name;
  return (
    <Sheet
      title={t('Rename {name}', { name: visibleText(client.name) })}
      text={t(
        'It is called so everywhere from now on. Its credential and its grants stay; older trace entries keep the old name.',
      )}
      open
      onClose={onClose}
      action={
        <ActButton look="primary" type="submit" form="rename-client" disabled={!isAnother}>
          {t('Rename')}
        </ActButton>
      }
    >
      <form id="rename-client" onSubmit={rename} className="grid gap-2">
        <NameField name={name} onChange={setName} />
        <Said sentence={said} />
      </form>
    </Sheet>
  );
}

function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const shown = visibleText(name.trim());
  return (
    <>
      <span className="field">
        <input
          data-first
          aria-label={t('New name')}
          value={name}
          maxLength={longest}
          autoComplete="off"
          onChange={event => onChange(event.target.value)}
        />
      </span>
      {shown === name.trim() ? null : (
        <p className="muted text-xs">
          {t('It holds characters that cannot be seen. It will read: {name}', { name: shown })}
        </p>
      )}
    </>
  );
}
