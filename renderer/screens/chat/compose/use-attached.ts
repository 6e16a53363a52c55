// The files that a question will have: chosen, pasted, dropped, or taken from what is known already.
import { useState } from 'react';
import { type Attached, fileTrouble, readAttached } from './attached.ts';
import type { ClipboardEvent, DragEvent } from 'react';

export type AttachedFiles = ReturnType<typeof useAttached>;

export function useAttached(first: readonly Attached[] = []) {
  const [files, setFiles] = useState(first);
  const [troubles, setTroubles] = useState<readonly string[]>([]);
  const [newKey] = useState(countingKeys);
  const add = async (list: Iterable<File>) => {
    const all = [...list];
    const told = all.map((file, at) => fileTrouble(file, files.length + at));
    setTroubles(told.filter(trouble => trouble !== null));
    const taken = await Promise.all(all.filter((_, at) => told[at] === null).map(file => readAttached(file, newKey())));
    setFiles(before => [...before, ...taken]);
  };
  return {
    files,
    troubles,
    add,
    newKey,
    put: (file: Attached) => setFiles(before => [...before.filter(({ key }) => key !== file.key), file]),
    remove: (key: string) => setFiles(before => before.filter(file => file.key !== key)),
    set: (next: readonly Attached[]) => {
      setFiles(next);
      setTroubles([]);
    },
    /** For the element that files are dropped on and pasted into. */
    takes: takesFiles(files => void add(files)),
  };
}

/** Each time another one. */
function countingKeys(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `new ${count}`;
  };
}

function takesFiles(add: (files: Iterable<File>) => void) {
  return {
    onPaste: (event: ClipboardEvent) => {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      add(event.clipboardData.files);
    },
    onDragOver: (event: DragEvent) => {
      if ([...event.dataTransfer.items].some(({ kind }) => kind === 'file')) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      add(event.dataTransfer.files);
    },
  };
}
