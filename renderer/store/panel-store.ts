// Everything the panel knows: the line to the hub, the snapshot, the trace's ends, what it has to tell the user.
import { createStore } from 'zustand/vanilla';
import { addSample, takeSample } from './rates.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { LinkStatus } from '../link/link.ts';
import type { RateSample } from './rates.ts';

export interface Notice {
  readonly id: number;
  /** An error, and news of what others changed, stays until it is dismissed; what you just did goes by itself. */
  readonly kind: 'done' | 'error' | 'news';
  readonly text: string;
  /** What it offers to do about it, as long as it is shown. */
  readonly action?: NoticeAction;
}

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

export interface PanelState {
  readonly link: LinkStatus;
  readonly snapshot: Snapshot | null;
  /** When the hub was last heard, in milliseconds since the epoch. */
  readonly heardAt: number;
  readonly trace: { readonly total: number; readonly newest: number };
  /** Steps that failed in the doctor's last run that this page heard of. */
  readonly brokenSteps: number;
  readonly samples: readonly RateSample[];
  readonly notices: readonly Notice[];
  /** What was said last to somebody who does not see the screen. */
  readonly said: string;
  /** Whether it has stood long enough to be read aloud. */
  readonly wasHeard: boolean;
}

export type PanelStore = ReturnType<typeof createPanelStore>;

export function createPanelStore() {
  return createStore<PanelState>(() => ({
    link: { kind: 'connecting' },
    snapshot: null,
    heardAt: 0,
    trace: { total: 0, newest: 0 },
    brokenSteps: 0,
    samples: [],
    notices: [],
    said: '',
    wasHeard: true,
  }));
}

const maxNotices = 4;
let lastNotice = 0;

export function addNotice(store: PanelStore, kind: Notice['kind'], text: string, action?: NoticeAction): void {
  lastNotice += 1;
  const notice: Notice = { id: lastNotice, kind, text, ...(action && { action }) };
  store.setState(state => ({ notices: [...state.notices, notice].slice(-maxNotices) }));
}

export function dropNotice(store: PanelStore, id: number): void {
  store.setState(state => ({ notices: state.notices.filter(notice => notice.id !== id) }));
}

/** Into the one live region, which reads it aloud; behind what nobody could hear yet. */
export function say(store: PanelStore, text: string): void {
  store.setState(({ said, wasHeard }) => ({ said: wasHeard ? text : `${said}. ${text}`, wasHeard: false }));
}

const sampleMs = 1000;

/** Takes one sample of the running totals a second, from which all rates are told. */
export function startSampling(store: PanelStore, now: () => number): () => void {
  const timer = setInterval(() => {
    const { snapshot, trace, samples, link } = store.getState();
    if (!snapshot || link.kind !== 'open') return;
    store.setState({ samples: addSample(samples, takeSample(snapshot, trace.newest, now())) });
  }, sampleMs);
  return () => clearInterval(timer);
}
