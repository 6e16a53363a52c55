// An import on its way: what was found, what of it is picked, and what the hub said.
import { useState } from 'react';
import { errorSentence } from '../../../link/panel-error.ts';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import type { ImportPreview, ImportSource } from '../../../../contract/schemas/imports.ts';

export interface Import {
  readonly preview: ImportPreview | null;
  readonly picked: ReadonlySet<string>;
  readonly said: string | null;
  readonly busy: boolean;
  read(source: ImportSource): void;
  refuse(sentence: string): void;
  pick(key: string, on: boolean): void;
  /** Resolves with the ids of what was added; with none when the hub refused. */
  add(): Promise<readonly string[]>;
  /** Back to the choice of a source. */
  reset(): void;
}

const none: ReadonlySet<string> = new Set();

export function useImport(): Import {
  const { link } = usePanelParts();
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [picked, setPicked] = useState(none);
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const asking = async (work: () => Promise<readonly string[]>): Promise<readonly string[]> => {
    setBusy(true);
    setSaid(null);
    try {
      return await work();
    } catch (error) {
      setSaid(errorSentence(error));
      return [];
    } finally {
      setBusy(false);
    }
  };
  const reset = () => {
    setPreview(null);
    setPicked(none);
    setSaid(null);
  };
  return {
    preview,
    picked,
    said,
    busy,
    read: source =>
      void asking(async () => {
        const found = await link.request('servers:import-preview', { source });
        setPreview(found);
        // What can be added and is not here yet is what most people want.
        const wanted = found.entries.filter(({ problem, exists }) => problem === null && exists === null);
        setPicked(new Set(wanted.map(({ key }) => key)));
        return [];
      }),
    refuse: setSaid,
    pick: (key, on) => setPicked(before => new Set(on ? [...before, key] : [...before].filter(other => other !== key))),
    add: () =>
      asking(async () => {
        if (!preview) return [];
        const { serverIds } = await link.request('servers:import', {
          previewId: preview.previewId,
          keys: preview.entries.map(({ key }) => key).filter(key => picked.has(key)),
        });
        reset();
        return serverIds;
      }),
    reset,
  };
}
