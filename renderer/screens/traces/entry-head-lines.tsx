// What stands around the content of an entry: its way through the hub, and the members and `_meta` of its messages.
import { usePanel } from '../../parts/panel-context.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Facts, type Fact } from '../../parts/layout.tsx';
import { messageHead, type HeadLine } from '../../store/message-head.ts';
import { formatBytes, formatClockMs, formatMoment, missing } from '../../words/format.ts';
import type { EntryAnswer } from './use-entry.ts';

export function EntryHeadLines({ answer }: { answer: EntryAnswer & { kind: 'there' } }) {
  const { entry, payload } = answer;
  const agentId = [entry.from, entry.to].find(({ kind }) => kind === 'agent')?.id ?? '';
  const agent = usePanel(state => state.snapshot?.agents[agentId]);
  const facts: readonly Fact[] = [
    ['Entry', entry.parent === null ? `${entry.seq}` : `${entry.seq}, because of ${entry.parent}`],
    ['Time', `${formatMoment(entry.at).slice(0, -8)}${formatClockMs(entry.at)}`],
    ['From', <Foreign key="from" text={`${entry.from.label} (${entry.from.kind} ${entry.from.id})`} />],
    ['To', <Foreign key="to" text={`${entry.to.label} (${entry.to.kind} ${entry.to.id})`} />],
    ['Direction', entry.dir === 'in' ? 'to the hub' : 'from the hub'],
    ...(agent ? [['Transport', agent.transport] satisfies Fact] : []),
    ['Kind', entry.kind],
    ['Id', entry.rpcId === null ? missing : <Foreign key="id" text={entry.rpcId} className="mono" />],
    ['Size', `${formatBytes(entry.bytes)} and ${formatBytes(entry.responseBytes)}`],
  ];
  return (
    <>
      <section className="sec" aria-label="Way">
        <h3>Way</h3>
        <Facts facts={facts} />
      </section>
      <Lines title="Request" lines={messageHead(payload?.request ?? null)} />
      <Lines title="Response" lines={messageHead(payload?.response ?? null)} />
    </>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly HeadLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="sec" aria-label={`${title} headers`}>
      <h3>{title}</h3>
      <dl className="facts">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>
              <Foreign text={name} className="mono" max={60} />
            </dt>
            <dd>
              <Foreign text={value} className="mono" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
