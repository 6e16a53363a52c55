// A log that is looked at: its newest lines, and those that are added meanwhile.
import { useEffect, useEffectEvent, useState } from 'react';
import { errorSentence } from '../../link/panel-error.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { useLive, usePanelParts } from '../panel-context.tsx';
import { withMore } from './log-lines.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { ServerLogLine } from '../../../contract/schemas/servers.ts';
import type { Link } from '../../link/link.ts';

export interface ShownLog {
  /** Null until the first answer. */
  readonly lines: readonly ServerLogLine[] | null;
  readonly said: string | null;
}

interface AskedLog {
  /** Names everything that is asked for; another one begins anew. */
  readonly key: string;
  /** The newest lines, after that one where it is known; `newest` is the one to follow from. */
  readonly ask: (
    link: Link,
    after: number | null,
  ) => Promise<{ readonly lines: readonly ServerLogLine[]; readonly newest: number }>;
  /** Whether the hub tells by it that there are more. */
  readonly isMore: (event: PanelEvent) => boolean;
}

const nothing: ShownLog = { lines: null, said: null };

export function useLog({ key, ask, isMore }: AskedLog): ShownLog {
  const { link } = usePanelParts();
  const live = useLive();
  const [log, setLog] = useState(nothing);
  const askNow = useEffectEvent(ask);
  const isMoreNow = useEffectEvent(isMore);
  useEffect(() => {
    if (!live) return;
    let held: readonly ServerLogLine[] | null = null;
    let newest: number | null = null;
    let ended = false;
    const look = oneAtATime(async () => {
      if (ended) return;
      try {
        const answer = await askNow(link, newest);
        held = withMore(held ?? [], answer.lines);
        newest = answer.newest;
        if (!ended) setLog({ lines: held, said: null });
      } catch (error) {
        if (!ended) setLog({ lines: held, said: errorSentence(error) });
      }
    });
    const end = link.onEvent(event => {
      if (isMoreNow(event)) void look();
    });
    void look();
    return () => {
      ended = true;
      end();
    };
  }, [link, live, key]);
  return log;
}
