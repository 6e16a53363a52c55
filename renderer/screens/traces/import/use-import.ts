// An import step by step: the file is read, what was found in it is told, and it opens when the user says so.
import { useRef, useState } from 'react';
import { goTo } from '../../../frame/route.ts';
import { errorSentence } from '../../../link/panel-error.ts';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { type ImportedTrace, openImported } from '../shown-trace.ts';
import { importFile } from './import-file.ts';

export type ImportState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly name: string; readonly percent: number }
  | { readonly kind: 'read'; readonly name: string; readonly imported: ImportedTrace }
  | { readonly kind: 'failed'; readonly name: string; readonly sentence: string };

export interface ImportSteps {
  readonly state: ImportState;
  readonly take: (file: File) => Promise<void>;
  readonly open: () => void;
  /** What was read is forgotten. */
  readonly leave: () => void;
}

const none: ImportState = { kind: 'none' };

export function useImport(): ImportSteps {
  const { link } = usePanelParts();
  const [state, setState] = useState(none);
  const stop = useRef(new AbortController());
  const take = async (file: File) => {
    const { name } = file;
    const controller = new AbortController();
    stop.current = controller;
    const tell = (next: ImportState) => {
      if (!controller.signal.aborted) setState(next);
    };
    tell({ kind: 'reading', name, percent: 0 });
    try {
      const imported = await importFile(
        link,
        file,
        ({ read, size }) => tell({ kind: 'reading', name, percent: Math.floor((read * 100) / size) }),
        controller.signal,
      );
      tell({ kind: 'read', name, imported });
    } catch (error) {
      tell({ kind: 'failed', name, sentence: errorSentence(error) });
    }
  };
  const open = () => {
    if (state.kind !== 'read') return;
    goTo('traces');
    openImported(state.imported);
    setState(none);
  };
  const leave = () => {
    stop.current.abort();
    if (state.kind === 'read') {
      link.request('trace:import-end', { importId: state.imported.importId }).catch(() => undefined);
    }
    setState(none);
  };
  return { state, take, open, leave };
}
