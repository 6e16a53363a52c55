// What pages asked for just now, newest first, with what decided; never what they sent.
import { siteClientId } from '../../../../contract/sites.ts';
import { permissionPath, writeAuditFilter } from '../../../frame/permission-paths.ts';
import { routeHref } from '../../../frame/route.ts';
import { Effect, isEffect } from '../../../parts/effect.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { OriginCell } from '../../../parts/origin.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { RuleLink } from '../../../parts/rule-link.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { formatClock, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';

const clientId = siteClientId;
const shownAtMost = 7;

export function JustNow() {
  const { sites } = useSnapshot();
  const last = Math.max(0, ...Object.values(sites).map(({ lastAt }) => lastAt ?? 0));
  const asked = useRequest(String(last), link =>
    link.request('audit:query', { filter: { clientId }, count: shownAtMost }),
  );
  if (asked.kind !== 'there' || asked.value.entries.length === 0) return null;
  return (
    <section className="site-news" aria-label={t('Just now')}>
      <PaneHead title={t('Just now')} note={t('what pages asked for, newest first, never payloads')}>
        <a className="link" href={routeHref('permissions', permissionPath('audit', writeAuditFilter({ clientId })))}>
          {t('All in Audit')}
        </a>
      </PaneHead>
      <ul>
        {asked.value.entries.map(entry => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Row({ entry: { at, agentId, what, scope, outcome, rule } }: { entry: AuditEntry }) {
  const agent = useSnapshot().agents[agentId ?? ''];
  const origin = agent?.origin;
  return (
    <li>
      <time className="mono subtle" title={formatMoment(at)}>
        {formatClock(at)}
      </time>
      {origin ? <OriginCell origin={origin} /> : <Foreign text={agent?.name ?? t('a page that is gone')} />}
      <Foreign text={what === '' ? (scope ?? '') : what} className="mono ellipsis" />
      {isEffect(outcome) ? <Effect effect={outcome} /> : <Foreign text={outcome} max={20} />}
      {rule === null ? <span /> : <RuleLink rule={rule} />}
    </li>
  );
}
