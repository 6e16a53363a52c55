// Status bar: how the hub is, how much passes, how much is kept.
import { useNow, usePanel, useSnapshot } from '../parts/panel-context.tsx';
import { Status } from '../parts/shape.tsx';
import { messageRate } from '../store/rates.ts';
import { formatCount, formatDecimal, formatSpan } from '../words/format.ts';
import { t } from '../words/language.ts';

export function StatusBar() {
  const { hub, agents, seq } = useSnapshot();
  const link = usePanel(state => state.link.kind);
  const total = usePanel(state => state.trace.total);
  const samples = usePanel(state => state.samples);
  const now = useNow();
  if (link !== 'open') {
    return (
      <footer className="status-bar">
        <Status tone="crashed">{t('Hub not reachable')}</Status>
        <span>{t('last patch {seq}', { seq: formatCount(seq) })}</span>
        <span className="fill" />
        <span className="only-when-wide">{t('after reconnecting the panel loads a fresh snapshot')}</span>
      </footer>
    );
  }
  const inFlight = Object.values(agents).reduce((sum, agent) => sum + agent.inFlight, 0);
  return (
    <footer className="status-bar">
      <Status tone="running">{t('Hub running {span}', { span: formatSpan(now - hub.startedAt) })}</Status>
      <span>{t('{rate} messages/s', { rate: formatDecimal(messageRate(samples)) })}</span>
      <span className="only-when-wide">
        {t('{inFlight, plural, =0 {no calls} one {# call} other {# calls}} in flight', { inFlight })}
      </span>
      <span className="fill" />
      <span>{t('{total, plural, =0 {no entries} one {# entry} other {# entries}}', { total })}</span>
      <span className="only-when-wide">{hub.version}</span>
    </footer>
  );
}
