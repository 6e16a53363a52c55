// Status bar: how the hub is, how much passes, how much is kept.
import { useNow, usePanel, useSnapshot } from '../parts/panel-context.tsx';
import { Status } from '../parts/shape.tsx';
import { messageRate } from '../store/rates.ts';
import { formatCount, formatCounted, formatSpan } from '../words/format.ts';

export function StatusBar() {
  const { hub, agents, seq } = useSnapshot();
  const link = usePanel(state => state.link.kind);
  const total = usePanel(state => state.trace.total);
  const samples = usePanel(state => state.samples);
  const now = useNow();
  if (link !== 'open') {
    return (
      <footer className="status-bar">
        <Status tone="crashed">Hub not reachable</Status>
        <span>last patch {formatCount(seq)}</span>
        <span className="fill" />
        <span className="wide">after reconnecting the panel loads a fresh snapshot</span>
      </footer>
    );
  }
  const inFlight = Object.values(agents).reduce((sum, agent) => sum + agent.inFlight, 0);
  return (
    <footer className="status-bar">
      <Status tone="running">Hub running {formatSpan(now - hub.startedAt)}</Status>
      <span>{messageRate(samples).toFixed(1)} messages/s</span>
      <span className="wide">{formatCounted(inFlight, 'call')} in flight</span>
      <span className="fill" />
      <span>{formatCounted(total, 'entry', 'entries')}</span>
      <span className="wide">{hub.version}</span>
    </footer>
  );
}
