// One server: its state in words, the full command with its approval, what it wrote to stderr, its tools.
import { Play, ShieldCheck, Square, Trash2 } from 'lucide-react';

import type { Server } from '../../../electron/contract/servers.ts';
import { goTo, routeHref } from '../../frame/route.ts';
import { ActButton } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { DetailPane, Facts, PaneHead } from '../../parts/layout.tsx';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { Shape, Status } from '../../parts/shape.tsx';
import { formatClock, formatCounted, formatMoment, formatSpan } from '../../words/format.ts';
import { serverSentence, serverWords } from '../../words/server-words.ts';

export function ServerDetail({ server, now }: { server: Server; now: number }) {
  return (
    <DetailPane label={`Server ${server.name}`} onClose={() => goTo('servers')} head={<Head server={server} />}>
      <div className="pt-3">
        <StateBlock server={server} now={now} />
      </div>
      {needsApproval(server) ? <Approval server={server} /> : null}
      <ServerFacts server={server} now={now} />
      <ServerTools server={server} />
      <PaneHead
        title="stderr"
        note={
          server.stderr.length === 0 ? 'nothing written' : `its newest ${formatCounted(server.stderr.length, 'line')}`
        }
      />
      {server.stderr.length > 0 ? (
        <ol className="log" aria-label="Lines on stderr">
          {server.stderr.map((text, index) => (
            // Lines have no identity of their own: the list is replaced as a whole.
            <li key={index}>
              <Foreign text={text} />
            </li>
          ))}
        </ol>
      ) : null}
    </DetailPane>
  );
}

function needsApproval({ state }: Server): boolean {
  return state.kind === 'blocked' && state.by === 'approval';
}

function canStart({ state }: Server): boolean {
  return ['stopped', 'crashed', 'failed', 'waiting'].includes(state.kind);
}

function canStop({ state }: Server): boolean {
  return ['installing', 'starting', 'running', 'degraded', 'waiting', 'unauthorized'].includes(state.kind);
}

function Head({ server }: { server: Server }) {
  const act = useAct();
  const serverId = server.id;
  const waiting = server.state.kind === 'waiting';
  return (
    <>
      <h2 className="cut">
        <Foreign text={server.name} />
      </h2>
      <span className="lbl">stdio</span>
      <span className="fill" />
      {canStart(server) ? (
        <ActButton icon={Play} onClick={() => void act('servers:start', { serverId })}>
          {waiting ? 'Start now' : 'Start'}
        </ActButton>
      ) : null}
      {canStop(server) ? (
        <ActButton icon={Square} onClick={() => void act('servers:stop', { serverId })}>
          {waiting ? 'Stop trying' : 'Stop'}
        </ActButton>
      ) : null}
      <ConfirmButton
        icon={Trash2}
        label="Remove"
        title={`Remove ${server.name}`}
        text="It is stopped, and its command, its approval and its grants are forgotten."
        onConfirm={() => {
          goTo('servers');
          void act('servers:remove', { serverId }, `${server.name} was removed.`);
        }}
      />
    </>
  );
}

function StateBlock({ server, now }: { server: Server; now: number }) {
  const { tone } = serverWords(server.state, now);
  const sentence = serverSentence(server, now);
  if (!sentence) return null;
  return (
    <div className={`state ${tone}`} role="group" aria-label="State">
      <Shape tone={tone} />
      <b>{sentence.title}</b>
      <span className="m">since {formatClock(server.state.since)}</span>
      <p>
        <Foreign text={sentence.text} />
      </p>
    </div>
  );
}

function Approval({ server }: { server: Server }) {
  const act = useAct();
  const approve = () => void act('servers:approve', { serverId: server.id, hash: server.hash });
  return (
    <section className="sec" aria-label="Approval">
      <h3>This will run on your machine, as you</h3>
      <pre className="well code p-2" aria-label="Full command">
        <Foreign text={server.commandLine} lines />
      </pre>
      <div className="line mt-2">
        <ActButton look="primary" icon={ShieldCheck} onClick={approve}>
          Approve and start
        </ActButton>
        <span className="mm text-xs">
          The approval holds for exactly this command, <span className="mono">{server.hash.slice(0, 12)}</span>.
        </span>
      </div>
    </section>
  );
}

function ServerFacts({ server, now }: { server: Server; now: number }) {
  const { state } = server;
  const pid = 'pid' in state && state.pid !== null ? String(state.pid) : 'none';
  const { tone, word } = serverWords(state, now);
  return (
    <section className="sec" aria-label="Facts">
      <Facts
        facts={[
          [
            'State',
            <Status key="state" tone={tone}>
              {word}
            </Status>,
          ],
          ['Since', `${formatMoment(state.since)}, ${formatSpan(now - state.since)}`],
          [
            'Process',
            <span key="pid" className="mono">
              {pid}
            </span>,
          ],
          ...(needsApproval(server)
            ? []
            : ([['Command', <Foreign key="cmd" className="mono" text={server.commandLine} />]] as const)),
          [
            'Folder',
            server.cwd === null ? 'your home folder' : <Foreign key="cwd" className="mono" text={server.cwd} />,
          ],
          [
            'Environment',
            server.envNames.length === 0 ? (
              'nothing added'
            ) : (
              <Foreign key="env" className="mono" text={server.envNames.join(', ')} />
            ),
          ],
          [
            'Says it is',
            <Foreign
              key="info"
              text={server.serverInfo ? `${server.serverInfo.name} ${server.serverInfo.version}` : 'not started yet'}
            />,
          ],
          ['Starts', `${server.starts}, of which ${server.crashes} ended in a crash`],
        ]}
      />
    </section>
  );
}

function ServerTools({ server }: { server: Server }) {
  const { tools } = useSnapshot();
  const own = Object.values(tools).filter(({ source }) => source.kind === 'server' && source.serverId === server.id);
  if (own.length === 0) return null;
  return (
    <section className="sec" aria-label="Tools of this server">
      <h3>
        Tools <span className="mm font-normal">{own.length}</span>
      </h3>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
        {own.map(tool => (
          <li key={tool.id}>
            <a className="mono m hover:underline" href={routeHref('tools', tool.id)} title={tool.description}>
              <Foreign text={tool.id.slice(server.id.length + 1)} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
