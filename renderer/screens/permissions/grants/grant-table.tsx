// What was granted or denied, to whom, where, for how long, and how often it was used.
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton } from '../../../parts/button.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Effect, effectWidth } from '../../../parts/effect.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { useWide } from '../../../parts/use-wide.ts';
import { formatAge, formatCount, formatMoment } from '../../../words/format.ts';
import { grantName } from '../../../words/grant-words.ts';
import { language, t } from '../../../words/language.ts';
import { grantLasts, resourceWords } from '../../../words/prompt-words.ts';
import { breadthWords, subjectName } from '../../../words/rule-words.ts';
import { scopeWords } from '../../../words/scope-words.ts';
import { SubjectCell } from '../subject-cell.tsx';
import { filteredGrants, viaWords } from './grant-rows.ts';
import { type Narrowed, narrowedFact, narrowedWords, useNarrowed } from './use-narrowed.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

interface GrantTableProps {
  readonly filter: string;
  readonly now: number;
  readonly selected?: string | null;
  readonly onSelect?: (grantId: string) => void;
  /** Where there is less room. */
  readonly brief?: boolean;
}

export function GrantTable({ filter, now, selected, onSelect, brief }: GrantTableProps) {
  const snapshot = useSnapshot();
  const wide = useWide();
  const narrowed = useNarrowed();
  const rows = filteredGrants(snapshot, filter);
  if (rows.length === 0) {
    const none =
      filter === ''
        ? t('No grant yet. Your answers to questions appear here.')
        : t('No grant matches {filter}.', { filter: visibleText(filter) });
    return <p className="subtle p-4 text-xs">{none}</p>;
  }
  return (
    <div className="scrolls" tabIndex={-1}>
      <DataTable
        label={t('Grants')}
        columns={grantColumns(snapshot, narrowed, now, brief === true || !wide || selected != null)}
        rows={rows}
        rowId={grant => grant.id}
        selected={selected ?? null}
        onSelect={onSelect}
      />
    </div>
  );
}

/** Revokes a grant and says what follows. */
export function useRevoke(): (grant: Grant) => void {
  const snapshot = useSnapshot();
  const act = useAct();
  return grant => {
    const name = subjectName(snapshot, grant.subject);
    const where = resourceWords(snapshot, grant.resource);
    void act(
      'grants:revoke',
      { grantId: grant.id },
      t('Grant revoked. {name} will be asked again: {where}.', { name, where }),
    );
  };
}

function grantColumns(
  snapshot: Snapshot,
  narrowed: ReadonlyMap<string, Narrowed>,
  now: number,
  brief: boolean,
): Column<Grant>[] {
  return [
    { head: t('Effect'), width: effectWidth, cell: ({ effect }) => <Effect effect={effect} /> },
    { head: t('Who'), width: brief ? 126 : 150, cell: ({ subject }) => <SubjectCell subject={subject} /> },
    { head: t('What'), cell: grant => <What grant={grant} narrowed={narrowed.get(grant.id)} /> },
    {
      head: t('Where'),
      width: brief ? 118 : 170,
      cell: ({ resource }) => <Foreign text={resourceWords(snapshot, resource)} className="muted" />,
    },
    {
      head: t('Lasts'),
      width: brief ? 86 : 100,
      cell: grant => <span className="muted">{grantLasts(grant, now)}</span>,
    },
    {
      head: t('Used'),
      width: brief ? 104 : 130,
      className: 'only-when-wide',
      cell: grant => <Used grant={grant} now={now} />,
    },
    {
      head: `–${t('Actions')}`,
      width: { en: 84, de: 100 }[language],
      num: true,
      cell: grant => <RevokeButton grant={grant} />,
    },
  ];
}

function RevokeButton({ grant }: { grant: Grant }) {
  const snapshot = useSnapshot();
  const revoke = useRevoke();
  return (
    // Without the grant's effect, so that no button but the question's own answers to "Allow" or "Deny".
    <ActButton
      look="danger"
      size="small"
      aria-label={t('Revoke grant of {grant}', { grant: grantName(snapshot, grant) })}
      onClick={event => {
        event.stopPropagation();
        revoke(grant);
      }}
    >
      {t('Revoke')}
    </ActButton>
  );
}

function What({ grant, narrowed }: { grant: Grant; narrowed: Narrowed | undefined }) {
  const via = viaWords(useSnapshot(), grant);
  return (
    <>
      {narrowed ? (
        <span className="text-attention" title={visibleText(narrowedFact(narrowed))}>
          {narrowedWords(narrowed)}:{' '}
        </span>
      ) : null}
      {scopeWords(grant.scope).title}
      <span className="subtle">
        , <Foreign text={breadthWords(grant)} className={grant.tools ? 'mono' : ''} />
        {via === null ? null : <Foreign text={`, ${via}`} />}
      </span>
    </>
  );
}

function Used({ grant: { uses, lastUsedAt }, now }: { grant: Grant; now: number }) {
  return (
    <span className="muted" title={lastUsedAt === null ? undefined : formatMoment(lastUsedAt)}>
      {formatCount(uses)}
      <span className="subtle">{lastUsedAt === null ? `, ${t('not yet')}` : `, ${formatAge(lastUsedAt, now)}`}</span>
    </span>
  );
}
