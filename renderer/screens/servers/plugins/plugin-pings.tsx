// The last pings of a plugin: how fast each was answered, and which were missed.
import { formatClock, formatDuration, formatMinute, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { lastMissed, pingBars } from './ping-bars.ts';
import type { PluginDetail } from '../../../../contract/schemas/plugins.ts';

export function PluginPings({ detail: { pings, pingP95Ms } }: { detail: PluginDetail }) {
  const [first] = pings;
  const missed = pings.filter(({ ms }) => ms === null).length;
  return (
    <section className="section plugin-pings" aria-label={t('Last pings')}>
      <div className="line">
        <h3>
          {pings.length === 0
            ? t('Last pings')
            : t('Last {count, plural, one {# ping} other {# pings}}', { count: pings.length })}
        </h3>
        <span className="fill" />
        {pingP95Ms === null ? null : <span className="subtle text-2xs">p95 {formatDuration(pingP95Ms)}</span>}
      </div>
      {first ? (
        <>
          <div
            className="pings"
            role="img"
            aria-label={t('{answered} answered, {missed} missed', {
              answered: String(pings.length - missed),
              missed: String(missed),
            })}
          >
            {pingBars(pings).map(({ at, ms, height }) => (
              <i
                key={at}
                className={ms === null ? 'missed' : undefined}
                style={{ height: `${height * 100}%` }}
                title={`${formatMoment(at)}: ${ms === null ? t('missed') : formatDuration(ms)}`}
              />
            ))}
          </div>
          <p className="axis-line subtle" aria-hidden="true">
            <span>{formatMinute(first.at)}</span>
            <span>{t('now')}</span>
          </p>
        </>
      ) : null}
      <p className="subtle text-2xs">{pingSentence(pings)}</p>
    </section>
  );
}

function pingSentence(pings: PluginDetail['pings']): string {
  if (pings.length === 0) return t('It was not pinged yet.');
  const missed = lastMissed(pings);
  if (!missed) return t('All of them were answered.');
  return t('{count, plural, one {# missed} other {# missed}}, the last at {time}', {
    count: pings.filter(({ ms }) => ms === null).length,
    time: formatClock(missed.at),
  });
}
