// What the fleet has to do with a server: with whom this hub shares it, or of which hub it is.
import { routeHref } from '../../../frame/route.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { shareOf } from '../../../parts/share/share-form.ts';
import { t } from '../../../words/language.ts';
import { sharedWithWords } from '../../../words/share-words.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

export function SharedPart({ server }: { server: Server }) {
  const snapshot = useSnapshot();
  const own = shareOf(snapshot, server.id);
  const of = usedOf(snapshot.fleetServers, server.id);
  if (!own && !of) return null;
  return (
    <p className="installed-part" role="note" aria-label={t('Fleet')}>
      <span className="ellipsis">
        {own ? (
          <Say
            text="Shared as {share}: {whom}"
            values={{
              share: <Foreign text={own.server} className="mono" />,
              whom: <Foreign text={sharedWithWords(own)} max={200} />,
            }}
          />
        ) : null}
        {of ? (
          <Say
            text="{share} of {hub}; the rules of both hubs decide"
            values={{
              share: <Foreign text={of.share} className="mono" />,
              hub: of.hub === null ? t('whichever hub takes the call') : <Foreign text={of.hub} />,
            }}
          />
        ) : null}
      </span>
      <span className="fill" />
      <a className="link" href={routeHref('fleet')}>
        {t('Fleet')}
      </a>
    </p>
  );
}

/** `hub` null: whichever hub of those that share it. */
function usedOf(shared: Snapshot['fleetServers'], serverId: string): { hub: string | null; share: string } | null {
  const rows = Object.values(shared).filter(({ isOwn }) => !isOwn);
  const one = rows.find(row => row.serverId === serverId);
  if (one) return { hub: one.hub, share: one.server };
  const any = rows.find(row => row.groupServerId === serverId);
  return any ? { hub: null, share: any.server } : null;
}
