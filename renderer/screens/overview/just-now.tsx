// The right pane of Overview: four figures and the newest calls as sentences.
import { routeHref } from '../../frame/route.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Figures, PaneHead } from '../../parts/layout.tsx';
import { usePanel, useSnapshot } from '../../parts/panel-context.tsx';
import { Shape } from '../../parts/shape.tsx';
import { latencies, percentile } from '../../store/latencies.ts';
import { messageRate } from '../../store/rates.ts';
import { formatClock, formatCount, formatDecimal, formatDuration, formatMoment } from '../../words/format.ts';
import { agentIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { type FeedItem, feedItems } from './feed.ts';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';

const listedAtMost = 24;

export function JustNow({ entries }: { entries: readonly TraceEntry[] }) {
  const snapshot = useSnapshot();
  const { agents } = snapshot;
  const samples = usePanel(state => state.samples);
  const inFlight = Object.values(agents).reduce((sum, agent) => sum + agent.inFlight, 0);
  const waiting = entries.filter(({ outcome }) => outcome === 'waiting').length;
  const refused = entries.filter(({ outcome }) => outcome === 'refused').length;
  const items = feedItems(entries, listedAtMost, snapshot);
  return (
    <section className="pane rail" aria-label={t('Last events')}>
      <Figures
        className="figures"
        figures={[
          [t('Messages'), formatDecimal(messageRate(samples)), '/s'],
          [
            t('Calls in flight'),
            formatCount(inFlight),
            waiting > 0 ? t('{count, number} held', { count: waiting }) : undefined,
          ],
          [t('p95 latency'), formatDuration(percentile(latencies(entries), 0.95))],
          [t('Refused lately'), formatCount(refused), t('of {count, number}', { count: entries.length })],
        ]}
      />
      <PaneHead title={t('Just now')}>
        <a className="link" href={routeHref('traces')}>
          {t('All traces')}
        </a>
      </PaneHead>
      {items.length === 0 ? <p className="subtle p-4 text-xs">{t('No call has passed yet.')}</p> : null}
      <div className="scrolls" tabIndex={0} role="region" aria-label={t('Just now')}>
        <ul className="feed">
          {items.map(item => (
            <FeedRow key={item.seq} item={item} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function FeedRow({ item }: { item: FeedItem }) {
  const snapshot = useSnapshot();
  const who = agentIdentity(snapshot, item.agentId, item.agentLabel);
  return (
    <li className={item.tone ?? ''}>
      <time title={formatMoment(item.at)}>{formatClock(item.at)}</time>
      {item.tone ? (
        <span style={{ color: 'var(--c)' }}>
          <Shape tone={item.tone} />
        </span>
      ) : (
        <AgentMark who={{ ...who, active: true }} size="small" />
      )}
      <span>
        <Foreign text={who.name} max={40} /> {item.verb} <Foreign text={item.tool} className="mono" max={60} />
        {item.more === '' ? (
          ''
        ) : (
          <>
            : <Foreign text={item.more} max={160} className="muted" />
          </>
        )}
        {item.times > 1 ? <span className="subtle">{t(', {count, number} times', { count: item.times })}</span> : null}
      </span>
    </li>
  );
}
