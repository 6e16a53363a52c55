// The entries that are pinned. The hub keeps them, so every panel sees the same ones.
import { use, useCallback, useEffect, useState } from 'react';
import { useAct, usePanel, usePanelParts } from '../../../parts/panel-context.tsx';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { isOpen } from '../detail/use-entry.ts';
import { ShownTrace, useAskTrace } from '../shown-trace.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';

export interface Pins {
  readonly entries: readonly TraceEntry[];
  readonly has: (seq: number) => boolean;
  readonly turn: (seq: number) => void;
}

export function usePins(): Pins {
  const { store } = usePanelParts();
  const ask = useAskTrace();
  const isImported = use(ShownTrace) !== null;
  const act = useAct();
  const live = usePanel(state => state.link.kind === 'open');
  const [entries, setEntries] = useState<readonly TraceEntry[]>([]);
  // While a pinned call runs, every change of the trace may be its end.
  const change = usePanel(state => (entries.some(isOpen) ? state.trace : null));
  const load = useCallback(
    () =>
      ask('trace:pins', {}).then(
        ({ entries: pinned }) => setEntries(pinned),
        () => undefined,
      ),
    [ask],
  );
  useEffect(() => {
    if (live) void load();
  }, [live, load, change]);
  const has = (seq: number) => entries.some(entry => entry.seq === seq);
  const turn = (seq: number) => {
    if (isImported)
      return addNotice(store, 'error', t('An imported trace can only be read. Close it to go back to the live one.'));
    void act('trace:pin', { seq, on: !has(seq) }).then(load);
  };
  return { entries, has, turn };
}
