// The last pings of a plugin: how fast each was answered, and which were missed.
import { formatClock, formatDuration, formatMinute, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { lastMissed, pingBars } from './ping-bars.ts';
import type { PluginDetail } from '../../../../contract/schemas/plugins.ts';

type Pings = PluginDetail['pings'];

export function PluginPings({ detail: { pings, pingP95Ms } }: { detail: PluginDetail }) {
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
      <Bars pings={pings} />
      <p className="subtle text-2xs">{pingSentence(pings)}</p>
    </section>
  );
}

function Bars({ pings }: { pings: Pings }) {
  const [first] = pings;
  if (!first) return null;
  const missed = pings.filter(({ ms }) => ms === null).length;
  const label = t('{answered} answered, {missed} missed', {
    answered: String(pings.length - missed),
    missed: String(missed),
  });
  return (
    <>
      <div className="pings" role="img" aria-label={label}>
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
  );
}

function pingSentence(pings: Pings): string {
  if (pings.length === 0) return t('It was not pinged yet.');
  const missed = lastMissed(pings);
  if (!missed) return t('All of them were answered.');
  return t('{count, plural, one {# missed} other {# missed}}, the last at {time}', {
    count: pings.filter(({ ms }) => ms === null).length,
    time: formatClock(missed.at),
  });
}
