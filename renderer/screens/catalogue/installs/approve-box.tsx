// The end of an install: approve exactly what is shown, or how it is called now that it runs.
import { ShieldCheck } from 'lucide-react';
import { permissionPath } from '../../../frame/permission-paths.ts';
import { routeHref } from '../../../frame/route.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useNow, useSnapshot } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { Status } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import { serverWords } from '../../../words/server-words.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { InstallActs } from './use-install-acts.ts';

export function ApproveBox({ server, acts }: { server: Server; acts: InstallActs }) {
  if (acts.added) return <HowItIsCalled server={server} />;
  return (
    <section className="approve-box" aria-label={t('Approval')}>
      <p className="subtle">
        {acts.notYet ?? (
          <Say
            text="The approval holds for exactly this, {hash}."
            values={{ hash: <span className="mono">{server.hash.slice(0, 12)}</span> }}
          />
        )}{' '}
        {acts.known ? (
          <a className="link" href={routeHref('servers', server.id)}>
            {t('What has changed since you approved it')}
          </a>
        ) : null}
      </p>
      <ActButton
        look="primary"
        icon={ShieldCheck}
        shortcut={t('Ctrl Enter')}
        disabled={acts.notYet !== null}
        title={acts.notYet ?? undefined}
        onClick={acts.approve}
      >
        {t('Approve and start')}
      </ActButton>
    </section>
  );
}

function HowItIsCalled({ server }: { server: Server }) {
  const { tools } = useSnapshot();
  const now = useNow();
  const { tone, word } = serverWords(server.state, now);
  const own = Object.values(tools).filter(({ source }) => source.kind === 'server' && source.serverId === server.id);
  const example = own[0]?.name;
  return (
    <section className="approve-box" aria-label={t('How it is called')}>
      <p>
        <Status tone={tone}>
          {t('{state}; {count, plural, =0 {no tools yet} one {# tool} other {# tools}}', {
            state: word,
            count: own.length,
          })}
        </Status>
      </p>
      {example === undefined ? null : (
        <p className="muted">
          <Say
            text="Agents call them by name, such as {tool}; just ask for what you want done."
            values={{ tool: <Foreign key="tool" text={example} className="mono" max={60} /> }}
          />
        </p>
      )}
      <p>
        <a className="link" href={routeHref('servers', server.id)}>
          {t('Open it under Servers')}
        </a>
      </p>
    </section>
  );
}

/** The first call of each agent asks, unless a rule says otherwise. */
export function WhoMayUseIt() {
  const { agents } = useSnapshot();
  return (
    <section className="section" aria-label={t('Who may use it')}>
      <h3>{t('Who may use it')}</h3>
      <p className="text-xs muted">
        {t(
          '{count, plural, =0 {No agent is connected; each that comes} one {The connected agent} other {Each of the # connected agents}} sees its tools once you approve it. What only reads runs by itself; what acts asks you first, unless a rule says otherwise.',
          { count: Object.keys(agents).length },
        )}{' '}
        <a className="link" href={routeHref('permissions', permissionPath('grants'))}>
          {t('Rules and grants')}
        </a>
      </p>
    </section>
  );
}
