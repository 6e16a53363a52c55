// A sheet from the right over the whole height: for what is written outside of Pilothouse. Below 1000 px it fills the window.
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import type { ReactNode } from 'react';

interface SideSheetProps {
  readonly title: string;
  /** What it is about, such as the file that is written. */
  readonly about: ReactNode;
  readonly mark?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** What undoes it, or why nothing can be done now. */
  readonly note?: ReactNode;
  /** The one main action; Cancel stands before it. */
  readonly action?: ReactNode;
}

export function SideSheet({ title, about, mark, onClose, children, note, action }: SideSheetProps) {
  const focus = useReturnFocus('[data-first], [data-first-row] :is(input, select, button)');
  return (
    <Dialog.Root open onOpenChange={next => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <div className="scrim" />
        <Dialog.Content className="side-sheet" {...focus}>
          <header>
            {mark}
            <span className="two-lines fill">
              <Dialog.Title className="ellipsis">{title}</Dialog.Title>
              <Dialog.Description asChild>
                <small className="ellipsis">{about}</small>
              </Dialog.Description>
            </span>
            <Button look="ghost" icon={X} aria-label={t('Close')} onClick={onClose} />
          </header>
          <div className="scrolls">{children}</div>
          <footer>
            <span className="note fill">{note}</span>
            <Button shortcut={t('Esc')} onClick={onClose}>
              {action ? t('Cancel') : t('Close')}
            </Button>
            {action}
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
