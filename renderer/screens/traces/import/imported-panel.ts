// The panel as it looks at an imported trace: the line answers from the file, and the store tells of its ends.
import { importedLink } from './imported-link.ts';
import type { Panel } from '../../../parts/panel-context.tsx';
import type { PanelState, PanelStore } from '../../../store/panel-store.ts';
import type { ImportedTrace } from './imported-trace.ts';

export function importedPanel({ link, store }: Panel, { importId, entries, newest }: ImportedTrace): Panel {
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
