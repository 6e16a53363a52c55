// One approval of several servers: every command in full with what it is given, and for each its own approval, bound to what is shown.
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import { grantsOf } from '../config/config-fields.ts';
import { GivenTable } from '../config/given-table.tsx';
import { FillIn } from '../detail/fill-in.tsx';
import { PinOffer } from '../detail/pin-offer.tsx';
import { hasGaps } from './fills.ts';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

interface Waiting {
  readonly server: Server;
  readonly config: PanelResult<'servers:config'>;
}

type Approving = ReturnType<typeof useApproveAll>;

/** Those of them that wait for approval, as they are at one moment, so that what is approved is what is shown. */
function useWaiting(serverIds: readonly string[], turn: number) {
  const { servers } = useSnapshot();
  const waiting = serverIds
    .map(id => servers[id])
    .filter(
      server => server !== undefined && server.state.kind === 'blocked' && server.state.by === 'approval',
    ) as Server[];
  const key = waiting.map(({ id, hash }) => `${id} ${hash}`).join(' ');
  return useRequest(
    key === '' ? null : `${turn} ${key}`,
    async (from): Promise<Waiting[]> =>
      Promise.all(
        waiting.map(async server => ({
          server,
          config: await from.request('servers:config', { serverId: server.id }),
        })),
      ),
  );
}

export function useApproveAll(serverIds: readonly string[], onDone: () => void) {
  const { link } = usePanelParts();
  const [turn, setTurn] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { said, busy, send } = useSending();
  const asked = useWaiting(serverIds, turn);
  const rows = asked.kind === 'there' ? asked.value : [];
  const able = rows.filter(({ server, config }) => !left.has(server.id) && !hasGaps(config.placeholders));
  const approve = async () => {
    for (const { server, config } of able)
      await link.request('servers:approve', { serverId: server.id, hash: config.hash });
    onDone();
  };
  return {
    asked,
    rows,
    able,
    busy,
    said,
    isLeft: (id: string) => left.has(id),
    leave: (id: string, on: boolean) =>
      setLeft(before => new Set(on ? [...before, id] : [...before].filter(other => other !== id))),
    again: () => setTurn(turn + 1),
    approve: () => void send(approve),
  };
}

export function ApproveAllButton({ approving: { able, busy, asked, approve } }: { approving: Approving }) {
  return (
    <ActButton
      look="primary"
      icon={ShieldCheck}
      // Nothing is approved before all of it was shown.
      disabled={busy || asked.kind !== 'there' || able.length === 0}
      title={able.length === 0 ? t('Nothing is picked that could start') : undefined}
      onClick={approve}
    >
      {t('Approve and start {count, plural, one {# server} other {# servers}}', { count: able.length })}
    </ActButton>
  );
}

export function ApproveAll({ approving }: { approving: Approving }) {
  const { asked, rows, said } = approving;
  if (asked.kind === 'failed') return <Said sentence={asked.sentence} />;
  return (
    <>
      {asked.kind === 'loading' ? <span className="ghost-bar" /> : null}
      <ul className="imports" aria-label={t('Servers that wait for your approval')}>
        {rows.map(row => (
          <ApproveRow key={row.server.id} row={row} approving={approving} />
        ))}
      </ul>
      <Said sentence={said} />
    </>
  );
}

function ApproveRow({ row: { server, config }, approving }: { row: Waiting; approving: Approving }) {
  const isOpen = hasGaps(config.placeholders);
  return (
    <li>
      <label className="check">
        <input
          type="checkbox"
          checked={!isOpen && !approving.isLeft(server.id)}
          disabled={isOpen}
          onChange={event => approving.leave(server.id, !event.target.checked)}
        />
        <Foreign text={server.name} className="strong" />
        <span className="mono subtle">{config.hash.slice(0, 12)}</span>
      </label>
      <pre className="well code p-2" aria-label={t('Full command of {name}', { name: server.name })} tabIndex={0}>
        <Foreign text={server.commandLine} lines />
      </pre>
      <GivenTable server={server} config={{ kind: 'there', value: config }} />
      {grantsOf(config.config).map(sentence => (
        <p key={sentence}>
          <Foreign text={sentence} />
        </p>
      ))}
      {server.warning === null ? null : (
        <p className="text-attention">
          <ReasonText reason={server.warning} />
        </p>
      )}
      <PinOffer server={server} />
      <FillIn server={server} placeholders={config.placeholders} onFilled={approving.again} />
    </li>
  );
}
