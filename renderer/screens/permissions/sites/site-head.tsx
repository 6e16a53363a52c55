// The head of a site's detail: whose it is, how its pages come, and what can be done about all of it.
import { Ban, Check, ListTree, Trash2 } from 'lucide-react';
import { originParts } from '../../../../contract/origin-parts.ts';
import { fileOrigin } from '../../../../contract/sites.ts';
import { routeHref } from '../../../frame/route.ts';
import { tracesWhere } from '../../../frame/trace-paths.ts';
import { ActButton } from '../../../parts/button.tsx';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Origin, SiteMark } from '../../../parts/origin.tsx';
import { useAct, usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { addNotice } from '../../../store/panel-store.ts';
import { formatDay, formatMoment } from '../../../words/format.ts';
import { browserName } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { originName, siteTab } from '../../../words/site-words.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { SiteRow } from './site-rows.ts';

interface HeadProps {
  readonly row: SiteRow;
  readonly block: (blocked: boolean) => void;
  readonly revoking: boolean;
  readonly onRevoking: (revoking: boolean) => void;
}

export function SiteHead({ row, block, revoking, onRevoking }: HeadProps) {
  const { id, site } = row;
  return (
    <div className="site-head">
      <SiteMark large origin={id} />
      <div className="fill">
        <div className="site-title">
          <h2 className="fill">
            <Origin origin={id} whole bare />
          </h2>
          <RevokeAll row={row} open={revoking} onOpen={onRevoking} />
          <ActButton
            look={site.blocked ? undefined : 'danger'}
            icon={site.blocked ? Check : Ban}
            onClick={() => block(!site.blocked)}
          >
            {site.blocked ? t('Let it ask again') : t('Block this site')}
          </ActButton>
        </div>
        <div className="site-facts">
          <Facts row={row} />
          <TracesLink origin={id} />
        </div>
      </div>
    </div>
  );
}

/** What its pages asked for. */
function TracesLink({ origin }: { origin: string }) {
  const agents = Object.values(useSnapshot().agents);
  const agent = agents.find(one => one.origin === origin);
  if (!agent) return null;
  return (
    <a className="link line text-xs" href={routeHref('traces', tracesWhere({ field: 'agent', has: agent.id }))}>
      <ListTree className="icon-12" aria-hidden="true" />
      {t('Traces')}
    </a>
  );
}

function RevokeAll({ row, open, onOpen }: { row: SiteRow; open: boolean; onOpen: (open: boolean) => void }) {
  const act = useAct();
  const { store } = usePanelParts();
  const grants = row.scopes.flatMap(scope => scope.grants);
  if (grants.length === 0) return null;
  const site = originName(row.id);
  const revoke = async () => {
    for (const { id: grantId } of grants) await act('grants:revoke', { grantId });
    addNotice(store, 'done', t('Revoked. {site} will be asked about again.', { site }));
  };
  return (
    <ConfirmButton
      icon={Trash2}
      label={t('Revoke all')}
      title={t('Revoke all of {site}', { site })}
      text={t('What it was allowed and denied is gone; its pages may ask for it again.')}
      onConfirm={() => void revoke()}
      open={open}
      onOpen={onOpen}
    />
  );
}

/** `encrypted, known since 3 Nov, now in tab 14 of Chromium “Work”`. */
function Facts({ row: { id, site, reads } }: { row: SiteRow }) {
  const snapshot = useSnapshot();
  const known =
    site.firstAt > 0 ? (
      <span title={formatMoment(site.firstAt)}>{t('known since {day}', { day: formatDay(site.firstAt) })}</span>
    ) : null;
  const place = pageWords(snapshot, site);
  return (
    <p className="subtle text-xs">
      {id === fileOrigin
        ? t('of this machine, no origin of their own')
        : originParts(id).isOpen
          ? t('not encrypted')
          : t('encrypted')}
      {known === null ? null : <>, {known}</>}
      {place === null ? null : (
        <>
          , <Foreign text={place} max={100} />
        </>
      )}
      {reads === null ? null : (
        <>
          , <Foreign text={t('reads “{name}”', { name: reads })} max={80} />
        </>
      )}
    </p>
  );
}

function pageWords(snapshot: Snapshot, site: SiteRow['site']): string | null {
  const { pages } = site;
  const [first] = pages;
  if (!first) return null;
  const place = { tab: siteTab(snapshot, site, first), browser: browserName(snapshot, first.browserId) };
  return pages.length === 1
    ? t('now in tab {tab} of {browser}', place)
    : t('now in tab {tab} of {browser} and {count, plural, one {# other tab} other {# other tabs}}', {
        ...place,
        count: pages.length - 1,
      });
}
