// Gives focus back to whatever had it before a dialog opened; Radix does so only for dialogs with a trigger of their own.
import { useRef } from 'react';

/** `first` selects the field that has focus when the dialog opens; without it the first one has. */
export function useReturnFocus(first?: string) {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus(event: Event) {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      const content = event.currentTarget instanceof Element ? event.currentTarget : null;
      const field = first === undefined ? null : content?.querySelector<HTMLElement>(first);
      if (!field) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      opener.current?.focus();
    },
  };
}
