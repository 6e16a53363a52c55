// Installs: the list of all, and the one that is open.
import { installPath } from '../../../frame/catalogue-paths.ts';
import { useListKeys } from '../../../frame/keys.ts';
import { goTo } from '../../../frame/route.ts';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { useWide } from '../../../parts/use-wide.ts';
import { installsShown } from '../../../store/installs.ts';
import { InstallDetail } from './install-detail.tsx';
import { InstallList } from './install-list.tsx';

export function InstallsView({ serverId }: { serverId: string | null }) {
  const rows = installsShown(useSnapshot());
  const wide = useWide();
  const current = rows.find(each => each.serverId === serverId) ?? (wide ? rows[0] : undefined);
  useListKeys(
    rows.map(row => row.serverId),
    current?.serverId ?? null,
    id => goTo('catalogue', installPath(id)),
    () => goTo('catalogue', installPath()),
  );
  return (
    <div className="panes">
      <InstallList rows={rows} selected={current?.serverId ?? null} />
      {current ? <InstallDetail key={current.serverId} install={current} /> : null}
    </div>
  );
}
