// One message in the trace table.
import { ArrowDownLeft, ArrowUpRight, Globe, Server, Waypoints } from 'lucide-react';
import { memo } from 'react';

import type { Party, TraceEntry } from '../../../electron/contract/trace.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { partyIdentity } from '../../store/identity.ts';
import type { TimeWindow } from '../../store/trace-figures.ts';
import { formatBytes, formatClockMs, formatDuration, formatMoment } from '../../words/format.ts';
import { OutcomeCell } from './outcome-cell.tsx';
import { Waterfall } from './waterfall.tsx';

interface TraceRowProps {
  readonly index: number;
  /** Undefined while its window is on its way. */
  readonly entry: TraceEntry | undefined;
  readonly picked: boolean;
  readonly tinted: boolean;
  readonly time: TimeWindow;
  readonly onSelect: (seq: number) => void;
}

export const TraceRow = memo(function TraceRow({ index, entry, picked, tinted, time, onSelect }: TraceRowProps) {
  if (!entry) {
    return (
      <tr aria-rowindex={index + 2}>
        <td colSpan={8}>
          <span className="ghost-bar" />
        </td>
      </tr>
    );
  }
  const { seq, at, dir, from, to, method, tool, bytes, responseBytes, latencyMs } = entry;
  return (
    <tr
      aria-rowindex={index + 2}
      className={`picks ${rowTint(entry, tinted)}`}
      data-picked={picked}
      aria-current={picked ? 'true' : undefined}
      tabIndex={-1}
      onClick={() => onSelect(seq)}
    >
      <td>
        <time className="mono mm" title={formatMoment(at)}>
          {formatClockMs(at)}
        </time>
      </td>
      <td className="mm">
        {dir === 'in' ? (
          <ArrowDownLeft className="i14" role="img" aria-label="in" />
        ) : (
          <ArrowUpRight className="i14" role="img" aria-label="out" />
        )}
      </td>
      <td>
        <PartyCell party={from} />
      </td>
      <td>
        <PartyCell party={to} />
      </td>
      <td>
        <Foreign text={tool ?? methodName(entry)} className="mono cut" max={80} />
        {tool === null || tool === method || method === 'tools/call' || method === 'call' ? null : (
          <Foreign text={` ${method}`} className="mono mm" max={60} />
        )}
      </td>
      <td>
        <OutcomeCell entry={entry} />
      </td>
      <td className="num m">{formatBytes(bytes + (responseBytes ?? 0))}</td>
      <td className={`num ${(latencyMs ?? 0) >= 1000 ? 'slow' : 'fast'}`}>{formatDuration(latencyMs)}</td>
      <td className="wf wide">
        <Waterfall entry={entry} time={time} />
      </td>
    </tr>
  );
});

/** The outcome says already that a message is a notification (MCP names them all `notifications/…`). */
function methodName({ method, kind }: TraceEntry): string {
  return kind === 'notification' ? method.replace(/^notifications\//, '') : method;
}

function rowTint({ outcome }: TraceEntry, tinted: boolean): string {
  if (outcome === 'waiting') return 'ask';
  return tinted && (outcome === 'refused' || outcome === 'error') ? 'bad' : '';
}

const partyIcons = { browser: Globe, server: Server, hub: Waypoints } as const;

export function PartyCell({ party }: { party: Party }) {
  const snapshot = useSnapshot();
  const who = partyIdentity(snapshot, party);
  const Icon = party.kind === 'agent' ? null : partyIcons[party.kind];
  return (
    <span className="cell">
      {who ? <AgentMark who={{ ...who, active: true }} size="s" /> : null}
      {Icon ? <Icon className="i" aria-hidden="true" /> : null}
      <Foreign text={party.label} className={party.kind === 'hub' ? 'mm' : 'cut'} />
    </span>
  );
}
