// Blocks a site, and says so with a way back: what had been allowed for always is allowed again with it.
import { useAct, usePanelParts } from '../../../parts/panel-context.tsx';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { originName } from '../../../words/site-words.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { SiteRow } from './site-rows.ts';

export function useBlock({ id: origin, scopes }: SiteRow): (blocked: boolean) => void {
  const act = useAct();
  const { store } = usePanelParts();
  const site = originName(origin);
  const unblock = async (lost: readonly Grant[]) => {
    if (!(await act('sites:set', { origin, blocked: false }))) return;
    for (const { effect, subject, scope, tools, reading, resource } of lost)
      if (tools?.length !== 0)
        await act('grants:set', { effect, subject, scope, tools, reading, resource, lifetime: 'always' });
    addNotice(store, 'done', t('{site} may ask again.', { site }));
  };
  const block = async () => {
    const lost = lostByBlock(scopes.flatMap(({ grants }) => grants));
    if (!(await act('sites:set', { origin, blocked: true }))) return;
    addNotice(store, 'done', t('{site} is blocked; its pages lose the API when they load again.', { site }), {
      label: t('Undo'),
      run: () => void unblock(lost),
    });
  };
  return blocked => void (blocked ? block() : unblock([]));
}

/** What would hold on were it not blocked; what was for now is asked about anew. */
export function lostByBlock(grants: readonly Grant[]): Grant[] {
  return grants.filter(({ effect, lifetime }) => effect === 'allow' && lifetime === 'always');
}
