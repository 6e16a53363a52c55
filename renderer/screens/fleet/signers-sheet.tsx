// Whose signature under the policy counts here: a key is named by its public half, and taken away again.
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Line, Lines } from '../../parts/form-fields.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { Said, Sheet } from '../../parts/sheet.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { t } from '../../words/language.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';

interface SignersProps extends Pick<FleetState, 'signers'> {
  readonly onClose: () => void;
}

export function SignersSheet({ signers, onClose }: SignersProps) {
  const { link } = usePanelParts();
  const { said, busy, send } = useSending();
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  // Naming a key under a name that is there would put it in that one's place.
  const isTaken = signers.some(signer => signer.name === name.trim());
  const isComplete = name.trim() !== '' && key.trim() !== '' && !isTaken;
  const nameFault = isTaken ? t('A key of this name is there already.') : null;
  const add = () =>
    send(async () => {
      await link.request('fleet:set-signers', { add: [{ name: name.trim(), key: key.trim() }], remove: [] });
      onClose();
    });
  const remove = (signer: string) => send(() => link.request('fleet:set-signers', { add: [], remove: [signer] }));
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Who signs the policy')}
      text={t(
        'Whoever signs may deny and allow here what you would be asked about, pause all agents and stop one. Compare the fingerprint with them before you name their key.',
      )}
      action={
        <ActButton look="primary" disabled={!isComplete || busy} onClick={() => void add()}>
          {t('Name this key')}
        </ActButton>
      }
    >
      {signers.map(signer => (
        <Signer key={signer.fingerprint} signer={signer} busy={busy} onRemove={() => void remove(signer.name)} />
      ))}
      <Line label={t('Their name')} value={name} onChange={setName} fault={nameFault} first />
      <Lines label={t('Their public key, PEM or base64')} value={key} rows={3} onChange={setKey} />
      <Said sentence={said} />
    </Sheet>
  );
}

interface SignerProps {
  readonly signer: FleetState['signers'][number];
  readonly busy: boolean;
  readonly onRemove: () => void;
}

function Signer({ signer: { name, fingerprint }, busy, onRemove }: SignerProps) {
  return (
    <p className="fleet-changed">
      <span>
        <Foreign text={name} /> <Foreign text={fingerprint} className="mono subtle" />
      </span>
      <ActButton size="small" disabled={busy} aria-label={t('Remove {name}', { name })} onClick={onRemove}>
        {t('Remove')}
      </ActButton>
    </p>
  );
}
