// The one polite live region: new questions, changes of servers and agents, the run mode. Trace rows are not announced.
import { useEffect, useRef } from 'react';
import { usePanel, usePanelParts, useSnapshot } from '../parts/panel-context.tsx';
import { say } from '../store/panel-store.ts';
import { t } from '../words/language.ts';
import { announcements } from './announcements.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** Readers look at a region a moment after it changed, and see no more than its last text. */
const heardMs = 1000;

export function LiveRegion() {
  const snapshot = useSnapshot();
  const before = useRef<Snapshot>(snapshot);
  const { store } = usePanelParts();
  const text = usePanel(state => state.said);
  const wasHeard = usePanel(state => state.wasHeard);
  useEffect(() => {
    const news = announcements(before.current, snapshot, Date.now());
    before.current = snapshot;
    if (news.length > 0) say(store, news.join('. '));
  }, [snapshot, store]);
  useEffect(() => {
    if (wasHeard) return undefined;
    const timer = setTimeout(() => store.setState({ wasHeard: true }), heardMs);
    return () => clearTimeout(timer);
  }, [wasHeard, store]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-label={t('News')}>
      {text}
    </div>
  );
}
