// A scope that is allowed or denied to a site by hand, for always.
import { useState } from 'react';
import { pageScopeRisks, pageScopes } from '../../../../contract/web-agent.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import { pageScopeText } from '../../../words/page-scope-words.ts';
import { originName, riskNames } from '../../../words/site-words.ts';
import type { PageScope } from '../../../../contract/web-agent.ts';
import type { SiteRow } from './site-rows.ts';

type Effect = 'allow' | 'deny';

/** To allow tools is to tick them one by one; all of them can only be denied. */
const callScopes = ['mcp:tools.call', 'servers:call', 'plugins:call'] as const;

export function AllowScopeSheet({ row, onClose }: { row: SiteRow; onClose: () => void }) {
  const [effect, setEffect] = useState<Effect>('allow');
  const [wanted, setWanted] = useState<PageScope | null>(null);
  const { said, busy, keep } = useKeeping(row.id, onClose);
  const offered = offeredScopes(row, effect);
  const scope = offered.find(one => one === wanted) ?? offered[0];
  const act = (
    <ActButton
      look={effect === 'allow' ? 'primary' : 'danger'}
      disabled={busy || scope === undefined}
      onClick={() => (scope ? void keep(effect, scope) : undefined)}
    >
      {effect === 'allow' ? t('Keep: allow') : t('Keep: deny')}
    </ActButton>
  );
  return (
    <Sheet
      title={t('Allow or deny {site}', { site: originName(row.id) })}
      text={t('For good, on every page of the site. To allow tools, wait until it asks and tick them.')}
      open
      onClose={onClose}
      action={act}
    >
      <div>
        <Segmented
          label={t('Effect')}
          value={effect}
          choices={[
            { value: 'allow', label: t('allow') },
            { value: 'deny', label: t('deny') },
          ]}
          onChoose={setEffect}
        />
      </div>
      <ScopeField offered={offered} scope={scope} onChoose={setWanted} />
      <Said sentence={said} />
    </Sheet>
  );
}

/** What nobody has decided about yet. */
function offeredScopes({ scopes }: SiteRow, effect: Effect): PageScope[] {
  const open = pageScopes.filter(scope => !scopes.some(one => one.scope === scope));
  return open.filter(scope => effect === 'deny' || scope !== 'mcp:tools.call');
}

interface ScopeFieldProps {
  readonly offered: readonly PageScope[];
  readonly scope: PageScope | undefined;
  readonly onChoose: (scope: PageScope | null) => void;
}

function ScopeField({ offered, scope, onChoose }: ScopeFieldProps) {
  if (scope === undefined) return <p className="subtle">{t('Every scope has been decided already.')}</p>;
  return (
    <>
      <select
        className="field"
        data-first
        aria-label={t('Scope')}
        value={scope}
        onChange={event => onChoose(offered.find(one => one === event.target.value) ?? null)}
      >
        {offered.map(one => (
          <option key={one} value={one}>
            {pageScopeText(one).title}
          </option>
        ))}
      </select>
      <p className="muted">
        {pageScopeText(scope).text}, {riskNames[pageScopeRisks[scope]]}
      </p>
    </>
  );
}

function useKeeping(origin: string, onKept: () => void) {
  const { link } = usePanelParts();
  const { said, busy, send } = useSending();
  const keep = async (effect: Effect, scope: PageScope) => {
    const all = scope === 'mcp:tools.call' ? callScopes : [scope];
    const kept = await send(async () => {
      for (const one of all)
        await link.request('grants:set', { effect, subject: { kind: 'origin', id: origin }, scope: one });
      return true;
    });
    if (kept) onKept();
  };
  return { said, busy, keep };
}
