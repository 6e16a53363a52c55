// The tools that stand in the boxes of a site: those it may call first, then the others that there are. Pure.
import { isOffered } from '../../../store/offered-tools.ts';
import { t } from '../../../words/language.ts';
import type { Risk } from '../../../../contract/asked-tools.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { SiteRow } from './site-rows.ts';

export interface SiteTool {
  readonly id: string;
  readonly on: boolean;
  /** What it is, in a word or two. */
  readonly words: string;
  readonly risk: Risk;
  /** Of the grant that names it alone; null where that does not tell. */
  readonly uses: number | null;
}

export function siteTools({ tools }: Pick<Snapshot, 'tools'>, row: SiteRow): SiteTool[] {
  const allowed = new Set(row.tools);
  const others = Object.values(tools)
    .filter(tool => tool.source.kind !== 'browser' && isOffered(tool) && !allowed.has(tool.id))
    .map(({ id }) => id)
    .sort((a, b) => a.localeCompare(b));
  return [...row.tools, ...others].map(id => {
    const tool = tools[id];
    const isRead = tool?.readOnly === true;
    return {
      ...{ id, on: allowed.has(id), uses: allowed.has(id) ? usesAlone(row, id) : null },
      words: tool === undefined ? t('not offered now') : isRead ? t('reads, changes nothing') : t('acts as you'),
      risk: isRead ? 'low' : 'medium',
    };
  });
}

function usesAlone({ scopes }: SiteRow, id: string): number | null {
  const naming = scopes.flatMap(({ grants }) => grants.filter(({ tools }) => tools?.includes(id)));
  if (naming.length === 0 || naming.some(({ tools }) => tools?.length !== 1)) return null;
  return naming.reduce((total, { uses }) => total + uses, 0);
}
