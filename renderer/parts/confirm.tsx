// A button for what cannot be undone: it names the object before it acts.
import { useState } from 'react';
import { ActButton, type ButtonProps } from './button.tsx';
import { Sheet } from './sheet.tsx';

interface ConfirmProps extends Pick<ButtonProps, 'icon' | 'size'> {
  /** What the button says, such as `Revoke credential`. */
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly onConfirm: () => void;
  /** Where a key opens it too, the caller keeps whether it is open. */
  readonly open?: boolean;
  readonly onOpen?: (open: boolean) => void;
}

export function ConfirmButton(props: ConfirmProps) {
  const { label, title, text, onConfirm, icon, size } = props;
  const [own, setOwn] = useState(false);
  const { open = own, onOpen: setOpen = setOwn } = props;
  const confirm = () => {
    setOpen(false);
    onConfirm();
  };
  return (
    <>
      <ActButton look="danger" icon={icon} size={size} onClick={() => setOpen(true)}>
        {label}
      </ActButton>
      <ConfirmSheet {...{ label, title, text, open }} onClose={() => setOpen(false)} onConfirm={confirm} />
    </>
  );
}

interface ConfirmSheetProps extends Pick<ConfirmProps, 'label' | 'title' | 'text' | 'onConfirm'> {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ConfirmSheet({ label, onConfirm, ...sheet }: ConfirmSheetProps) {
  const act = (
    <ActButton look="danger" onClick={onConfirm}>
      {label}
    </ActButton>
  );
  return <Sheet {...sheet} action={act} />;
}
