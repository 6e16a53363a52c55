// Of a server that was installed: where it is from, which version, whether there is a newer one, and the way to its install.
import { installPath } from '../../../frame/catalogue-paths.ts';
import { routeHref } from '../../../frame/route.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { Status } from '../../../parts/shape.tsx';
import { isUnderWay } from '../../../store/installs.ts';
import { t } from '../../../words/language.ts';
import type { Install } from '../../../../contract/schemas/installs.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

export function InstalledPart({ server }: { server: Server }) {
  const install = useSnapshot().installs[server.id];
  if (!install) return null;
  return (
    <p className="installed-part" role="note" aria-label={t('Installed')}>
      <Said install={install} />
      <span className="fill" />
      {install.update ? (
        <Status tone="attention">{t('{version} is there', { version: install.update.version })}</Status>
      ) : null}
      <a className="link" href={routeHref('catalogue', installPath(server.id))}>
        {isUnderWay(install) || server.state.kind === 'blocked' ? t('Open the install') : t('Version and update')}
      </a>
    </p>
  );
}

function Said({ install: { origin, version } }: { install: Install }) {
  const shown = <Foreign text={version} className="mono" max={40} />;
  return (
    <span className="ellipsis">
      {origin.kind === 'entry' ? (
        <Say
          text="{version}, from {source}"
          values={{ version: shown, source: <Foreign text={origin.sourceName} max={60} /> }}
        />
      ) : (
        <Say
          text="{version}, from the bundle {file}"
          values={{ version: shown, file: <Foreign text={origin.name} max={60} /> }}
        />
      )}
    </span>
  );
}
