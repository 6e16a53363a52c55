// This hub in its fleet: its name, and what the others see of it, both to be changed.
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Facts } from '../../parts/layout.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { RenameButton } from '../../parts/rename-button.tsx';
import { t } from '../../words/language.ts';
import { ShowsSheet } from './shows.tsx';
import { SignersSheet } from './signers-sheet.tsx';
import type { FleetShows, FleetState } from '../../../contract/schemas/fleet.ts';

export function OwnHub({ fleet: { name, shows, signers } }: { fleet: FleetState }) {
  return (
    <div className="section">
      <Facts
        facts={[
          [t('Name'), <OwnName key="name" name={name} />],
          [t('Others see'), <Shown key="shows" shows={shows} />],
          [t('Policy signed by'), <Signers key="signers" signers={signers} />],
        ]}
      />
    </div>
  );
}

function OwnName({ name }: Pick<FleetState, 'name'>) {
  const { link } = usePanelParts();
  return (
    <span className="fleet-changed">
      <Foreign text={name} />
      <RenameButton
        size="small"
        name={name}
        text={t(
          'Every hub sees the new name, and grants that others gave to the old one no longer hold. The account on the NATS server has to allow it.',
        )}
        longest={40}
        rename={next => link.request('fleet:rename', { name: next.trim() })}
      />
    </span>
  );
}

function Shown({ shows }: Pick<FleetState, 'shows'>) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <span className="fleet-changed">
      {shownWords(shows)}
      <ActButton
        look="ghost"
        size="small"
        icon={Pencil}
        aria-label={t('Change what others see')}
        title={t('Change what others see')}
        onClick={() => setChoosing(true)}
      />
      {isChoosing ? <ShowsSheet shows={shows} onClose={() => setChoosing(false)} /> : null}
    </span>
  );
}

function Signers({ signers }: Pick<FleetState, 'signers'>) {
  const [isNaming, setNaming] = useState(false);
  return (
    <span className="fleet-changed">
      {signers.length === 0 ? t('nobody') : <SignerList signers={signers} />}
      <ActButton
        look="ghost"
        size="small"
        icon={Pencil}
        aria-label={t('Change who signs the policy')}
        title={t('Change who signs the policy')}
        onClick={() => setNaming(true)}
      />
      {isNaming ? <SignersSheet signers={signers} onClose={() => setNaming(false)} /> : null}
    </span>
  );
}

function SignerList({ signers }: Pick<FleetState, 'signers'>) {
  return (
    <ul>
      {signers.map(({ name, fingerprint }) => (
        <li key={fingerprint}>
          <Foreign text={name} /> <Foreign text={fingerprint} className="mono subtle" middle max={24} />
        </li>
      ))}
    </ul>
  );
}

function shownWords({ agents, servers, questions }: FleetShows): string {
  const shown = [
    ...(agents ? [t('agents')] : []),
    ...(servers ? [t('servers')] : []),
    ...(questions ? [t('how many questions wait')] : []),
  ];
  return shown.length === 0 ? t('name, version, mode and calls alone') : shown.join(', ');
}
