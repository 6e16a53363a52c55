// A dialog. Radix's own overlay is left out, because it injects a style element that the page's policy would refuse.
import { Dialog } from 'radix-ui';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Shape } from './shape.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import type { ReactNode } from 'react';

interface SheetProps {
  readonly title: string;
  readonly text: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** The button that does it; Cancel stands beside it. */
  readonly action?: ReactNode;
  /** In place of both. */
  readonly footer?: ReactNode;
  /** For tables and charts. */
  readonly wide?: boolean;
}

export function Sheet({ title, text, open, onClose, children, action, footer, wide }: SheetProps) {
  const focus = useReturnFocus('[data-first]');
  return (
    <Dialog.Root open={open} onOpenChange={next => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <div className="scrim" />
        <Dialog.Content className={wide ? 'sheet broad' : 'sheet'} {...focus}>
          <header>
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Description>{text}</Dialog.Description>
          </header>
          <div className="body">{children}</div>
          <footer>
            {footer ?? (
              <>
                {action}
                <Button look="ghost" onClick={onClose}>
                  {t('Cancel')}
                </Button>
              </>
            )}
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The hub's sentence inside a form. */
export function Said({ sentence }: { sentence: string | null }) {
  if (sentence === null) return null;
  return (
    <p className="said" role="alert">
      <Shape tone="crashed" />
      <span>{sentence}</span>
    </p>
  );
}
