// What is done on every hub at once, signed with a key that is kept here: pause all, stop an agent everywhere.
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { Line } from '../../parts/form-fields.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { usePanelParts, useSnapshot } from '../../parts/panel-context.tsx';
import { Said, Sheet } from '../../parts/sheet.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { addNotice } from '../../store/panel-store.ts';
import { t } from '../../words/language.ts';
import { KeyField } from './key-field.tsx';
import { useKeysHere } from './use-keys-here.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type { PanelParams } from '../../../contract/schemas/panel-requests.ts';

type Deed = 'pause' | 'stop';
type Change = PanelParams<'fleet:sign-and-publish'>['change'];

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
      {deed === null ? null : <SignSheet deed={deed} fleet={fleet} onClose={() => setDeed(null)} />}
    </>
  );
}

function SignSheet({ deed, fleet, onClose }: { deed: Deed; fleet: FleetState; onClose: () => void }) {
  const { link, store } = usePanelParts();
  const { said, busy, send } = useSending();
  const keys = useKeysHere(fleet);
  const [agent, setAgent] = useState('');
  const paused = fleet.policy?.pausesAll === true;
  const { chosen } = keys;
  const ready = chosen !== null && (deed === 'pause' || agent.trim() !== '');
  const change: Change =
    deed === 'pause' ? { kind: 'pause-all', on: !paused } : { kind: 'stop-agent', agent: agent.trim() };
  const sign = () =>
    send(async () => {
      await link.request('fleet:sign-and-publish', { key: chosen ?? '', change });
      addNotice(store, 'done', t('Signed and published'));
      onClose();
    });
  return (
    <Sheet
      open
      onClose={onClose}
      title={deed === 'stop' ? t('Stop an agent everywhere') : paused ? t('Resume on all hubs') : t('Pause all')}
      text={t('A new version of the policy is signed and published. Hubs that know the key take it within a second.')}
      action={
        <ActButton look="danger" disabled={!ready || busy} onClick={() => void sign()}>
          {t('Sign and publish')}
        </ActButton>
      }
    >
      {deed === 'stop' ? <AgentField agent={agent} onChange={setAgent} /> : null}
      <KeyField keys={keys} first={deed === 'pause'} />
      <Said sentence={said} />
    </Sheet>
  );
}

function AgentField({ agent, onChange }: { agent: string; onChange: (agent: string) => void }) {
  const { fleetHubs } = useSnapshot();
  const names = Object.values(fleetHubs).flatMap(({ agents }) => agents?.map(({ name }) => name) ?? []);
  return <Line label={t('Agent')} value={agent} onChange={onChange} offers={[...new Set(names)].sort()} first />;
}
