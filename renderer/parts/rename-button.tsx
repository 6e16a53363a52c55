// Gives something another name, by which every screen, question and trace entry calls it from then on.
import { Pencil } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { visibleText } from '../../contract/visible-text.ts';
import { t } from '../words/language.ts';
import { ActButton } from './button.tsx';
import { Said, Sheet } from './sheet.tsx';
import { useSending } from './use-sending.ts';

const usualLongest = 60;

interface RenameProps {
  readonly name: string;
  /** What follows from another one. */
  readonly text: string;
  /** Characters of the new name at most. */
  readonly longest?: number;
  /** Rejects with what the user is told. */
  readonly rename: (name: string) => Promise<unknown>;
}

export function RenameButton({ size, ...props }: RenameProps & { readonly size?: 'small' }) {
  const [open, setOpen] = useState(false);
  const name = visibleText(props.name);
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
      {open ? <RenameSheet {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The dialog alone, where something else opens it. */
export function RenameSheet(props: RenameProps & { readonly onClose: () => void }) {
  const { name: before, text, longest = usualLongest, rename, onClose } = props;
  const form = useId();
  const [name, setName] = useState(before);
  const { said, send } = useSending();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => {
      await rename(name);
      onClose();
    });
  };
  const isAnother = visibleText(name.trim()) !== '' && name.trim() !== before;
  return (
    <Sheet
      title={t('Rename {name}', { name: visibleText(before) })}
      text={text}
      open
      onClose={onClose}
      action={
        <ActButton look="primary" type="submit" form={form} disabled={!isAnother}>
          {t('Rename')}
        </ActButton>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-2">
        <NameField name={name} longest={longest} onChange={setName} />
        <Said sentence={said} />
      </form>
    </Sheet>
  );
}

interface NameFieldProps {
  readonly name: string;
  readonly longest: number;
  readonly onChange: (name: string) => void;
}

function NameField({ name, longest, onChange }: NameFieldProps) {
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
