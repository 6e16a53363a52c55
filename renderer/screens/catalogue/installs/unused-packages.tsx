// Folders of packages that no server uses any more: how much they take, and the click that clears them.
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { formatBytes } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';

export function UnusedPackages() {
  const act = useAct();
  const { installs } = useSnapshot();
  const [turn, setTurn] = useState(0);
  const all = Object.values(installs);
  const asked = useRequest(
    `${turn} ${all.map(({ serverId, version, phase }) => `${serverId}@${version} ${phase.kind}`).join()}`,
    link => link.request('installs:unused', {}),
  );
  const used = all.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  const unused = asked.kind === 'there' ? asked.value : { bytes: 0, folders: 0 };
  const clear = async () => {
    const answer = await act('installs:clear-unused', {});
    if (answer) setTurn(turn + 1);
  };
  return (
    <div className="foot">
      <span className="muted ellipsis">
        {unused.folders === 0
          ? t('Packages take {bytes}; servers share them', { bytes: formatBytes(used) })
          : t('{bytes} are used by no server', { bytes: formatBytes(unused.bytes) })}
      </span>
      <span className="fill" />
      {unused.folders === 0 ? null : (
        <ActButton size="small" icon={Trash2} onClick={() => void clear()}>
          {t('Clear')}
        </ActButton>
      )}
    </div>
  );
}
