// The one polite live region: new questions, changes of servers and agents, the run mode. Trace rows are not announced.
import { useEffect, useRef, useState } from 'react';

import type { Snapshot } from '../../electron/contract/snapshot.ts';
import { useSnapshot } from '../parts/panel-context.tsx';
import { announcements } from '../store/announcements.ts';

export function LiveRegion() {
  const snapshot = useSnapshot();
  const before = useRef<Snapshot>(snapshot);
  const [text, setText] = useState('');
  useEffect(() => {
    const news = announcements(before.current, snapshot, Date.now());
    before.current = snapshot;
    if (news.length > 0) setText(news.join('. '));
  }, [snapshot]);
  return (
    <div className="unheard" role="status" aria-live="polite" aria-label="News">
      {text}
    </div>
  );
}
