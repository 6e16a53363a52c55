// A button for what cannot be undone: it names the object before it acts.
import { useState } from 'react';

import { ActButton, Button, type ButtonProps } from './button.tsx';
import { Sheet } from './sheet.tsx';

interface ConfirmProps extends Pick<ButtonProps, 'icon' | 'size'> {
  /** What the button says, such as `Revoke credential`. */
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly onConfirm: () => void;
}

export function ConfirmButton({ label, title, text, onConfirm, icon, size }: ConfirmProps) {
  const [open, setOpen] = useState(false);
  const confirm = () => {
    setOpen(false);
    onConfirm();
  };
  return (
    <>
      <ActButton look="danger" icon={icon} size={size} onClick={() => setOpen(true)}>
        {label}
      </ActButton>
      <Sheet
        title={title}
        text={text}
        open={open}
        onClose={() => setOpen(false)}
        footer={
          <>
            <ActButton look="danger" onClick={confirm}>
              {label}
            </ActButton>
            <Button look="ghost" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </>
        }
      >
        {null}
      </Sheet>
    </>
  );
}
