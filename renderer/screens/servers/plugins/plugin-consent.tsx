// Which site may call which tool of a plugin; agents and chat are asked about like everywhere.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton } from '../../../parts/button.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { Effect, effectWidth } from '../../../parts/effect.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { OriginCell } from '../../../parts/origin.tsx';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { formatAge, formatCount, formatMoment } from '../../../words/format.ts';
import { language, t } from '../../../words/language.ts';
import { grantLasts } from '../../../words/prompt-words.ts';
import { AllowSiteSheet } from './allow-site-sheet.tsx';
import { consentRows, consentTools } from './consent-rows.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { Plugin, PluginTool } from '../../../../contract/schemas/plugins.ts';

interface ConsentProps {
  readonly plugin: Plugin;
  readonly tools: readonly PluginTool[];
  readonly now: number;
}

export function PluginConsent({ plugin, tools, now }: ConsentProps) {
  const rows = consentRows(useSnapshot(), plugin.id);
  const [adding, setAdding] = useState(false);
  return (
    <section aria-label={t('Consent')}>
      <PaneHead title={t('Consent')} note={t('which site may call what; agents and chat are under Grants')}>
        <ActButton look="ghost" size="small" icon={Plus} onClick={() => setAdding(true)}>
          {t('Allow a site')}
        </ActButton>
      </PaneHead>
      {rows.length === 0 ? (
        <p className="subtle p-4 text-xs">
          {t('No site was allowed or denied. A site is asked about at its first call.')}
        </p>
      ) : (
        <ConsentTable plugin={plugin} rows={rows} now={now} />
      )}
      {adding ? <AllowSiteSheet plugin={plugin} tools={tools} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

function ConsentTable({ plugin: { id }, rows, now }: { plugin: Plugin; rows: readonly Grant[]; now: number }) {
  return (
    <DataTable
      label={t('Consent')}
      rows={rows}
      rowId={grant => grant.id}
      columns={[
        { head: t('Site'), width: '34%', cell: ({ subject }) => <OriginCell origin={subject.id} /> },
        { head: t('Effect'), width: effectWidth, cell: ({ effect }) => <Effect effect={effect} /> },
        {
          head: t('Tools'),
          cell: grant => {
            const named = consentTools(grant, id);
            return <Foreign className="muted" text={named === null ? t('all') : named.join(', ')} max={200} />;
          },
        },
        { head: t('Lasts'), width: 84, cell: grant => <span className="muted">{grantLasts(grant, now)}</span> },
        {
          head: t('Used'),
          width: 102,
          num: true,
          className: 'only-when-wide',
          cell: grant => <Used grant={grant} now={now} />,
        },
        {
          head: t('–Actions'),
          width: { en: 84, de: 104 }[language],
          num: true,
          cell: grant => <Revoke grant={grant} />,
        },
      ]}
    />
  );
}

function Used({ grant: { uses, lastUsedAt }, now }: { grant: Grant; now: number }) {
  if (lastUsedAt === null) return <span className="muted">{t('never')}</span>;
  return (
    <span className="muted" title={formatMoment(lastUsedAt)}>
      {formatCount(uses)}, {formatAge(lastUsedAt, now)}
    </span>
  );
}

function Revoke({ grant: { id, subject } }: { grant: Grant }) {
  const act = useAct();
  const site = visibleText(subject.id);
  return (
    <ActButton
      look="danger"
      size="small"
      aria-label={t('Revoke what {site} may do', { site })}
      onClick={() =>
        void act('grants:revoke', { grantId: id }, t('Revoked. {site} will be asked about again.', { site }))
      }
    >
      {t('Revoke')}
    </ActButton>
  );
}
