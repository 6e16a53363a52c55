// The newest lines of the hub's log, and those that are written while it is looked at.
import { useEffect, useState } from 'react';
import { errorSentence } from '../../link/panel-error.ts';
import { useLive, usePanelParts } from '../../parts/panel-context.tsx';
import type { HubLogLine } from '../../../contract/schemas/hub-log.ts';

interface ShownLog {
  /** Of its file; empty until the hub has answered. */
  readonly path: string;
  /** Oldest first. */
  readonly lines: readonly HubLogLine[];
  readonly said: string | null;
}

const shownLines = 100;

export function useHubLog(): ShownLog {
  const { link } = usePanelParts();
  const live = useLive();
  const [log, setLog] = useState<ShownLog>({ path: '', lines: [], said: null });
  useEffect(() => {
    if (!live) return;
    let wanted = true;
    // What is written before the answer stands in it too.
    let isAnswered = false;
    const end = link.onEvent(event => {
      if (event.event !== 'hub:logged' || !isAnswered) return;
      setLog(old => ({ ...old, lines: [...old.lines, ...event.data.lines].slice(-shownLines) }));
    });
    link.request('hub:log', { count: shownLines }).then(
      ({ path, lines }) => {
        isAnswered = true;
        if (wanted) setLog({ path, lines, said: null });
      },
      (error: unknown) => wanted && setLog(old => ({ ...old, said: errorSentence(error) })),
    );
    return () => {
      wanted = false;
      end();
    };
  }, [link, live]);
  return log;
}
