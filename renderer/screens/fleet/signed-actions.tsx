// What is done on every hub at once, signed with a key that is kept here: pause all, stop an agent everywhere.
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { Line } from '../../parts/form-fields.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { useAct } from '../../parts/panel-context.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { t } from '../../words/language.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';

type Deed = 'pause' | 'stop';

export function SignedActions({ fleet }: { fleet: FleetState }) {
  const [deed, setDeed] = useState<Deed | null>(null);
  const paused = fleet.policy?.pausesAll === true;
  return (
    <>
      <PaneHead title={t('For all hubs')} note={t('needs a signing key')} />
      <div className="section fleet-deeds">
        <ActButton size="small" onClick={() => setDeed('pause')}>
          {paused ? t('Resume on all hubs') : t('Pause all')}
        </ActButton>
        <ActButton size="small" onClick={() => setDeed('stop')}>
          {t('Stop an agent everywhere')}
        </ActButton>
      </div>
      {deed === null ? null : <SignSheet deed={deed} paused={paused} onClose={() => setDeed(null)} />}
    </>
  );
}

function SignSheet({ deed, paused, onClose }: { deed: Deed; paused: boolean; onClose: () => void }) {
  const act = useAct();
  const [key, setKey] = useState('');
  const [agent, setAgent] = useState('');
  const ready = key.trim() !== '' && (deed === 'pause' || agent.trim() !== '');
  const sign = async () => {
    const change =
      deed === 'pause'
        ? ({ kind: 'pause-all', on: !paused } as const)
        : ({ kind: 'stop-agent', agent: agent.trim() } as const);
    const done = await act('fleet:sign-and-publish', { key: key.trim(), change }, t('Signed and published'));
    if (done) onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={deed === 'stop' ? t('Stop an agent everywhere') : paused ? t('Resume on all hubs') : t('Pause all')}
      text={t('A new version of the policy is signed and published. Hubs that know the key take it within a second.')}
      action={
        <ActButton look="danger" disabled={!ready} onClick={() => void sign()}>
          {t('Sign and publish')}
        </ActButton>
      }
    >
      {deed === 'stop' ? <Line label={t('Agent')} value={agent} onChange={setAgent} first /> : null}
      <Line label={t('Name of your signing key')} value={key} onChange={setKey} first={deed === 'pause'} />
    </Sheet>
  );
}
