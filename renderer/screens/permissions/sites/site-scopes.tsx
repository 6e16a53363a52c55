// The scopes of a site: what was allowed or denied, how risky that is, how long it holds, how often it was used; and a way to add one.
import { Lock, Plus } from 'lucide-react';
import { useState } from 'react';
import { riskiest } from '../../../../contract/asked-tools.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { pageScopeRisks, pageScopes } from '../../../../contract/web-agent.ts';
import { ActButton } from '../../../parts/button.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Effect, effectWidth } from '../../../parts/effect.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useAct, usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { addNotice } from '../../../store/panel-store.ts';
import { formatAge, formatCount, formatMoment } from '../../../words/format.ts';
import { language, t } from '../../../words/language.ts';
import { pageScopeText } from '../../../words/page-scope-words.ts';
import { grantLasts } from '../../../words/prompt-words.ts';
import { originName, riskLevels, siteTab } from '../../../words/site-words.ts';
import { AllowScopeSheet } from './allow-scope-sheet.tsx';
import { lastingOf, type ScopeRow, type SiteRow, usesOf } from './site-rows.ts';
import { siteTools } from './site-tool-list.ts';

export function SiteScopes({ row, now }: { row: SiteRow; now: number }) {
  const [adding, setAdding] = useState(false);
  const { scopes } = row;
  const [allowed, denied] = (['allow', 'deny'] as const).map(
    effect => scopes.filter(one => one.effect === effect).length,
  );
  const known = new Set(scopes.map(({ scope }) => scope));
  const counts = {
    allowed: formatCount(allowed ?? 0),
    denied: formatCount(denied ?? 0),
    never: formatCount(pageScopes.length - known.size),
  };
  return (
    <section aria-label={t('Scopes')}>
      <PaneHead title={t('Scopes')} note={t('{allowed} allowed, {denied} denied, {never} never decided', counts)}>
        <ActButton look="ghost" size="small" icon={Plus} onClick={() => setAdding(true)}>
          {t('Allow or deny another')}
        </ActButton>
      </PaneHead>
      {scopes.length === 0 ? (
        <p className="subtle p-4 text-xs">
          {t('Nothing was allowed or denied. Its pages are asked about when they ask.')}
        </p>
      ) : (
        <DataTable label={t('Scopes')} roomy rows={scopes} rowId={({ id }) => id} columns={columnsOf(row, now)} />
      )}
      {adding ? <AllowScopeSheet row={row} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

function columnsOf(row: SiteRow, now: number): Column<ScopeRow>[] {
  return [
    { head: t('Effect'), width: effectWidth, cell: ({ effect }) => <Effect effect={effect} /> },
    {
      head: t('Scope'),
      cell: ({ scope }) => (
        <span className="two-lines">
          <span className="ellipsis">{pageScopeText(scope).title}</span>
          <small className="mono ellipsis">{scope}</small>
        </span>
      ),
    },
    {
      head: t('Risk'),
      width: 66,
      cell: scope => <ScopeRisk site={row} scope={scope} />,
    },
    {
      head: t('Lasts'),
      width: { en: 86, de: 104 }[language],
      cell: scope => <Lasts site={row} scope={scope} now={now} />,
    },
    {
      head: t('Used'),
      width: { en: 104, de: 116 }[language],
      num: true,
      className: 'only-when-wide',
      cell: scope => <Used scope={scope} now={now} />,
    },
    {
      head: t('–Actions'),
      width: { en: 92, de: 112 }[language],
      num: true,
      cell: scope => <Revoke site={row} scope={scope} />,
    },
  ];
}

/** To call tools is as risky as the riskiest that is ticked. */
function ScopeRisk({ site, scope: { scope, effect } }: { site: SiteRow; scope: ScopeRow }) {
  const snapshot = useSnapshot();
  const isTicked = scope === 'mcp:tools.call' && effect === 'allow' && !site.mayCallUnnamed;
  const ticked = isTicked ? siteTools(snapshot, site).filter(({ on }) => on) : [];
  const risk = isTicked ? riskiest(ticked.map(tool => tool.risk)) : pageScopeRisks[scope];
  return <span className={`risk in ${risk}`}>{riskLevels[risk]}</span>;
}

function Lasts({ site: { site }, scope, now }: { site: SiteRow; scope: ScopeRow; now: number }) {
  const snapshot = useSnapshot();
  const grant = lastingOf(scope);
  if (!grant) return <span className="muted">{t('by policy')}</span>;
  const text = grantLasts(grant, now);
  if (!grant.tab) return <span className="muted">{text}</span>;
  const tab = siteTab(snapshot, site, grant.tab);
  return (
    <span className="two-lines muted">
      <span>{text}</span>
      <small className="ellipsis" title={visibleText(tab)}>
        <Foreign text={t('in {tab}', { tab })} />
      </small>
    </span>
  );
}

function Used({ scope, now }: { scope: ScopeRow; now: number }) {
  const { uses, lastUsedAt } = usesOf(scope);
  if (lastUsedAt === null) return <span className="muted">{t('never')}</span>;
  return (
    <span className="muted" title={formatMoment(lastUsedAt)}>
      {formatCount(uses)}, {formatAge(lastUsedAt, now)}
    </span>
  );
}

function Revoke({ site, scope }: { site: SiteRow; scope: ScopeRow }) {
  const act = useAct();
  const { store } = usePanelParts();
  if (scope.rule)
    return (
      <span className="subtle line locked-by" title={scope.rule.reason ? visibleText(scope.rule.reason) : undefined}>
        <Lock className="icon-12" aria-label={t('locked by policy.json')} />
        <Foreign text={scope.rule.id} max={30} className="ellipsis" />
      </span>
    );
  const name = originName(site.id);
  const { title } = pageScopeText(scope.scope);
  const revoke = async () => {
    for (const { id: grantId } of scope.grants) if (!(await act('grants:revoke', { grantId }))) return;
    addNotice(store, 'done', t('Revoked. {site} will be asked about again.', { site: name }));
  };
  return (
    <ActButton
      look="danger"
      size="small"
      aria-label={t('Revoke “{scope}” of {site}', { scope: title, site: name })}
      onClick={() => void revoke()}
    >
      {t('Revoke')}
    </ActButton>
  );
}
