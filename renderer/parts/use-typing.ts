// Whether the caret stands in a field, where single letters are text and no keys.
import { useSyncExternalStore } from 'react';

const fields = 'input, textarea, select';

export function useTyping(): boolean {
  return useSyncExternalStore(
    listener => {
      // Between the two of a change of fields nothing has focus.
      const later = () => queueMicrotask(listener);
      document.addEventListener('focusin', listener);
      document.addEventListener('focusout', later);
      return () => {
        document.removeEventListener('focusin', listener);
        document.removeEventListener('focusout', later);
      };
    },
    () => document.activeElement?.closest(fields) != null,
  );
}
