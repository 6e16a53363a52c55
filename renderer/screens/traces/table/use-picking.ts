// Moving through the entries by keys: a row that is not loaded yet is brought into sight first, and picked when it is there.
import { useEffect, useRef } from 'react';
import { useKeys } from '../../../frame/keys.ts';
import type { TraceWindow } from '../../../../contract/schemas/trace.ts';

interface Picking {
  readonly window: TraceWindow;
  readonly selected: number | null;
  /** Index of the last row in sight, where moving begins. */
  readonly last: number;
  readonly onSelect: (seq: number) => void;
  readonly show: (index: number) => void;
}

export function usePicking({ window, selected, last, onSelect, show }: Picking): void {
  const { entries, from, matched } = window;
  const found = entries.findIndex(({ seq }) => seq === selected);
  const before = useRef<number | null>(null);
  const pending = useRef<number | null>(null);
  useEffect(() => {
    if (selected === null) before.current = null;
    else if (found >= 0) before.current = from + found;
  }, [selected, found, from]);
  const pick = (wanted: number) => {
    const index = Math.max(0, Math.min(matched - 1, wanted));
    const entry = entries[index - from];
    pending.current = entry || matched === 0 ? null : index;
    if (entry) onSelect(entry.seq);
    show(index);
  };
  useEffect(() => {
    if (pending.current === null) return;
    const entry = entries[pending.current - from];
    if (!entry) return;
    pending.current = null;
    onSelect(entry.seq);
  });
  const at = found >= 0 ? from + found : before.current;
  const move = (by: number) => () => pick(at === null ? Math.min(last, matched - 1) : at + by);
  useKeys({
    j: move(1),
    ArrowDown: move(1),
    k: move(-1),
    ArrowUp: move(-1),
    PageDown: move(20),
    PageUp: move(-20),
    Home: () => pick(0),
    End: () => pick(matched - 1),
  });
}
