// Lets the hub read the registry of Windows while browsers are shown: nothing tells it of a change there.
import { useEffect, useState } from 'react';
import { useLive, usePanelParts } from './panel-context.tsx';

/** Whether there is one to be read. */
export function useRegistryLook(): boolean {
  const { link } = usePanelParts();
  const live = useLive();
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (!live) return;
    let isShown = true;
    let timer: number | undefined;
    const look = async () => {
      const answer = await link.request('browsers:look', {}).catch(() => null);
      if (!isShown || answer?.againMs == null) return;
      setRead(true);
      timer = window.setTimeout(() => void look(), answer.againMs);
    };
    void look();
    return () => {
      isShown = false;
      window.clearTimeout(timer);
    };
  }, [link, live]);
  return isRead;
}
