// An import on its way: what was found, what of it is picked, and what the hub said.
import { useState } from 'react';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import type { ImportPreview, ImportSource } from '../../../../contract/schemas/imports.ts';

export interface Import {
  readonly preview: ImportPreview | null;
  readonly picked: ReadonlySet<string>;
  readonly said: string | null;
  readonly busy: boolean;
  read(source: ImportSource): void;
  refuse(sentence: string): void;
  pick(key: string, on: boolean): void;
  /** Whether there is something to add. */
  readonly complete: boolean;
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
  const { said, setSaid, busy, send } = useSending();
  const reset = () => {
    setPreview(null);
    setPicked(none);
    setSaid(null);
  };
  const read = async (source: ImportSource) => {
    const found = await link.request('servers:import-preview', { source });
    setPreview(found);
    // What can be added and is not here yet is what most people want.
    const wanted = found.entries.filter(({ problem, exists }) => problem === null && exists === null);
    setPicked(new Set(wanted.map(({ key }) => key)));
  };
  const add = async ({ previewId, entries }: ImportPreview) => {
    const keys = entries.map(({ key }) => key).filter(key => picked.has(key));
    const { serverIds } = await link.request('servers:import', { previewId, keys });
    reset();
    return serverIds;
  };
  return {
    preview,
    picked,
    said,
    busy,
    read: source => void send(() => read(source)),
    refuse: setSaid,
    pick: (key, on) => setPicked(before => new Set(on ? [...before, key] : [...before].filter(other => other !== key))),
    complete: picked.size > 0,
    add: async () => (preview && (await send(() => add(preview)))) ?? [],
    reset,
  };
}
