// How calls stand to the limits right now: the runs of each agent, and the calls of each web origin.
import { routeHref } from '../../frame/route.ts';
import { AgentName } from '../../parts/agent-mark.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';
import { agentIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { siteName } from '../../words/prompt-words.ts';
import type { CallLimits, LimitsNow } from '../../../contract/schemas/limits.ts';

const listedAtMost = 12;

export function LimitsNowTables({ now, limits }: { now: LimitsNow; limits: CallLimits }) {
  const { runs, origins } = now;
  if (runs.length === 0 && origins.length === 0)
    return <p className="subtle px-4 py-2 text-xs">{t('No run is open, and no page has a call under way.')}</p>;
  return (
    <>
      {runs.length === 0 ? null : <Runs runs={runs.toReversed().slice(0, listedAtMost)} />}
      {origins.length === 0 ? null : <Origins origins={origins} max={limits.maxConcurrentPerOrigin} />}
    </>
  );
}

function Runs({ runs }: Pick<LimitsNow, 'runs'>) {
  const snapshot = useSnapshot();
  return (
    <DataTable
      label={t('Runs now')}
      rows={runs}
      rowId={({ agentId, id }) => `${agentId} ${id}`}
      columns={[
        {
          head: t('Agent'),
          width: 180,
          cell: ({ agentId }) => (
            <a href={routeHref('agents', agentId)}>
              <AgentName who={agentIdentity(snapshot, agentId)} />
            </a>
          ),
        },
        { head: t('Run'), cell: ({ id }) => <Foreign text={id} className="mono muted" max={60} /> },
        {
          head: t('Calls of its budget'),
          width: 180,
          cell: ({ calls, maxCalls }) => <Share used={calls} of={maxCalls} full={t('used up')} />,
        },
      ]}
    />
  );
}

function Origins({ origins, max }: Pick<LimitsNow, 'origins'> & { max: number }) {
  return (
    <DataTable
      label={t('Web origins now')}
      rows={origins}
      rowId={({ origin }) => origin}
      columns={[
        { head: t('Web origin'), cell: ({ origin }) => <Foreign text={siteName(origin)} className="mono" /> },
        {
          head: t('Calls under way'),
          width: 180,
          cell: ({ running }) => <Share used={running} of={max} full={t('no more now')} />,
        },
      ]}
    />
  );
}

function Share({ used, of, full }: { used: number; of: number; full: string }) {
  const text = t('{used} of {of}', { used, of });
  return used < of ? <span className="muted">{text}</span> : <Status tone="attention">{`${text}, ${full}`}</Status>;
}
