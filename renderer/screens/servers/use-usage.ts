// What servers use of processor and memory, measured only while somebody looks.
import { useEffect, useState } from 'react';
import { useLive, usePanelParts } from '../../parts/panel-context.tsx';
import { bareTable } from '../../store/bare-table.ts';
import type { UsageById } from './server-list.ts';

const nothing: UsageById = {};

export function useUsage(): UsageById {
  const { link } = usePanelParts();
  const live = useLive();
  const [usage, setUsage] = useState(nothing);
  useEffect(() => {
    if (!live) return;
    const end = link.onEvent(event => {
      if (event.event === 'servers:usage')
        setUsage(bareTable(Object.fromEntries(event.data.usage.map(row => [row.serverId, row]))));
    });
    const watch = (on: boolean) => void link.request('servers:watch', { on }).catch(() => undefined);
    watch(true);
    return () => {
      end();
      watch(false);
    };
  }, [link, live]);
  return usage;
}
