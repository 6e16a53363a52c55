// What a server is doing now: its life so far, what runs and what it uses, and its newest lines.
import { routeHref } from '../../../frame/route.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { type Fact, Facts } from '../../../parts/layout.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Status } from '../../../parts/shape.tsx';
import {
  formatBytes,
  formatDuration,
  formatMoment,
  formatPercent,
  formatSpan,
  missing,
} from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import { networkWords } from '../../../words/sandbox-words.ts';
import { restartsSentence, startsSentence } from '../../../words/server-words.ts';
import { folderFacts } from '../config/given-table.tsx';
import { PinOffer } from '../detail/pin-offer.tsx';
import { detailPath } from '../server-paths.ts';
import { Lifecycle } from './lifecycle.tsx';
import { ServerLog } from './server-log.tsx';
import { useDefaultTimeout } from './use-default-timeout.ts';
import type { Server, ServerUsage } from '../../../../contract/schemas/servers.ts';

interface NowTabProps {
  readonly server: Server;
  readonly now: number;
  readonly usage: ServerUsage | null;
}

export function NowTab({ server, now, usage }: NowTabProps) {
  return (
    <div className="scrolls flex flex-col" tabIndex={0} role="region" aria-label={t('Now')}>
      <Lifecycle server={server} now={now} />
      <section className="section" aria-label={t('What runs')}>
        <Facts facts={whatRuns(server)} />
      </section>
      <div className="halves">
        <section className="section" aria-label={t('Its process')}>
          <Facts facts={itsProcess(server, now)} />
        </section>
        <section className="section" aria-label={t('What it uses')}>
          <Facts facts={whatItUses(server, usage)} />
        </section>
      </div>
      {server.starts === 0 ? null : <ServerLog serverId={server.id} brief />}
    </div>
  );
}

const targets = {
  stdio: t('Command'),
  http: t('Address'),
  sse: t('Address'),
  fleet: t('Address'),
  javascript: t('File'),
  wasm: t('Module'),
} as const;

function whatRuns(server: Server): Fact[] {
  const { commandLine, kind } = server;
  return [
    [targets[kind], <Foreign key="command" className="mono" text={commandLine} />],
    ...(kind === 'stdio' ? [...programFacts(server), ...packageFacts(server)] : []),
    ...folderFacts(server),
  ];
}

function itsProcess(server: Server, now: number): Fact[] {
  const { state, serverInfo } = server;
  const pid = 'pid' in state && state.pid !== null ? state.pid : null;
  return [
    [t('Process'), pid === null ? missing : <span key="pid" className="mono">{`pid ${pid}`}</span>],
    [
      t('Since'),
      <span key="since" title={formatSpan(now - state.since)}>
        {formatMoment(state.since)}
      </span>,
    ],
    [t('Starts'), startsSentence(server)],
    [t('Last start took'), server.startMs === null ? missing : formatDuration(server.startMs)],
    ...(server.restarts === null ? [] : ([[t('Automatic starts'), restartsSentence(server.restarts)]] as const)),
    [
      t('Says it is'),
      serverInfo === null ? (
        missing
      ) : (
        <Foreign key="info" text={`${serverInfo.name} ${serverInfo.version}`} max={120} />
      ),
    ],
  ];
}

/** Which program that is, and why that one. */
function programFacts({ runtime }: Server): Fact[] {
  if (runtime === null)
    return [
      [
        t('Program'),
        <Status key="none" tone="attention">
          {t('not found on this machine')}
        </Status>,
      ],
    ];
  return [
    [
      t('Program'),
      <span key="path">
        <Foreign className="mono" text={runtime.path} />
        {runtime.version === null ? null : (
          <span className="subtle">
            {', '}
            <Foreign text={runtime.version} />
          </span>
        )}
      </span>,
    ],
    [t('Chosen because'), <ReasonText key="why" reason={runtime.why} />],
  ];
}

function packageFacts(server: Server): Fact[] {
  const { package: found, state } = server;
  if (found === null) return [];
  // Before an approval it stands beside the command.
  const isAsked = state.kind === 'blocked' && state.by === 'approval';
  return [
    [
      t('Package'),
      <div key="package">
        <Foreign className="mono" text={`${found.name}${found.version === null ? '' : ` ${found.version}`}`} />
        {isAsked ? null : <PinOffer server={server} />}
      </div>,
    ],
  ];
}

function whatItUses(server: Server, usage: ServerUsage | null): Fact[] {
  const { options, runs } = server;
  const perAgent = options.instances === 'per-agent';
  return [
    [
      t('CPU, memory'),
      usage === null
        ? missing
        : t('{cpu}, {memory} in {count, plural, =0 {no processes} one {# process} other {# processes}}', {
            cpu: formatPercent(usage.cpuPercent),
            memory: formatBytes(usage.rssBytes),
            count: usage.processes,
          }),
    ],
    [
      t('Runs'),
      perAgent ? (
        t('{runs, plural, =0 {no runs} one {# run} other {# runs}} up, one for each agent', { runs })
      ) : (
        <SharedRun key="runs" server={server} />
      ),
    ],
    [
      t('When it runs'),
      options.start === 'always'
        ? t('all the time')
        : t(
            'only while used; sleeps {minutes, plural, =0 {at once} one {after # idle minute} other {after # idle minutes}}',
            {
              minutes: options.idleMinutes,
            },
          ),
    ],
    [t('Sandbox'), networkWords(options.sandbox)],
    [t('Time for a call'), <TimeForCall key="time" timeoutMs={options.timeoutMs} />],
  ];
}

/** Its own, or the one of Settings. */
function TimeForCall({ timeoutMs }: { timeoutMs: number | null }) {
  const usual = useDefaultTimeout(timeoutMs === null);
  if (timeoutMs !== null) return formatSpan(timeoutMs);
  return <span>{usual === null ? missing : t('{span}, as set for all servers', { span: formatSpan(usual) })}</span>;
}

function SharedRun({ server }: { server: Server }) {
  if (server.wantsPerAgent === null) return t('one, shared by all agents');
  return (
    <a
      className="hover:underline"
      href={routeHref('servers', detailPath(server.id, 'config'))}
      title={reasonWords(server.wantsPerAgent)}
    >
      <Status tone="attention">{t('shared, needs one for each agent')}</Status>
    </a>
  );
}
