// Takes a share back: nobody can call the server from then on, and what is under way ends.
import { Ban } from 'lucide-react';
import { t } from '../../words/language.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useAct } from '../panel-context.tsx';
import type { FleetServer } from '../../../contract/schemas/fleet.ts';

interface StopSharingProps {
  readonly own: Pick<FleetServer, 'server'>;
  readonly onStopped?: () => void;
}

export function StopSharing({ own: { server: share }, onStopped }: StopSharingProps) {
  const act = useAct();
  const stop = async () => {
    if (await act('fleet:unshare', { share }, t('It is no longer shared.'))) onStopped?.();
  };
  return (
    <ConfirmButton
      size="small"
      icon={Ban}
      label={t('Stop sharing')}
      title={t('Stop sharing {name}?', { name: share })}
      text={t('Other hubs can call it no more, and calls of theirs that are under way end at once.')}
      onConfirm={() => void stop()}
    />
  );
}
