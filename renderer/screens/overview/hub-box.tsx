// The hub on the map: the gates that every call passes, what each of them holds or refused, and the rate of messages.
import { usePanel, useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';
import { messageRate, rateLine } from '../../store/rates.ts';
import { formatDecimal } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { hubGates } from './hub-gates.ts';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';
import type { Box } from './map-layout.ts';

export function HubBox({ box, entries }: { box: Box; entries: readonly TraceEntry[] }) {
  const snapshot = useSnapshot();
  const live = usePanel(state => state.link.kind === 'open');
  const { left, top, width, height } = box;
  const gates = hubGates(snapshot, entries);
  return (
    <section className="hub-box" style={{ left, top, width, height }} aria-label={t('Hub')}>
      <div className="line">
        <h2 className="text-md">{t('Hub')}</h2>
        <span className="fill" />
        <Status tone={live ? 'running' : 'stopped'}>{live ? t('running') : t('unknown')}</Status>
      </div>
      <p className="subtle text-2xs mt-0.5 mb-2.5">{t('every call passes these gates')}</p>
      <ul>
        {gates.map(({ name, value, tone, note }) => (
          <li key={name}>
            {name}
            <span className={tone ?? ''} style={{ color: tone ? 'var(--c)' : 'var(--ink-2)' }}>
              {value}
            </span>
            <small className="ellipsis">{note}</small>
          </li>
        ))}
      </ul>
      {height > 380 ? <Pace width={width - 30} /> : null}
    </section>
  );
}

const h = 44;
const points = 30;

function Pace({ width }: { width: number }) {
  const samples = usePanel(state => state.samples);
  const line = rateLine(samples, points);
  const top = Math.max(1, ...line);
  const d = line
    .map(
      (rate, index) =>
        `${index === 0 ? 'M' : 'L'}${((index * width) / (points - 1)).toFixed(1)} ${(h - 4 - (rate / top) * (h - 10)).toFixed(1)}`,
    )
    .join('');
  return (
    <div className="mt-auto">
      <svg viewBox={`0 0 ${width} ${h}`} width={width} height={h} aria-hidden="true">
        <path d={d} fill="none" stroke="var(--ink-2)" strokeWidth="1.4" />
        <path d={`M0 ${h - 0.5}H${width}`} stroke="var(--line-strong)" />
      </svg>
      <p className="subtle text-2xs mt-1">
        {t('{rate} messages/s, last 5 min', { rate: formatDecimal(messageRate(samples)) })}
      </p>
    </div>
  );
}
