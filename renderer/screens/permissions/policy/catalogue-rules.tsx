// What the policy file says about the catalogue: its rules, what holds beside them, the sources that it brings.

import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Effect, effectWidth } from '../../../parts/effect.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Facts, PaneHead } from '../../../parts/layout.tsx';
import { t } from '../../../words/language.ts';
import { aboutWords } from './policy-words.ts';
import type { PolicyState } from '../../../../contract/schemas/policy-state.ts';

type Catalogue = NonNullable<PolicyState['catalogue']>;
type CatalogueRow = Catalogue['rules'][number];

export function CatalogueRules({ catalogue: { default: usual, rules, sources } }: { catalogue: Catalogue }) {
  return (
    <section aria-label={t('Rules about the catalogue')}>
      <PaneHead
        title={t('Catalogue')}
        note={usual === 'allow' ? t('what no rule speaks of is allowed') : t('what no rule allows is forbidden')}
      />
      {rules.length > 0 ? (
        <DataTable label={t('Rules about the catalogue')} columns={columns} rows={rules} rowId={({ id }) => id} />
      ) : null}
      {sources.length > 0 ? (
        <div className="section">
          <h3>{t('Sources that it brings')}</h3>
          <Facts
            facts={sources.map(({ name, address }) => [
              name,
              <Foreign key="address" text={address} className="mono" />,
            ])}
          />
        </div>
      ) : null}
    </section>
  );
}

const columns: readonly Column<CatalogueRow>[] = [
  { head: t('Rule'), width: 150, cell: ({ id }) => <Foreign text={id} className="mono" /> },
  { head: t('Effect'), width: effectWidth, cell: ({ effect }) => <Effect effect={effect} /> },
  { head: t('What it names'), cell: ({ about }) => <Foreign text={aboutWords(about)} className="ellipsis" /> },
  {
    head: t('Reason'),
    cell: ({ reason }) => (reason === null ? null : <Foreign text={reason} className="subtle ellipsis" />),
  },
];
