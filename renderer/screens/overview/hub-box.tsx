// The hub on the map: the gates that every call passes, what each of them holds or refused, and the rate of messages.
import type { TraceEntry } from '../../../electron/contract/trace.ts';
import { usePanel, useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';
import { openPrompts, pendingBrowsers } from '../../store/attention.ts';
import type { Box } from '../../store/map-layout.ts';
import { messageRate, rateLine } from '../../store/rates.ts';
import { formatClock, formatCounted, formatRate } from '../../words/format.ts';
import { runModeTones, runModeWords } from '../../words/mode-words.ts';
import type { Tone } from '../../words/tone.ts';

interface Gate {
  readonly name: string;
  readonly value: string;
  readonly tone?: Tone;
  readonly note: string;
}

export function HubBox({ box, entries }: { box: Box; entries: readonly TraceEntry[] }) {
  const snapshot = useSnapshot();
  const live = usePanel(state => state.link.kind === 'open');
  const { left, top, width, height } = box;
  const gates = hubGates(snapshot, entries);
  return (
    <section className="hub-box" style={{ left, top, width, height }} aria-label="Hub">
      <div className="line">
        <h2 className="text-md">Hub</h2>
        <span className="fill" />
        <Status tone={live ? 'running' : 'stopped'}>{live ? 'running' : 'unknown'}</Status>
      </div>
      <p className="mm text-2xs mt-0.5 mb-2.5">every call passes these gates</p>
      <ul>
        {gates.map(({ name, value, tone, note }) => (
          <li key={name}>
            {name}
            <span className={tone ?? ''} style={{ color: tone ? 'var(--c)' : 'var(--ink-2)' }}>
              {value}
            </span>
            <small className="cut">{note}</small>
          </li>
        ))}
      </ul>
      {height > 380 ? <Pace width={width - 30} /> : null}
    </section>
  );
}

function hubGates(snapshot: ReturnType<typeof useSnapshot>, entries: readonly TraceEntry[]): Gate[] {
  const refusedBy = (word: string) =>
    entries.filter(({ outcome, rule }) => outcome === 'refused' && (rule ?? '').includes(word));
  const owner = refusedBy('owner');
  const prompts = openPrompts(snapshot).length;
  const pending = pendingBrowsers(snapshot).length;
  const { hub } = snapshot;
  const tab = owner.at(-1)?.tabId;
  return [
    {
      name: 'Run mode',
      value: runModeWords[hub.mode].toLowerCase(),
      tone: hub.mode === 'running' ? undefined : runModeTones[hub.mode],
      note: `since ${formatClock(hub.modeSince)}`,
    },
    {
      name: 'Identity',
      value: `${Object.keys(snapshot.clients).length} known`,
      tone: pending > 0 ? 'attention' : undefined,
      note: pending > 0 ? `${formatCounted(pending, 'browser')} ${pending === 1 ? 'wants' : 'want'} in` : 'nobody new',
    },
    {
      name: 'Ownership',
      value: owner.length > 0 ? `${owner.length} refused` : '0 refused',
      tone: owner.length > 0 ? 'crashed' : undefined,
      note: tab == null ? formatCounted(Object.keys(snapshot.tabs).length, 'tab') : `last at tab ${tab}`,
    },
    {
      name: 'Permission',
      value: prompts > 0 ? `${prompts} waiting` : '0 waiting',
      tone: prompts > 0 ? 'attention' : undefined,
      note: formatCounted(Object.keys(snapshot.grants).length, 'grant'),
    },
  ];
}

const H = 44;
const POINTS = 30;

function Pace({ width }: { width: number }) {
  const samples = usePanel(state => state.samples);
  const line = rateLine(samples, POINTS);
  const top = Math.max(1, ...line);
  const d = line
    .map(
      (rate, index) =>
        `${index === 0 ? 'M' : 'L'}${((index * width) / (POINTS - 1)).toFixed(1)} ${(H - 4 - (rate / top) * (H - 10)).toFixed(1)}`,
    )
    .join('');
  return (
    <div className="mt-auto">
      <svg viewBox={`0 0 ${width} ${H}`} width={width} height={H} aria-hidden="true">
        <path d={d} fill="none" stroke="var(--ink-2)" strokeWidth="1.4" />
        <path d={`M0 ${H - 0.5}H${width}`} stroke="var(--line-strong)" />
      </svg>
      <p className="mm text-2xs mt-1">{formatRate(messageRate(samples)).replace('/s', '')} messages/s, last 5 min</p>
    </div>
  );
}
