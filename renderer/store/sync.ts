// Keeps the store in step with the hub: a snapshot first, then its patches, and a fresh snapshot whenever one is missing.
import { errorSentence } from '../link/panel-error.ts';
import { formatCount } from '../words/format.ts';
import { t } from '../words/language.ts';
import { changeSentence } from '../words/rule-change-words.ts';
import { applyPatch, withoutPrototypes } from './apply-patch.ts';
import { addNotice, type PanelStore } from './panel-store.ts';
import type { Patch } from '../../contract/schemas/snapshot.ts';
import type { Link } from '../link/link.ts';

const SETTLE_MS = 1000;

/** Binds a link to a store until the returned function is called. */
export function startSync(link: Link, store: PanelStore, now: () => number): () => void {
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
      addNotice(store, 'error', errorSentence(error));
      retry = setTimeout(() => void load(), SETTLE_MS);
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
      addNotice(
        store,
        'done',
        t('Missed {missed} changes; loaded a fresh snapshot.', { missed: formatCount(outcome.missed) }),
      );
      void load();
    }
  }

  const endEvents = link.onEvent(event => {
    if (event.event === 'state:patch') take(event.data);
    else if (event.event === 'rules:changed') addNotice(store, 'news', changeSentence(event.data));
    else if (event.event === 'trace:changed') store.setState({ trace: event.data, heardAt: now() });
  });
  const endStatus = link.onStatus(status => {
    store.setState({ link: status });
    if (status.kind === 'open') void load();
  });
  return () => {
    clearTimeout(retry);
    endEvents();
    endStatus();
  };
}
