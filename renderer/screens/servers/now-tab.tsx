// What a server is doing now: its life so far, what runs and what it uses, and its newest lines.
import type { Server, ServerUsage } from '../../../electron/contract/servers.ts';
import { routeHref } from '../../frame/route.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { Facts, type Fact } from '../../parts/layout.tsx';
import { Status } from '../../parts/shape.tsx';
import { formatBytes, formatCounted, formatMoment, formatPercent, formatSpan, missing } from '../../words/format.ts';
import { networkWords } from '../../words/sandbox-words.ts';
import { visibleText } from '../../words/visible-text.ts';
import { detailPath } from './server-paths.ts';
import { useDefaultTimeout } from './use-default-timeout.ts';
import { restartsSentence, startsSentence } from '../../words/server-words.ts';
import { Lifecycle } from './lifecycle.tsx';
import { LogView } from './log-view.tsx';

interface NowTabProps {
  readonly server: Server;
  readonly now: number;
  readonly usage: ServerUsage | null;
}

export function NowTab({ server, now, usage }: NowTabProps) {
  return (
    <div className="scrolls flex flex-col" tabIndex={0} role="region" aria-label="Now">
      <Lifecycle server={server} now={now} />
      <section className="sec" aria-label="What runs">
        <Facts facts={whatRuns(server)} />
      </section>
      <div className="halves">
        <section className="sec" aria-label="Its process">
          <Facts facts={itsProcess(server, now)} />
        </section>
        <section className="sec" aria-label="What it uses">
          <Facts facts={whatItUses(server, usage)} />
        </section>
      </div>
      {server.starts === 0 ? null : <LogView serverId={server.id} brief />}
    </div>
  );
}

const targets = { stdio: 'Command', http: 'Address', sse: 'Address', javascript: 'File', wasm: 'Module' } as const;

function whatRuns(server: Server): Fact[] {
  const { cwd, commandLine, kind } = server;
  return [
    [targets[kind], <Foreign key="command" className="mono" text={commandLine} />],
    ...runtimeFacts(server),
    ...(cwd === null ? [] : ([['Folder', <Foreign key="cwd" className="mono" text={cwd} />]] as const)),
  ];
}

function itsProcess(server: Server, now: number): Fact[] {
  const { state, serverInfo } = server;
  const pid = 'pid' in state && state.pid !== null ? state.pid : null;
  return [
    ['Process', pid === null ? missing : <span key="pid" className="mono">{`pid ${pid}`}</span>],
    [
      'Since',
      <span key="since" title={formatSpan(now - state.since)}>
        {formatMoment(state.since)}
      </span>,
    ],
    ['Starts', startsSentence(server)],
    ...(server.restarts === null ? [] : ([['Automatic starts', restartsSentence(server.restarts)]] as const)),
    [
      'Says it is',
      serverInfo === null ? (
        missing
      ) : (
        <Foreign key="info" text={`${serverInfo.name} ${serverInfo.version}`} max={120} />
      ),
    ],
  ];
}

/** Which program that is, and why that one. */
function runtimeFacts({ kind, runtime, package: found }: Server): Fact[] {
  if (kind !== 'stdio') return [];
  const version = runtime?.version ?? null;
  return [
    ...(runtime === null
      ? ([
          [
            'Program',
            <Status key="none" tone="attention">
              not found on this machine
            </Status>,
          ],
        ] as const)
      : ([
          [
            'Program',
            <span key="path">
              <Foreign className="mono" text={runtime.path} />
              {version === null ? null : (
                <span className="mm">
                  {', '}
                  <Foreign text={version} />
                </span>
              )}
            </span>,
          ],
          ['Chosen because', <Foreign key="why" text={runtime.why} />],
        ] as const)),
    ...(found === null
      ? []
      : ([
          [
            'Package',
            <span key="package">
              <Foreign className="mono" text={`${found.name}${found.version === null ? '' : ` ${found.version}`}`} />
              {found.warning === null ? null : (
                <span className="text-attention block">
                  <Foreign text={found.warning} />
                </span>
              )}
            </span>,
          ],
        ] as const)),
  ];
}

function whatItUses(server: Server, usage: ServerUsage | null): Fact[] {
  const { options, runs } = server;
  const perAgent = options.instances === 'per-agent';
  return [
    [
      'CPU, memory',
      usage === null
        ? missing
        : `${formatPercent(usage.cpuPercent)}, ${formatBytes(usage.rssBytes)} in ${formatCounted(usage.processes, 'process', 'processes')}`,
    ],
    [
      'Runs',
      perAgent ? `${formatCounted(runs, 'run')} up, one for each agent` : <SharedRun key="runs" server={server} />,
    ],
    ['Sandbox', networkWords(options.sandbox)],
    ['Time for a call', <TimeForCall key="time" timeoutMs={options.timeoutMs} />],
  ];
}

/** Its own, or the one of Settings. */
function TimeForCall({ timeoutMs }: { timeoutMs: number | null }) {
  const usual = useDefaultTimeout(timeoutMs === null);
  if (timeoutMs !== null) return formatSpan(timeoutMs);
  return <span>{usual === null ? missing : `${formatSpan(usual)}, as set for all servers`}</span>;
}

function SharedRun({ server }: { server: Server }) {
  if (server.wantsPerAgent === null) return 'one, shared by all agents';
  return (
    <a
      className="hover:underline"
      href={routeHref('servers', detailPath(server.id, 'config'))}
      title={visibleText(server.wantsPerAgent)}
    >
      <Status tone="attention">shared, needs one for each agent</Status>
    </a>
  );
}
