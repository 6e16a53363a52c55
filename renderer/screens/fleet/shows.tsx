// What others of the fleet see of this hub: chosen when it joins, and changed later in a sheet of its own.
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { Setting } from '../../parts/setting.tsx';
import { Said, Sheet } from '../../parts/sheet.tsx';
import { TickBox } from '../../parts/tick-box.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { t } from '../../words/language.ts';
import type { FleetShows } from '../../../contract/schemas/fleet.ts';

interface ShowsProps {
  readonly shows: FleetShows;
  readonly onChange: (change: Partial<FleetShows>) => void;
}

export function ShowsFields({ shows, onChange }: ShowsProps) {
  const tick = (label: string, note: string, name: keyof FleetShows) => (
    <Setting label={label} note={note}>
      <TickBox label={label} on={shows[name]} onTick={on => onChange({ [name]: on })} />
    </Setting>
  );
  return (
    <div className="section fleet-shows">
      {tick(t('Agents'), t('their names and how much they call'), 'agents')}
      {tick(t('Servers'), t('their names and states'), 'servers')}
      {tick(t('Questions'), t('how many wait, never their text'), 'questions')}
    </div>
  );
}

export function ShowsSheet({ shows: before, onClose }: { shows: FleetShows; onClose: () => void }) {
  const { link } = usePanelParts();
  const { said, busy, send } = useSending();
  const [shows, setShows] = useState(before);
  const keep = () =>
    send(async () => {
      await link.request('fleet:set-shows', { shows });
      onClose();
    });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('What others see')}
      text={t('Name, version, mode and calls a minute are seen by every hub of the fleet. The rest is yours to show.')}
      action={
        <ActButton look="primary" disabled={busy} onClick={() => void keep()}>
          {t('Show it so')}
        </ActButton>
      }
    >
      <ShowsFields shows={shows} onChange={change => setShows({ ...shows, ...change })} />
      <Said sentence={said} />
    </Sheet>
  );
}
