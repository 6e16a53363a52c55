// The one banner: the hub is away, or the run mode is not "running". Never two, the gravest.
import { Eye, Pause, RefreshCw, Unplug } from 'lucide-react';

import { Button } from '../parts/button.tsx';
import { useNow, usePanel, usePanelParts, useSnapshot } from '../parts/panel-context.tsx';
import type { LinkStatus } from '../link/link.ts';
import { formatClock, formatSpan } from '../words/format.ts';
import { modeBanner } from '../words/mode-words.ts';

export function Banner() {
  const link = usePanel(state => state.link);
  const { hub, agents } = useSnapshot();
  if (link.kind === 'lost') return <AwayBanner link={link} />;
  const held = Object.values(agents).reduce((sum, agent) => sum + agent.inFlight, 0);
  const words = modeBanner(hub, held);
  if (!words) return null;
  const Icon = hub.mode === 'paused' ? Pause : Eye;
  return (
    <div className={`banner ${hub.mode === 'paused' ? 'paused' : 'attention'}`}>
      <Icon className="i" aria-hidden="true" />
      <p>
        <strong>{words.strong}</strong> {words.text}
      </p>
    </div>
  );
}

function AwayBanner({ link }: { link: LinkStatus & { kind: 'lost' } }) {
  const { link: line } = usePanelParts();
  const heardAt = usePanel(state => state.heardAt);
  const now = useNow();
  return (
    <div className="banner crashed">
      <Unplug className="i" aria-hidden="true" />
      <p className="fill">
        <strong>The hub does not answer since {formatClock(link.since)}.</strong> What you see is{' '}
        {formatSpan(now - heardAt)} old and nothing here can be changed. Trying again in{' '}
        {formatSpan(link.retryAt - now)}, {ordinal(link.attempt)} time.
      </p>
      <Button size="sm" icon={RefreshCw} onClick={() => line.retryNow()}>
        Try now
      </Button>
    </div>
  );
}

function ordinal(count: number): string {
  const tail = count % 100;
  if (tail >= 11 && tail <= 13) return `${count}th`;
  return `${count}${['th', 'st', 'nd', 'rd'][count % 10] ?? 'th'}`;
}
