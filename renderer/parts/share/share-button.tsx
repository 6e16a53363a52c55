// Opens the sheet by which a server is shared; says where it is shared already.
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../words/language.ts';
import { ActButton } from '../button.tsx';
import { useSnapshot } from '../panel-context.tsx';
import { sharable, shareOf } from './share-form.ts';
import { ShareSheet } from './share-sheet.tsx';

/** Nothing where this hub is in no fleet, or the server is not this hub's to share. */
export function ShareButton({ serverId }: { serverId: string }) {
  const snapshot = useSnapshot();
  const [open, setOpen] = useState(false);
  if (!snapshot.hub.fleet || !sharable(snapshot).some(({ id }) => id === serverId)) return null;
  const label = shareOf(snapshot, serverId) ? t('Change how it is shared') : t('Share with other hubs');
  return (
    <>
      <ActButton look="ghost" icon={Share2} aria-label={label} title={label} onClick={() => setOpen(true)} />
      {open ? <ShareSheet serverId={serverId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
