// All installs: how far each is, and the one thing to do about it.
import { ArrowLeft } from 'lucide-react';
import { installPath } from '../../../frame/catalogue-paths.ts';
import { goTo, routeHref } from '../../../frame/route.ts';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Empty, PaneHead } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Progress } from '../../../parts/progress.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Status } from '../../../parts/shape.tsx';
import { installTotals, shareOf } from '../../../store/installs.ts';
import { t } from '../../../words/language.ts';
import { phaseWords } from './phase-words.ts';
import { UnusedPackages } from './unused-packages.tsx';
import { type InstallActs, useInstallActs } from './use-install-acts.ts';
import type { Install } from '../../../../contract/schemas/installs.ts';

interface InstallListProps {
  readonly rows: readonly Install[];
  readonly selected: string | null;
}

export function InstallList({ rows, selected }: InstallListProps) {
  const { installs, servers } = useSnapshot();
  const { underWay, asking } = installTotals(installs, servers);
  return (
    <section className="pane install-list" aria-label={t('Installs')}>
      <PaneHead
        title={t('Installs')}
        note={t('{underWay} under way, {asking} for you to look at', {
          underWay: String(underWay),
          asking: String(asking),
        })}
      >
        <Button
          look="ghost"
          size="small"
          icon={ArrowLeft}
          aria-label={t('Back to the catalogue')}
          title={t('Back to the catalogue')}
          onClick={() => goTo('catalogue')}
        />
      </PaneHead>
      <div className="scrolls" tabIndex={-1}>
        {rows.length === 0 ? (
          <NothingInstalled />
        ) : (
          <ul className="installs">
            {rows.map(install => (
              <InstallRow key={install.serverId} install={install} picked={install.serverId === selected} />
            ))}
          </ul>
        )}
      </div>
      <UnusedPackages />
    </section>
  );
}

function InstallRow({ install, picked }: { install: Install; picked: boolean }) {
  const { servers } = useSnapshot();
  const acts = useInstallActs(install);
  const { phase, serverId } = install;
  const { tone, word, more } = phaseWords(phase);
  const share = shareOf(phase);
  const count = servers[serverId]?.toolCount ?? install.tools?.length ?? 0;
  return (
    <li aria-current={picked ? 'true' : undefined}>
      <a href={routeHref('catalogue', installPath(serverId))} className="install-name">
        <Foreign text={acts.name} className="strong ellipsis" />
      </a>
      <RowAct serverId={serverId} acts={acts} />
      <span className="install-state text-xs">
        {acts.added ? (
          <Status tone="running">{t('added, {count, plural, one {# tool} other {# tools}}', { count })}</Status>
        ) : (
          <Status tone={tone}>{word}</Status>
        )}
        <span className="subtle text-2xs ellipsis">
          {phase.kind === 'failed' ? <ReasonText reason={phase.reason} max={40} /> : acts.added ? '' : more}
        </span>
      </span>
      {share === null || share === 1 ? null : (
        <Progress label={t('How far {name} is', { name: acts.name })} share={share} />
      )}
    </li>
  );
}

function RowAct({ serverId, acts: { resume, stop, added } }: { serverId: string; acts: InstallActs }) {
  if (resume)
    return (
      <ActButton size="small" onClick={resume}>
        {t('Go on')}
      </ActButton>
    );
  if (stop)
    return (
      <ActButton size="small" look="ghost" onClick={stop}>
        {t('Stop')}
      </ActButton>
    );
  if (!added) return null;
  return (
    <a className="link text-2xs" href={routeHref('servers', serverId)}>
      {t('Open')}
    </a>
  );
}

function NothingInstalled() {
  return (
    <Empty title={t('Nothing is installed')} text={t('What you add in the catalogue or open as a bundle stands here.')}>
      <Button onClick={() => goTo('catalogue')}>{t('Open the catalogue')}</Button>
    </Empty>
  );
}
