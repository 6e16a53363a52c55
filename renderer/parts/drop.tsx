// A button with a small panel under it: closed by Escape, by a press outside, and when focus leaves it.
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';
import type { LucideIcon } from 'lucide-react';

interface DropProps {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown beside the icon; in narrow windows it goes. */
  readonly text?: string;
  /** A press on what has `data-closes` closes it too. */
  readonly children: ReactNode;
}

export function Drop({ label, icon, text, children }: DropProps) {
  const { open, setOpen, box } = useOpen();
  return (
    <div className="drop" {...box}>
      <Button
        look={open ? 'active' : 'ghost'}
        icon={icon}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {text === undefined ? undefined : <span className="only-when-wide">{text}</span>}
      </Button>
      {open ? (
        <div className="drop-menu" role="dialog" aria-label={label}>
          {children}
        </div>
      ) : null}
    </div>
  );
}

/** Whether it is open, and what closes it: `box` is for the element around it all. */
function useOpen() {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    ref.current?.querySelector<HTMLElement>('button')?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !ref.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    ref.current?.querySelector<HTMLElement>('.drop-menu :is(input, button)')?.focus();
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);
  const box = {
    ref,
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !ref.current?.contains(relatedTarget)) setOpen(false);
    },
    onClick: ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('[data-closes]')) close();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !open) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    },
  };
  return { open, setOpen, box };
}
