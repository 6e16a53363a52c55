// The lanes themselves: who stands at the left, and their marks on the common time.
import { memo } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { formatClock, formatClockMs, formatDuration } from '../../../words/format.ts';
import { agentIdentity } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { PartyCell } from '../table/party-cell.tsx';
import { percentAt, type TimeWindow } from '../time-window.ts';
import { type Lane, type LaneGroup, type LaneMark, laneTicks } from './trace-lanes.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

const groupWords = {
  agent: t('Agents'),
  hub: t('Hub'),
  browser: t('Browsers'),
  server: t('Servers'),
  model: t('Models'),
} as const;

export function LaneAxis({ time }: { time: TimeWindow }) {
  const clock = time.to - time.from < 4_000 ? formatClockMs : formatClock;
  return (
    <div className="lane-axis" aria-hidden="true">
      {laneTicks(time).map(tick => (
        <span key={tick} style={{ left: `${percentAt(tick, time)}%` }}>
          {clock(tick)}
        </span>
      ))}
    </div>
  );
}

interface LaneRowsProps {
  readonly groups: readonly LaneGroup[];
  readonly time: TimeWindow;
  readonly selected: number | null;
  readonly onSelect: (seq: number) => void;
}

export function LaneRows({ groups, time, selected, onSelect }: LaneRowsProps) {
  const marks = groups.flatMap(({ lanes }) => lanes.flatMap(lane => lane.marks));
  const root = marks.find(({ seq }) => seq === selected)?.root ?? null;
  return (
    <div
      onClick={({ target }) => {
        const mark = target instanceof Element ? target.closest<HTMLElement>('[data-seq]') : null;
        if (mark) onSelect(Number(mark.dataset['seq']));
      }}
    >
      {groups.map(({ kind, lanes }) => (
        <section key={kind} aria-label={groupWords[kind]}>
          <h2 className="lane-group">{groupWords[kind]}</h2>
          <ul>
            {lanes.map(lane => (
              <LaneRow key={lane.party.id} lane={lane} time={time} selected={selected} root={root} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface LaneRowProps extends Pick<LaneRowsProps, 'time' | 'selected'> {
  readonly lane: Lane;
  /** Of the selected mark: all with it are shown as related. */
  readonly root: number | null;
}

function LaneRow({ lane, time, selected, root }: LaneRowProps) {
  const snapshot = useSnapshot();
  return (
    <li className="lane" aria-label={laneSentence(lane)}>
      <span className="lane-name">
        <PartyCell party={lane.party} />
      </span>
      <span className="lane-plot" aria-hidden="true">
        <Grid time={time} />
        {lane.marks.map(mark => (
          <Mark
            key={mark.seq}
            mark={mark}
            time={time}
            colour={agentColour(snapshot, mark.agentId)}
            picked={mark.seq === selected}
            kin={root !== null && mark.root === root}
            isNamed={lane.marks.every(other => other.line === 0) && isLong(mark, time)}
          />
        ))}
      </span>
    </li>
  );
}

function laneSentence({ party, marks, refused }: Lane): string {
  const told = { name: party.label, count: marks.length, refused };
  return refused === 0
    ? t('{name}: {count, plural, =0 {no messages} one {# message} other {# messages}}', told)
    : t('{name}: {count, plural, one {# message} other {# messages}}, {refused} refused or failed', told);
}

function agentColour(snapshot: Snapshot, agentId: string | null): string {
  const colour = agentId === null ? null : agentIdentity(snapshot, agentId).colour;
  return colour === null ? 'var(--ink-3)' : `var(--agent-${colour})`;
}

const Grid = memo(function Grid({ time }: { time: TimeWindow }) {
  return laneTicks(time).map(tick => (
    <i key={tick} className="rule-line" style={{ left: `${percentAt(tick, time)}%` }} />
  ));
});

interface MarkProps {
  readonly mark: LaneMark;
  readonly time: TimeWindow;
  readonly colour: string;
  readonly picked: boolean;
  readonly kin: boolean;
  readonly isNamed: boolean;
}

/** From this share of the window on a mark has its name under it. */
const namedShare = 0.09;

function isLong({ ms }: LaneMark, { from, to }: TimeWindow): boolean {
  return ms / (to - from) > namedShare;
}

const Mark = memo(function Mark({ mark, time, colour, picked, kin, isNamed }: MarkProps) {
  const { seq, at, ms, waitedMs, kind, name, line } = mark;
  const left = percentAt(at, time);
  const width = percentAt(at + ms, time) - left;
  const waited = ms > 0 ? (Math.min(waitedMs, ms) / ms) * 100 : 0;
  const style = {
    left: `${left}%`,
    width: `${width}%`,
    '--agent': colour,
    '--line-at': line,
    '--waited': `${waited}%`,
  };
  return (
    <span
      className={`lane-mark ${kind} ${picked ? 'picked' : ''} ${kin ? 'related' : ''}`}
      data-seq={seq}
      title={`${visibleText(name)}, ${formatClockMs(at)}, ${formatDuration(kind === 'note' ? null : ms)}`}
      style={style}
    >
      {isNamed ? <small>{visibleText(name)}</small> : null}
    </span>
  );
});
