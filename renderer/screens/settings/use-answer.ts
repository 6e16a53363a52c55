// What the hub says of its settings: asked again as soon as it is back, and set by the answer to a change.
import { useEffect, useEffectEvent, useState } from 'react';
import { useLive, usePanelParts } from '../../parts/panel-context.tsx';
import type { Link } from '../../link/link.ts';

/** Null before the first answer; while the hub is away it stays as it was. */
export function useAnswer<T>(ask: (link: Link) => Promise<T>) {
  const { link } = usePanelParts();
  const live = useLive();
  const [answer, setAnswer] = useState<T | null>(null);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!live) return;
    let wanted = true;
    askNow(link).then(
      value => wanted && setAnswer(() => value),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [link, live]);
  return [answer, setAnswer] as const;
}
