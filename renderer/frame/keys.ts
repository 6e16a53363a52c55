// Keyboard: single letters act only when no field has focus, no dialog is open, and the user has not switched them off.
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

const keyName = 'pilothouse.letter-keys';

export function lettersOn(): boolean {
  return localStorage.getItem(keyName) !== 'off';
}

export function switchLetters(on: boolean): void {
  if (on) localStorage.removeItem(keyName);
  else localStorage.setItem(keyName, 'off');
}

/** True when a key press belongs to whatever has focus: a field, a tree, a set of choices, a log that scrolls, a dialog. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[role="dialog"]')) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select')) return true;
  const moves = event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End';
  return moves && target?.closest('[role="tree"], [role="radiogroup"], [role="tablist"], [role="log"]') != null;
}

/** What a key does; `false` says that it did nothing, and leaves the key to others. */
export type KeyTable = Readonly<Record<string, ((event: KeyboardEvent) => unknown) | undefined>>;

/** Calls the entry of the pressed key (`j`, `Escape`, `ArrowDown`) while mounted; with `first`, before all others. */
export function useKeys(table: KeyTable, first = false): void {
  const latest = useRef(table);
  // Before it is drawn: no key may reach what is no longer shown.
  useLayoutEffect(() => {
    latest.current = table;
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const act = latest.current[key];
      if (!act || isTaken(event) || (key.length === 1 && !lettersOn())) return;
      if (act(event) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', listen, first);
    return () => document.removeEventListener('keydown', listen, first);
  }, [first]);
}

/** What a press with Ctrl or a function key does, also within a field; `isIt` tells which press it is. */
export function useShortcut(isIt: (event: KeyboardEvent) => boolean, act: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isIt(event)) return;
    event.preventDefault();
    act(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Ctrl, or Cmd on a Mac. */
export function isCommand({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

/** Moves a selection through a list with j, k, arrows, Home and End; Escape closes it. */
export function useListKeys(
  ids: readonly string[],
  selected: string | null,
  select: (id: string) => void,
  close: () => void,
): void {
  const index = selected === null ? -1 : ids.indexOf(selected);
  const go = (to: number) => () => {
    const id = ids[Math.max(0, Math.min(ids.length - 1, to))];
    if (id !== undefined) select(id);
  };
  const table: KeyTable = {
    j: go(index + 1),
    ArrowDown: go(index + 1),
    k: go(index - 1),
    ArrowUp: go(index - 1),
    Home: go(0),
    End: go(ids.length - 1),
    Escape: close,
  };
  useKeys(table);
}
