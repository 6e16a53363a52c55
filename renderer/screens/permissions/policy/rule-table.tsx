// The rules of a policy, one in each row: of this machine's file, or of the fleet's.
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Effect, effectWidth } from '../../../parts/effect.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { scopeTitle } from '../../../words/rule-words.ts';
import { policyPlaces, policySubjects } from './policy-words.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { PolicyRow } from './policy-detail.tsx';

interface RuleTableProps {
  readonly label: string;
  readonly rules: readonly PolicyRow[];
  /** As what a rule is chosen. */
  readonly rowId?: (id: string) => string;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

export function RuleTable({ label, rules, rowId = id => id, selected, onSelect }: RuleTableProps) {
  return (
    <DataTable
      label={label}
      columns={selected === null ? columns : columns.filter(({ className }) => className !== 'only-when-wide')}
      rows={rules}
      rowId={({ id }) => rowId(id)}
      selected={selected}
      onSelect={onSelect}
    />
  );
}

const columns: readonly Column<PolicyRow>[] = [
  { head: t('Rule'), width: 150, cell: ({ id }) => <Foreign text={id} className="mono" /> },
  { head: t('Effect'), width: effectWidth, cell: ({ effect }) => <Effect effect={effect} /> },
  { head: t('Who'), width: 130, cell: rule => <Names rule={rule} words={policySubjects} /> },
  { head: t('What'), cell: ({ scopes }) => scopes.map(scopeTitle).join(', ') },
  {
    head: t('How much'),
    width: 150,
    className: 'only-when-wide',
    cell: ({ tools, reading }) => (
      <Foreign
        className={tools ? 'mono ellipsis' : 'muted'}
        text={tools?.join(', ') ?? (reading ? t('only what reads') : t('every tool'))}
      />
    ),
  },
  { head: t('Where'), width: 150, cell: rule => <Names rule={rule} words={policyPlaces} /> },
  {
    head: t('Reason'),
    className: 'only-when-wide',
    cell: ({ reason }) => (reason === null ? null : <Foreign text={reason} className="subtle ellipsis" />),
  },
];

interface NamesProps {
  readonly rule: PolicyRow;
  readonly words: (snapshot: Snapshot, rule: PolicyRow) => string;
}

function Names({ rule, words }: NamesProps) {
  const snapshot = useSnapshot();
  return <Foreign className="muted ellipsis" text={words(snapshot, rule)} />;
}
