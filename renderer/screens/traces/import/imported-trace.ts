// The trace that was read from a file and is looked at in place of the living one, until it is closed.
import { createStore } from 'zustand/vanilla';

export interface ImportedTrace {
  readonly importId: number;
  readonly fileName: string;
  readonly entries: number;
  /** Lines that could not be read, and why the first could not. */
  readonly refused: number;
  readonly refusal: string | null;
  readonly newest: number;
}

export const importedTrace = createStore<{ readonly open: ImportedTrace | null }>(() => ({ open: null }));

export function openImported(open: ImportedTrace | null): void {
  importedTrace.setState({ open });
}
