// How components reach the store and the hub: hooks for reading, one for acting, one for the passing of time.
import { createContext, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { errorSentence } from '../link/panel-error.ts';
import { addNotice, type PanelState, type PanelStore } from '../store/panel-store.ts';
import type { PanelParams, PanelRequestName, PanelResult } from '../../contract/schemas/panel-requests.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { Link } from '../link/link.ts';

export interface Panel {
  readonly link: Link;
  readonly store: PanelStore;
}

export const PanelContext = createContext<Panel | null>(null);

export function usePanelParts(): Panel {
  const panel = use(PanelContext);
  if (!panel) throw new Error('A component of the panel was drawn outside of PanelContext; wrap it in one.');
  return panel;
}

export function usePanel<T>(read: (state: PanelState) => T): T {
  return useStore(usePanelParts().store, read);
}

/** The snapshot; only for what is drawn once there is one. */
export function useSnapshot(): Snapshot {
  const snapshot = usePanel(state => state.snapshot);
  if (!snapshot) throw new Error('A screen was drawn before the first snapshot came; draw it behind the gate.');
  return snapshot;
}

/** False while the hub is away: then nothing can be changed. */
export function useLive(): boolean {
  return usePanel(state => state.link.kind === 'open');
}

export type Act = <N extends PanelRequestName>(
  name: N,
  params: PanelParams<N>,
  done?: string,
) => Promise<PanelResult<N> | undefined>;

/** Sends a request; says `done` when it went well, and the hub's sentence when it did not (then the answer is undefined). */
export function useAct(): Act {
  const { link, store } = usePanelParts();
  return async (name, params, done) => {
    try {
      const result = await link.request(name, params);
      if (done) addNotice(store, 'done', done);
      return result;
    } catch (error) {
      addNotice(store, 'error', errorSentence(error));
      return undefined;
    }
  };
}

/** The present time, renewed every `stepMs`. */
export function useNow(stepMs = 1000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}
