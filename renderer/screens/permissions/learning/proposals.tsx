// Grants that the learning mode proposes: each is accepted or refused on its own.
import { Check, X } from 'lucide-react';
import { ActButton } from '../../../parts/button.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { type Act, useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { midSentence, t, tIn } from '../../../words/language.ts';
import { callsWords, resourceWords } from '../../../words/prompt-words.ts';
import { breadthWords, subjectName } from '../../../words/rule-words.ts';
import { scopeWords } from '../../../words/scope-words.ts';
import { SubjectCell } from '../subject-cell.tsx';
import type { Proposal } from '../../../../contract/schemas/grants.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

export function Proposals({ count }: { count: number }) {
  const snapshot = useSnapshot();
  const act = useAct();
  const answer = useRequest(`proposals ${count}`, link => link.request('learning:proposals', {}));
  if (answer.kind === 'failed') return <Said sentence={answer.sentence} />;
  const rows = answer.kind === 'there' ? answer.value.proposals : [];
  const refuseAll = () =>
    void act('learning:accept', { accept: [], refuse: rows.map(({ id }) => id) }, t('The proposals were refused.'));
  return (
    <section aria-label={t('Proposals')}>
      <PaneHead
        title={t('Proposals')}
        note={t('{count, plural, =0 {no grants} one {# grant} other {# grants}} would have covered what was used', {
          count,
        })}
      >
        <ActButton size="small" onClick={refuseAll}>
          {t('Refuse all')}
        </ActButton>
      </PaneHead>
      <DataTable label={t('Proposals')} roomy columns={columnsOf(snapshot, act)} rows={rows} rowId={({ id }) => id} />
    </section>
  );
}

function columnsOf(snapshot: Snapshot, act: Act): Column<Proposal>[] {
  return [
    { head: t('Who'), width: 140, cell: ({ subject }) => <SubjectCell subject={subject} /> },
    {
      head: t('What'),
      cell: proposal => (
        <span className="two-lines">
          <span>{scopeWords(proposal.scope).title}</span>
          <small className="ellipsis">
            <Foreign text={breadthWords({ ...proposal, reading: false })} className="mono" />
          </small>
        </span>
      ),
    },
    {
      head: t('Where'),
      width: 150,
      cell: ({ resource }) => <Foreign text={resourceWords(snapshot, resource)} className="muted" />,
    },
    { head: t('Used'), width: 80, num: true, cell: ({ calls }) => callsWords(calls) },
    {
      head: `–${tIn('noun', 'Answer')}`,
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
  const what = `${midSentence(scopeWords(scope).title)}, ${resourceWords(snapshot, resource)}`;
  const answer = (accept: string[], refuse: string[], said: string) =>
    void act('learning:accept', { accept, refuse }, said);
  return (
    <span className="inline-flex gap-2">
      <ActButton
        size="small"
        icon={X}
        aria-label={t('Refuse proposal: {name}, {what}', { name, what })}
        onClick={() => answer([], [id], t('Refused. {name} will be asked: {what}.', { name, what }))}
      >
        {t('Refuse')}
      </ActButton>
      <ActButton
        size="small"
        icon={Check}
        aria-label={t('Accept proposal: {name}, {what}', { name, what })}
        onClick={() => answer([id], [], t('Kept for always: {name}, {what}.', { name, what }))}
      >
        {t('Accept')}
      </ActButton>
    </span>
  );
}
