// One site: what can be done about it, which scopes it has, which tools it may call, what its pages find, and what it used.
import { useState } from 'react';
import { pageScopes } from '../../../../contract/web-agent.ts';
import { useKeys } from '../../../frame/keys.ts';
import { permissionPath } from '../../../frame/permission-paths.ts';
import { goTo, routeHref } from '../../../frame/route.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { DetailPane } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { WhereItGoes } from '../../../parts/where-it-goes.tsx';
import { siteModel } from '../../../store/models.ts';
import { formatShort } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { originName } from '../../../words/site-words.ts';
import { SiteFlags } from './site-flags.tsx';
import { SiteHead } from './site-head.tsx';
import { SiteScopes } from './site-scopes.tsx';
import { SiteTools } from './site-tools.tsx';
import { useBlock } from './use-block.ts';
import type { SiteRow } from './site-rows.ts';
import type { Tokens } from './use-tokens.ts';

interface SiteDetailProps {
  readonly row: SiteRow;
  readonly now: number;
  readonly tokens: Tokens | null;
}

export function SiteDetail({ row, now, tokens }: SiteDetailProps) {
  const block = useBlock(row);
  const [revoking, setRevoking] = useState(false);
  const grants = row.scopes.flatMap(scope => scope.grants);
  useKeys({
    x: () => block(!row.site.blocked),
    Delete: grants.length > 0 ? () => setRevoking(true) : undefined,
  });
  return (
    <DetailPane
      className="fill sectioned site-detail"
      label={originName(row.id)}
      onClose={() => goTo('permissions', permissionPath('sites'))}
      head={<SiteHead row={row} block={block} revoking={revoking} onRevoking={setRevoking} />}
    >
      <StateBlock row={row} now={now} />
      <SiteScopes row={row} now={now} />
      {row.scopes.some(({ scope, effect }) => scope === 'mcp:tools.call' && effect === 'allow') ? (
        <SiteTools row={row} />
      ) : null}
      <SiteFlags row={row} />
      <Footer origin={row.id} tokens={tokens} />
    </DetailPane>
  );
}

/** What a person should know before anything else. */
function StateBlock({ row, now }: Pick<SiteDetailProps, 'row' | 'now'>) {
  const { site, question, reads, looksLikeAnother } = row;
  if (question) return <Asks count={question.scopes.length} />;
  if (site.blocked)
    return (
      <Block tone="stopped" title={t('Blocked by you')}>
        {t('Its pages find no API once they load again, and nothing that they ask is answered.')}
      </Block>
    );
  if (looksLikeAnother && reads !== null) return <LooksLike reads={reads} />;
  if (site.overRate === null || site.overRate.until <= now) return null;
  return (
    <Block tone="waiting" title={t('Over its rate')}>
      {t(
        '{count, plural, one {# request was refused} other {# requests were refused}} because there were too many at once.',
        { count: site.overRate.refused },
      )}
    </Block>
  );
}

function Asks({ count }: { count: number }) {
  const title = t('It asks for {count, number} of {all, number} scopes', { count, all: pageScopes.length });
  return (
    <Block tone="attention" title={title}>
      <a className="link" href={routeHref('permissions', permissionPath('questions'))}>
        {t('Answer it under Questions')}
      </a>
    </Block>
  );
}

function LooksLike({ reads }: { reads: string }) {
  const text = t('It reads “{name}” in letters that look like others. Grant it nothing unless you know it.', {
    name: reads,
  });
  return (
    <Block tone="attention" title={t('It looks like another name')}>
      <Foreign text={text} />
    </Block>
  );
}

interface BlockProps {
  readonly tone: 'attention' | 'stopped' | 'waiting';
  readonly title: string;
  readonly children: React.ReactNode;
}

function Block({ tone, title, children }: BlockProps) {
  return (
    <div className={`state mt-3 ${tone}`} role="group" aria-label={t('State')}>
      <Shape tone={tone} />
      <b>{title}</b>
      <p>{children}</p>
    </div>
  );
}

function Footer({ origin, tokens }: { origin: string; tokens: Tokens | null }) {
  const found = siteModel(useSnapshot());
  const own = tokens?.usage.filter(({ asker }) => asker.id === origin) ?? [];
  const [input, output, calls] = (['input', 'output', 'calls'] as const).map(part =>
    own.reduce((total, row) => total + row[part], 0),
  );
  return (
    <div className="foot wraps">
      {found === null ? (
        <span className="muted">{t('No model is chosen for sites')}</span>
      ) : (
        <span className="muted line">
          <span>
            {t('Model:')} <Foreign text={found.model} max={60} />
          </span>
          <WhereItGoes provider={found.provider} />
        </span>
      )}
      <span className="fill" />
      <span className="subtle">
        {calls
          ? t('{input} tokens in, {output} out, {calls, plural, one {# answer} other {# answers}} in 7 days', {
              input: formatShort(input ?? 0),
              output: formatShort(output ?? 0),
              calls,
            })
          : t('no tokens in 7 days')}
      </span>
    </div>
  );
}
