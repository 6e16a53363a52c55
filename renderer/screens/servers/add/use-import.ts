// An import on its way: what was found, what of it is picked, how it is completed, and what the hub said.
import { useState } from 'react';
import { usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import {
  type Choice,
  importOf,
  isFree,
  nameIn,
  nothingPicked,
  pickedAs,
  usualChoice,
  usualThings,
} from './import-choice.ts';
import type { ImportPreview, ImportSource } from '../../../../contract/schemas/imports.ts';
import type { PanelParams } from '../../../../contract/schemas/panel-requests.ts';
import type { Fills } from './fills.ts';

export type Import = ReturnType<typeof useImport>;

/** `start` says of all that is added when it starts. */
export function useImport(start: Pick<PanelParams<'servers:import'>, 'start'>) {
  const { link } = usePanelParts();
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [choice, setChoice] = useState(nothingPicked);
  const { said, setSaid, busy, send } = useSending();
  const reset = () => {
    setPreview(null);
    setChoice(nothingPicked);
    setSaid(null);
  };
  const read = async (source: ImportSource) => {
    const found = await link.request('servers:import-preview', { source });
    setPreview(found);
    setChoice({ ...usualChoice(found.entries), things: usualThings(found) });
    return found;
  };
  const add = async (found: ImportPreview, chosen: Choice) => {
    const { serverIds } = await link.request('servers:import', { ...importOf(found, chosen), ...start });
    reset();
    return serverIds;
  };
  return {
    ...useChosen(preview, choice, setChoice),
    preview,
    said,
    busy,
    /** Resolves with what was found; with nothing when the hub refused. */
    read: (source: ImportSource) => send(() => read(source)),
    refuse: setSaid,
    /** Resolves with the ids of what was added, which may be none; with null when the hub refused. */
    add: async () => (preview && (await send(() => add(preview, choice)))) ?? null,
    /** The same of what was found just now, with what most people want of it. */
    addAll: async (found: ImportPreview) => (await send(() => add(found, usualChoice(found.entries)))) ?? [],
    /** Back to the choice of a source. */
    reset,
  };
}

function useChosen(preview: ImportPreview | null, choice: Choice, setChoice: (choice: Choice) => void) {
  const here = Object.values(useSnapshot().servers).map(({ name }) => name);
  const entries = preview?.entries ?? [];
  const { picked, things, names, fills, open } = choice;
  const able = entries.filter(({ problem }) => problem === null).map(({ key }) => key);
  const free = (key: string) => isFree(entries, choice, key, here);
  return {
    choice,
    pick: (key: string, on: boolean) =>
      setChoice(pickedAs(entries, choice, on ? [...picked, key] : [...picked].filter(other => other !== key))),
    pickAll: (on: boolean) => setChoice(pickedAs(entries, choice, on ? able : [])),
    pickThing: (key: string, on: boolean) =>
      setChoice({ ...choice, things: new Set(on ? [...things, key] : [...things].filter(other => other !== key)) }),
    nameOf: (key: string) => nameIn(entries, choice, key),
    rename: (key: string, name: string) => setChoice({ ...choice, names: { ...names, [key]: name } }),
    /** Whether it can be added under the name that it has now. */
    isFree: free,
    fill: (key: string, given: Fills) => setChoice({ ...choice, fills: { ...fills, [key]: given } }),
    /** Leaves these secrets of an entry where they stand. */
    leaveOpen: (key: string, left: ReadonlySet<string>) => setChoice({ ...choice, open: { ...open, [key]: left } }),
    /** Whether there is something to add, each under a name of its own. */
    complete: picked.size + things.size > 0 && [...picked].every(free),
  };
}
