// The one action of a shared server: use it and approve it, stop using it, or change how this hub's own is shared.
import { goTo } from '../../../frame/route.ts';
import { ActButton } from '../../../parts/button.tsx';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import type { SharedRow } from './shared-rows.ts';

interface ActionProps {
  readonly row: SharedRow;
  readonly onChange: (serverId: string) => void;
}

export function RowAction({ row, onChange }: ActionProps) {
  const { hub } = useSnapshot();
  const { serverId, of } = row;
  if (hub.remote) return null;
  if (of.isOwn) {
    if (serverId === null) return null;
    return (
      <ActButton
        size="small"
        aria-label={t('Change how {name} is shared', { name: row.share })}
        onClick={() => onChange(serverId)}
      >
        {t('Change')}
      </ActButton>
    );
  }
  if (serverId !== null) return <UsedAction row={row} serverId={serverId} />;
  return of.isForUs ? <UseButton row={row} /> : null;
}

/** Its server then waits for approval, which is where this leads. */
function UseButton({ row: { hub, share, id } }: Pick<ActionProps, 'row'>) {
  const act = useAct();
  const use = async () => {
    const used = await act('fleet:use', { hub, share });
    if (used) goTo('servers', used.serverId);
  };
  return (
    <ActButton
      size="small"
      aria-label={t('Use {name}', { name: shownName(hub, share, id) })}
      onClick={() => void use()}
    >
      {t('Use')}
    </ActButton>
  );
}

function UsedAction({ row: { hub, share, id }, serverId }: Pick<ActionProps, 'row'> & { readonly serverId: string }) {
  const act = useAct();
  const server = useSnapshot().servers[serverId];
  if (server?.state.kind === 'blocked' && server.state.by === 'approval')
    return (
      <ActButton size="small" look="primary" onClick={() => goTo('servers', serverId)}>
        {t('Approve')}
      </ActButton>
    );
  return (
    <ConfirmButton
      size="small"
      label={t('Stop using')}
      title={t('Stop using {name}?', { name: shownName(hub, share, id) })}
      text={t(
        'Its tools are gone from agents here, with the grants and the approval of it. It stays shared and can be used again.',
      )}
      onConfirm={() => void act('fleet:unuse', { hub, share }, t('It is no longer used here.'))}
    />
  );
}

function shownName(hub: string | null, share: string, id: string): string {
  return hub === null ? share : id;
}
