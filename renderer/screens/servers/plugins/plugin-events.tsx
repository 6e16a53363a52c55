// What became of a plugin lately: calls of its tools, pings, registrations.
import { goTo, routeHref } from '../../../frame/route.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { formatClockMs, formatDuration, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { PluginEvent } from '../../../../contract/schemas/plugins.ts';

export function PluginEvents({ events }: { events: readonly PluginEvent[] }) {
  return (
    <section className="plugin-events" aria-label={t('Last calls')}>
      <PaneHead title={t('Last calls')}>
        <a className="link text-2xs" href={routeHref('traces')}>
          {t('All in traces')}
        </a>
      </PaneHead>
      {events.length === 0 ? (
        <p className="subtle p-4 text-xs">{t('Nothing has happened to it since the hub started.')}</p>
      ) : (
        <ol className="event-lines">
          {events.map((event, at) => (
            // Newest first, and only added to: the place from the end is its own.
            <EventLine key={events.length - at} event={event} />
          ))}
        </ol>
      )}
    </section>
  );
}

function EventLine({ event }: { event: PluginEvent }) {
  return (
    <li className={event.kind === 'hub' ? 'from-hub' : event.failed === null ? '' : 'alarming'}>
      <time title={formatMoment(event.at)}>{formatClockMs(event.at)}</time>
      <em>{event.kind === 'hub' ? 'hub' : t('call')}</em>
      {event.kind === 'hub' ? <ReasonText reason={event.reason} /> : <CallText call={event} />}
    </li>
  );
}

function CallText({ call: { caller, tool, ms, failed, seq } }: { call: Extract<PluginEvent, { kind: 'call' }> }) {
  return (
    <span>
      <button type="button" className="hover:underline" onClick={() => goTo('traces', String(seq))}>
        <Foreign text={caller} max={80} />: <Foreign text={tool} max={80} />, {formatDuration(ms)}
      </button>
      {failed === null ? null : (
        <>
          {', '}
          <ReasonText reason={failed} max={200} />
        </>
      )}
    </span>
  );
}
