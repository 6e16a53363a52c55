// The log of a server, which the hub searches and clears.
import { Eraser } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { maxAsked } from '../../../parts/log/log-lines.ts';
import { LogView } from '../../../parts/log/log-view.tsx';
import { useLog } from '../../../parts/log/use-log.ts';
import { useAct } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';

export function ServerLog({ serverId, brief }: { serverId: string; brief?: boolean }) {
  const [search, setSearch] = useState('');
  const [turn, setTurn] = useState(0);
  const text = useDeferredValue(search.trim());
  const log = useLog({
    key: JSON.stringify([serverId, text, turn]),
    ask: (link, after) =>
      link.request('servers:logs', {
        serverId,
        count: maxAsked,
        ...(text !== '' && { text }),
        ...(after !== null && { after }),
      }),
    isMore: event => event.event === 'servers:logged' && event.data.serverIds.includes(serverId),
  });
  return (
    <LogView
      {...log}
      search={search}
      onSearch={setSearch}
      brief={brief}
      clear={<ClearButton serverId={serverId} onCleared={() => setTurn(turn + 1)} />}
    />
  );
}

function ClearButton({ serverId, onCleared }: { serverId: string; onCleared: () => void }) {
  const act = useAct();
  const clear = async () => {
    if (await act('servers:clear-logs', { serverId }, t('The log was cleared.'))) onCleared();
  };
  return (
    <ConfirmButton
      size="small"
      icon={Eraser}
      label={t('Clear')}
      title={t('Clear the log')}
      text={t('Its lines are forgotten here and in the files on disk. The server goes on.')}
      onConfirm={() => void clear()}
    />
  );
}
