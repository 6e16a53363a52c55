// Of a server that a page has brought: for whom it is there, and the switch that opens it to agents.
import { Switch } from '../../../parts/choices.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct, useLive } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { t } from '../../../words/language.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

export function SiteServer({ server: { id, ofSite } }: { server: Server }) {
  const act = useAct();
  const live = useLive();
  if (!ofSite) return null;
  const values = { site: <Foreign className="mono" text={ofSite.origin} /> };
  return (
    <section className="section text-xs" aria-label={t('Brought by a page')}>
      <p className="muted">
        {ofSite.open ? (
          <Say
            text="A page of {site} has brought this server, and you have opened it to agents. It goes with that page, and is open to them again whenever a page of that site brings it."
            values={values}
          />
        ) : (
          <Say
            text="A page of {site} has brought this server. It serves that site alone, and goes with that page."
            values={values}
          />
        )}
      </p>
      <label className="line subtle text-2xs mt-2">
        <Switch
          label={t('Offer its tools to agents')}
          on={ofSite.open}
          disabled={!live}
          onSwitch={open => void act('sites:open-server', { serverId: id, open })}
        />
        {t('offered to agents')}
      </label>
    </section>
  );
}
