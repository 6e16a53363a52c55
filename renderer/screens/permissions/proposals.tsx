// Grants that the learning mode proposes: each is accepted or refused on its own.
import { Check, X } from 'lucide-react';

import type { Proposal } from '../../../electron/contract/grants.ts';
import { ActButton } from '../../parts/button.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { useAct, useSnapshot, type Act } from '../../parts/panel-context.tsx';
import { Said } from '../../parts/sheet.tsx';
import { formatCounted } from '../../words/format.ts';
import { resourceWords } from '../../words/prompt-words.ts';
import { breadthWords, subjectName } from '../../words/rule-words.ts';
import { scopeWords } from '../../words/scope-words.ts';
import type { Snapshot } from '../../../electron/contract/snapshot.ts';
import { useAsked } from '../../parts/use-asked.ts';
import { SubjectCell } from './subject-cell.tsx';

export function Proposals({ count }: { count: number }) {
  const snapshot = useSnapshot();
  const act = useAct();
  const answer = useAsked(`proposals ${count}`, link => link.request('learning:proposals', {}));
  if (answer.kind === 'failed') return <Said sentence={answer.sentence} />;
  const rows = answer.kind === 'there' ? answer.value.proposals : [];
  const refuseAll = () =>
    void act('learning:accept', { accept: [], refuse: rows.map(({ id }) => id) }, 'The proposals were refused.');
  return (
    <section aria-label="Proposals">
      <PaneHead title="Proposals" note={`${formatCounted(count, 'grant')} would have covered what was used`}>
        <ActButton size="sm" onClick={refuseAll}>
          Refuse all
        </ActButton>
      </PaneHead>
      <DataTable label="Proposals" roomy columns={columnsOf(snapshot, act)} rows={rows} rowId={({ id }) => id} />
    </section>
  );
}

function columnsOf(snapshot: Snapshot, act: Act): Column<Proposal>[] {
  return [
    { head: 'Who', width: 140, cell: ({ subject }) => <SubjectCell subject={subject} /> },
    {
      head: 'What',
      cell: proposal => (
        <span className="two">
          <span>{scopeWords(proposal.scope).title}</span>
          <small className="cut">
            <Foreign text={breadthWords({ ...proposal, reading: false })} className="mono" />
          </small>
        </span>
      ),
    },
    {
      head: 'Where',
      width: 150,
      cell: ({ resource }) => <Foreign text={resourceWords(snapshot, resource)} className="m" />,
    },
    { head: 'Used', width: 80, num: true, cell: ({ calls }) => formatCounted(calls, 'call') },
    {
      head: '–Answer',
      width: 190,
      num: true,
      cell: proposal => <AnswerButtons proposal={proposal} snapshot={snapshot} act={act} />,
    },
  ];
}

interface AnswerButtonsProps {
  readonly proposal: Proposal;
  readonly snapshot: Snapshot;
  readonly act: Act;
}

function AnswerButtons({ proposal, snapshot, act }: AnswerButtonsProps) {
  const { id, subject, scope, resource } = proposal;
  const name = subjectName(snapshot, subject);
  const what = `${scopeWords(scope).title.toLowerCase()}, ${resourceWords(snapshot, resource)}`;
  const answer = (accept: string[], refuse: string[], said: string) =>
    void act('learning:accept', { accept, refuse }, said);
  return (
    <span className="inline-flex gap-2">
      <ActButton
        size="sm"
        icon={X}
        aria-label={`Refuse proposal: ${name}, ${what}`}
        onClick={() => answer([], [id], `Refused. ${name} will be asked: ${what}.`)}
      >
        Refuse
      </ActButton>
      <ActButton
        size="sm"
        icon={Check}
        aria-label={`Accept proposal: ${name}, ${what}`}
        onClick={() => answer([id], [], `Kept for always: ${name}, ${what}.`)}
      >
        Accept
      </ActButton>
    </span>
  );
}
