// Keeps the store in step with the hub: a snapshot first, then its patches, and a fresh snapshot whenever one is missing.
import { applyPatch, withoutPrototypes } from './apply-patch.ts';
import type { DoctorRun } from '../../contract/schemas/doctor.ts';
import type { RuleChange } from '../../contract/schemas/rule-changes.ts';
import type { Patch } from '../../contract/schemas/snapshot.ts';
import type { Link } from '../link/link.ts';
import type { PanelStore } from './panel-store.ts';

const settleMs = 1000;

/** What happened on the way that the user is told. */
export type SyncNews =
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'missed'; readonly changes: number }
  | { readonly kind: 'rules'; readonly change: RuleChange };

type Tell = (news: SyncNews) => void;

/** Binds a link to a store until the returned function is called. */
export function startSync(link: Link, store: PanelStore, now: () => number, tell: Tell): () => void {
  const { load, take, stop } = followSnapshot(link, store, now, tell);
  const endEvents = link.onEvent(event => {
    if (event.event === 'state:patch') take(event.data);
    else if (event.event === 'rules:changed') tell({ kind: 'rules', change: event.data });
    else if (event.event === 'doctor:run' && event.data.endedAt !== null)
      store.setState({ brokenSteps: brokenSteps(event.data) });
    else if (event.event === 'trace:changed') store.setState({ trace: event.data, heardAt: now() });
  });
  const endStatus = link.onStatus(status => {
    store.setState({ link: status });
    if (status.kind === 'open') void load();
  });
  return () => {
    stop();
    endEvents();
    endStatus();
  };
}

/** Of the browser in use that has most of them. */
function brokenSteps({ ladders }: DoctorRun): number {
  const counts = ladders
    .filter(({ inUse }) => inUse)
    .map(({ rungs }) => rungs.filter(({ state }) => state.kind === 'red').length);
  return Math.max(0, ...counts);
}

/** Loads the snapshot and takes its patches; one that does not fit loads it anew. */
function followSnapshot(link: Link, store: PanelStore, now: () => number, tell: Tell) {
  /** Patches that came while a snapshot was on its way; null when none is. */
  let early: Patch[] | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function load(): Promise<void> {
    if (early) return;
    early = [];
    try {
      const snapshot = withoutPrototypes(await link.request('state:get', {}));
      const { total, entries } = await link.request('trace:window', { filter: {}, from: -1, count: 1 });
      const trace = { total, newest: entries[0]?.seq ?? 0 };
      const waiting: Patch[] = early;
      early = null;
      store.setState({ snapshot, heardAt: now(), trace });
      waiting.forEach(take);
    } catch (error) {
      early = null;
      if (store.getState().link.kind !== 'open') return;
      tell({ kind: 'failed', error });
      retry = setTimeout(() => void load(), settleMs);
    }
  }

  function take(patch: Patch): void {
    if (early) {
      early.push(patch);
      return;
    }
    const { snapshot } = store.getState();
    if (!snapshot) return;
    const outcome = applyPatch(snapshot, patch);
    if (outcome.kind === 'applied') store.setState({ snapshot: outcome.snapshot, heardAt: now() });
    if (outcome.kind === 'gap') {
      tell({ kind: 'missed', changes: outcome.missed });
      void load();
    }
  }

  return { load, take, stop: () => clearTimeout(retry) };
}
