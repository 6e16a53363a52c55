// Who came by a way that asks for no credential: let in, or shut out. Until then it is asked about like everybody else.
import { visibleText } from '../../../contract/visible-text.ts';
import { ActButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { PendingRow } from '../../parts/pending-row.tsx';
import { Say } from '../../parts/say.tsx';
import { type PendingClient, pendingClients } from '../../store/pending-clients.ts';
import { t } from '../../words/language.ts';
import { useAdmit } from './shut-out-button.tsx';

export function PendingClientsList() {
  const waiting = pendingClients(useSnapshot());
  if (waiting.length === 0) return null;
  return (
    <ul aria-label={t('Agents that want in')}>
      {waiting.map(pending => (
        <PendingClientRow key={pending.client.id} pending={pending} />
      ))}
    </ul>
  );
}

function PendingClientRow({ pending: { client, agent } }: { pending: PendingClient }) {
  const admit = useAdmit(client);
  const name = visibleText(client.name);
  return (
    <PendingRow
      who={<Say text="{name} came without a credential" values={{ name: <Foreign text={client.name} max={60} /> }} />}
      known={<Claims agent={agent} />}
    >
      <ActButton look="danger" aria-label={t('Shut out {name}', { name })} onClick={() => admit(false)}>
        {t('Shut out')}
      </ActButton>
      <ActButton look="primary" aria-label={t('Approve {name}', { name })} onClick={() => admit(true)}>
        {t('Approve')}
      </ActButton>
    </PendingRow>
  );
}

/** What it says of itself, and which program it is. */
function Claims({ agent }: Pick<PendingClient, 'agent'>) {
  const says = agent && agent.claimedName !== '' ? `${agent.claimedName} ${agent.version}` : '';
  const { path = null, pid = null } = agent?.program ?? {};
  return (
    <>
      {says === '' ? null : (
        <>
          <Foreign text={says} max={60} />,{' '}
        </>
      )}
      {path === null ? null : (
        <>
          <Foreign text={path} className="mono" max={60} middle />,{' '}
        </>
      )}
      {pid === null ? null : <span className="mono">{`pid ${pid}, `}</span>}
      {t('nobody proved who that is')}
    </>
  );
}
