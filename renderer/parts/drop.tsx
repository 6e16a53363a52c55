// A button with a small panel under it: closed by Escape, by a press outside, and when focus leaves it.
import { ChevronDown } from 'lucide-react';
import {
  type FocusEvent,
  type MouseEvent,
  type KeyboardEvent as PressEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useShortcut } from '../frame/keys.ts';
import { Button } from './button.tsx';
import type { LucideIcon } from 'lucide-react';

interface DropProps {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown beside the icon; in narrow windows it goes. */
  readonly text?: string;
  /** Of one that picks something: what is picked stays in sight, with an arrow. */
  readonly picks?: ReactNode;
  readonly size?: 'small';
  /** The press that opens it too. */
  readonly opensBy?: (event: KeyboardEvent) => boolean;
  /** A press on what has `data-closes` closes it too. */
  readonly children: ReactNode;
}

export function Drop({ label, icon, text, picks, size, opensBy = () => false, children }: DropProps) {
  const { open, setOpen, box } = useOpen();
  useShortcut(opensBy, () => setOpen(true));
  return (
    <div className="drop" {...box}>
      <Button
        look={open ? 'active' : 'ghost'}
        size={size}
        icon={icon}
        aria-label={picks === undefined ? label : undefined}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {face(text, picks, label)}
      </Button>
      {open ? (
        <div className="drop-menu" role="dialog" aria-label={label}>
          {children}
        </div>
      ) : null}
    </div>
  );
}

function face(text: string | undefined, picks: ReactNode, label: string): ReactNode {
  if (picks === undefined) return text === undefined ? undefined : <span className="only-when-wide">{text}</span>;
  return (
    <>
      <span className="visually-hidden">{label}</span>
      <span className="ellipsis">{picks}</span>
      <ChevronDown className="icon" aria-hidden="true" />
    </>
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
    onKeyDown: (event: PressEvent) => {
      if (event.key !== 'Escape' || !open) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    },
  };
  return { open, setOpen, box };
}
