// Traces, of the hub or of a file: an imported trace is shown by the same screen, read-only and marked as such.
import { FileClock } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';

import { goTo } from '../../frame/route.ts';
import { importedLink } from '../../link/imported-link.ts';
import { Button } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { PanelContext, usePanel, usePanelParts, type Panel } from '../../parts/panel-context.tsx';
import { importedTrace, openImported, type ImportedTrace } from '../../store/imported-trace.ts';
import { addNotice, type PanelState, type PanelStore } from '../../store/panel-store.ts';
import { formatCounted } from '../../words/format.ts';
import { TracesScreen } from './traces-screen.tsx';

export function TraceSource({ selected }: { selected: string | null }) {
  const open = useStore(importedTrace, state => state.open);
  if (!open) return <TracesScreen selected={selected} />;
  return <Imported key={open.importId} imported={open} selected={selected} />;
}

function Imported({ imported, selected }: { imported: ImportedTrace; selected: string | null }) {
  const parts = usePanelParts();
  const panel = useMemo(() => importedPanel(parts, imported), [parts, imported]);
  useEndWithLine(imported);
  return (
    <PanelContext value={panel}>
      <div className="imported-mark" role="status">
        <FileClock className="i14" aria-hidden="true" />
        <p className="cut">
          <strong>Imported</strong> from <Foreign text={imported.fileName} max={60} middle />, read-only:{' '}
          {formatCounted(imported.entries, 'entry', 'entries')}
          {imported.refused === 0 ? '' : `, ${formatCounted(imported.refused, 'line')} left out`}
        </p>
        <span className="fill" />
        <Button size="sm" onClick={() => close(parts, imported)}>
          Back to live
        </Button>
      </div>
      <TracesScreen selected={selected} />
    </PanelContext>
  );
}

function close({ link }: Panel, { importId }: ImportedTrace): void {
  openImported(null);
  goTo('traces');
  link.request('trace:import-end', { importId }).catch(() => undefined);
}

/** The hub keeps a file for one connection. */
function useEndWithLine({ fileName }: ImportedTrace): void {
  const { store } = usePanelParts();
  const isLost = usePanel(state => state.link.kind !== 'open');
  useEffect(() => {
    if (!isLost) return;
    openImported(null);
    addNotice(store, 'error', `The line to the hub broke and ${fileName} went with it; import it again.`);
  }, [isLost, store, fileName]);
}

function importedPanel({ link, store }: Panel, { importId, entries, newest }: ImportedTrace): Panel {
  return { link: importedLink(link, importId), store: withTrace(store, { total: entries, newest }) };
}

/** The same store, but for the ends of the trace. */
function withTrace(store: PanelStore, trace: PanelState['trace']): PanelStore {
  const shown = new WeakMap<PanelState, PanelState>();
  const show = (state: PanelState): PanelState => {
    const known = shown.get(state) ?? { ...state, trace };
    shown.set(state, known);
    return known;
  };
  return {
    ...store,
    getState: () => show(store.getState()),
    getInitialState: () => show(store.getInitialState()),
    subscribe: listener => store.subscribe((next, before) => listener(show(next), show(before))),
  };
}
