// The log of one server: its newest lines, and those that are added while it is looked at.
import { useEffect, useState } from 'react';
import { errorSentence } from '../../../link/panel-error.ts';
import { useLive, usePanelParts } from '../../../parts/panel-context.tsx';
import { maxAsked, withMore } from './log-lines.ts';
import type { ServerLogLine } from '../../../../contract/schemas/servers.ts';

export interface ServerLog {
  /** Null until the first answer. */
  readonly lines: readonly ServerLogLine[] | null;
  readonly said: string | null;
}

const nothing: ServerLog = { lines: null, said: null };

/** `text` is searched for by the hub, over all that it keeps. Another `turn` begins anew, as after a clearing. */
export function useLog(serverId: string, text: string, turn: number): ServerLog {
  const { link } = usePanelParts();
  const live = useLive();
  const [log, setLog] = useState(nothing);
  useEffect(() => {
    if (!live) return;
    let held: readonly ServerLogLine[] | null = null;
    let newest = 0;
    let ended = false;
    const look = oneAtATime(async () => {
      if (ended) return;
      try {
        const more = { serverId, count: maxAsked, ...(text === '' ? {} : { text }) };
        const answer = await link.request('servers:logs', held === null ? more : { ...more, after: newest });
        held = withMore(held ?? [], answer.lines);
        newest = answer.newest;
        if (!ended) setLog({ lines: held, said: null });
      } catch (error) {
        if (!ended) setLog({ lines: held, said: errorSentence(error) });
      }
    });
    const end = link.onEvent(event => {
      if (event.event === 'servers:logged' && event.data.serverIds.includes(serverId)) void look();
    });
    void look();
    return () => {
      ended = true;
      end();
    };
  }, [link, live, serverId, text, turn]);
  return log;
}

/** Work that never fails, which runs once more when it was called for while it ran. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let busy = false;
  let again = false;
  return async () => {
    again = true;
    if (busy) return;
    busy = true;
    while (again) {
      again = false;
      await work();
    }
    busy = false;
  };
}
