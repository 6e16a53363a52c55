// What can be done with a tab, each with the sentence that is said when it went well.
import { visibleText } from '../../../contract/visible-text.ts';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { agentIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';

export interface TabActs {
  takeOver(tab: Tab): void;
  give(tab: Tab, agentId: string): void;
  giveBack(tab: Tab): void;
  release(tab: Tab): void;
  close(tab: Tab): void;
}

export function useTabActs(): TabActs {
  const act = useAct();
  const snapshot = useSnapshot();
  const at = ({ browserId, tabId }: Tab) => ({ browserId, tabId });
  const nameOf = (agentId: string) => visibleText(agentIdentity(snapshot, agentId).name);
  /** The sentence, and after it whose the tab was. */
  const said = (sentence: string, { owner }: Tab) =>
    owner.kind === 'agent'
      ? `${sentence} ${t('{name} may not act on it any more.', { name: nameOf(owner.agentId) })}`
      : sentence;
  const tabId = (tab: Tab) => String(tab.tabId);
  return {
    takeOver: tab => void act('tabs:take-over', at(tab), said(t('Tab {tabId} is yours.', { tabId: tabId(tab) }), tab)),
    give: (tab, agentId) => {
      const sentence = t('{name} has tab {tabId}.', { name: nameOf(agentId), tabId: tabId(tab) });
      void act('tabs:give', { ...at(tab), agentId }, said(sentence, tab));
    },
    giveBack: tab => void act('tabs:give', at(tab), t('Tab {tabId} was given back.', { tabId: tabId(tab) })),
    release: tab =>
      void act('tabs:release', at(tab), said(t('Tab {tabId} is yours for good.', { tabId: tabId(tab) }), tab)),
    close: tab => void act('tabs:close', at(tab), t('Tab {tabId} was closed.', { tabId: tabId(tab) })),
  };
}

/** Who the tab can be given to: agents that are here, work in its browser or in none yet, and do not have it. */
export function useTakers({ browserId, owner }: Tab): readonly { readonly id: string; readonly name: string }[] {
  const { agents } = useSnapshot();
  return Object.values(agents)
    .filter(({ state, browserId: own }) => state.kind === 'connected' && (own === null || own === browserId))
    .filter(({ id }) => owner.kind !== 'agent' || owner.agentId !== id)
    .toSorted((a, b) => a.state.since - b.state.since);
}
