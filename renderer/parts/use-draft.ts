// A form's copy of something that the hub has: kept while it is edited, taken anew when the hub's own changes.
import { useState } from 'react';

export interface Draft<T> {
  readonly value: T;
  readonly change: (change: Partial<T>) => void;
  readonly reset: () => void;
  /** Whether it differs from what the hub has. */
  readonly isChanged: boolean;
}

export function useDraft<T extends object>(stored: T): Draft<T> {
  const key = JSON.stringify(stored);
  const [draft, setDraft] = useState({ key, value: stored });
  const value = draft.key === key ? draft.value : stored;
  return {
    value,
    change: change => setDraft({ key, value: { ...value, ...change } }),
    reset: () => setDraft({ key, value: stored }),
    isChanged: JSON.stringify(value) !== key,
  };
}
