// The one banner: the hub is away, the run mode is not "running", or the learning mode is on. Never two, the gravest.
import {
  CircleStop,
  Eye,
  GraduationCap,
  type LucideIcon,
  MonitorUp,
  Network,
  Pause,
  Play,
  RefreshCw,
  Square,
  Unplug,
} from 'lucide-react';
import { ActButton, Button } from '../parts/button.tsx';
import { useAct, useNow, usePanel, usePanelParts, useSnapshot } from '../parts/panel-context.tsx';
import { formatClock, formatSpan } from '../words/format.ts';
import { t } from '../words/language.ts';
import { learningBanner, modeBanner, modeFault, runModeTones } from '../words/mode-words.ts';
import { routeHref } from './route.ts';
import type { ReactNode } from 'react';
import type { HubInfo } from '../../contract/schemas/entities.ts';
import type { LinkStatus } from '../link/link.ts';
import type { Tone } from '../words/tone.ts';

const modeIcons = { running: Play, 'read-only': Eye, paused: Pause, stopped: CircleStop } as const;

export function Banner() {
  const link = usePanel(state => state.link);
  const { hub, agents } = useSnapshot();
  const act = useAct();
  const now = useNow();
  if (link.kind === 'lost') return <AwayBanner link={link} />;
  if (hub.remote)
    return (
      <RemoteBanner hub={hub.remote.hub} mayAnswer={hub.remote.right === 'answer'} mode={modeBanner(hub, 0)?.strong} />
    );
  const held = Object.values(agents).reduce((sum, agent) => sum + agent.inFlight, 0);
  const mode = modeBanner(hub, held);
  const learning = learningBanner(hub, now);
  const endLearning = (
    <ActButton size="small" icon={Square} onClick={() => void act('learning:stop', {})}>
      {t('End learning')}
    </ActButton>
  );
  if (!mode) {
    if (!learning) return null;
    return (
      <Line tone="attention" icon={GraduationCap} strong={learning.strong} text={learning.text}>
        {endLearning}
      </Line>
    );
  }
  const both = learning ? ` ${learning.strong} ${learning.text}` : '';
  return (
    <Line tone={runModeTones[hub.mode]} icon={modeIcons[hub.mode]} strong={mode.strong} text={`${mode.text}${both}`}>
      {learning ? endLearning : null}
      <WayOn hub={hub} />
    </Line>
  );
}

/** Back to running; where the fleet holds agents, to what can be done about that. */
function WayOn({ hub }: { hub: HubInfo }) {
  const act = useAct();
  const fault = modeFault(hub, 'running');
  if (fault === null)
    return (
      <ActButton size="small" icon={Play} onClick={() => void act('hub:set-mode', { mode: 'running' })}>
        {t('Run again')}
      </ActButton>
    );
  return (
    <a className="button small" href={routeHref('fleet')} title={fault}>
      <Network className="icon" aria-hidden="true" />
      {t('To the fleet')}
    </a>
  );
}

/** Over whatever else holds there: everything else is for its owner. */
function RemoteBanner({ hub, mayAnswer, mode }: { hub: string; mayAnswer: boolean; mode: string | undefined }) {
  const text = mayAnswer
    ? t('You may look and answer its questions. Everything else is up to its owner.')
    : t('You may look. Everything else is up to its owner.');
  return (
    <Line
      tone="waiting"
      icon={MonitorUp}
      strong={t('This is the panel of {hub}.', { hub })}
      text={`${text} ${mode ?? ''}`}
    >
      {null}
    </Line>
  );
}

interface LineProps {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly strong: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Line({ tone, icon: Icon, strong, text, children }: LineProps) {
  return (
    <div className={`banner ${tone}`} role="region" aria-label={t('What holds for all agents')}>
      <Icon className="icon" aria-hidden="true" />
      <p className="fill">
        <strong>{strong}</strong> {text}
      </p>
      {children}
    </div>
  );
}

function AwayBanner({ link }: { link: LinkStatus & { kind: 'lost' } }) {
  const { link: line } = usePanelParts();
  const heardAt = usePanel(state => state.heardAt);
  const now = useNow();
  return (
    <div className="banner crashed">
      <Unplug className="icon" aria-hidden="true" />
      <p className="fill">
        <strong>{link.why ?? t('The hub does not answer since {time}.', { time: formatClock(link.since) })}</strong>{' '}
        {t(
          'What you see is {age} old and nothing here can be changed. Trying again in {wait}, {attempt, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} time.',
          { age: formatSpan(now - heardAt), wait: formatSpan(link.retryAt - now), attempt: link.attempt },
        )}
      </p>
      <Button size="small" icon={RefreshCw} onClick={() => line.retryNow()}>
        {t('Try now')}
      </Button>
    </div>
  );
}
