// What the map and its list say of one agent, browser or server.
import { visibleText } from '../../../contract/visible-text.ts';
import { modeOf } from '../../store/agent-mode.ts';
import { tabsOf } from '../../store/tab-board.ts';
import { midSentence, t } from '../../words/language.ts';
import { runModeWords } from '../../words/mode-words.ts';
import { wireName } from '../../words/wire-name.ts';
import type { Agent, Browser } from '../../../contract/schemas/entities.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export function countedTabs(count: number): string {
  return t('{count, plural, =0 {no tabs} one {# tab} other {# tabs}}', { count });
}

/** `stdio, 3 tabs` */
export function agentNote(snapshot: Snapshot, agent: Agent): string {
  return `${wireName(agent)}, ${countedTabs(tabsOf(snapshot, agent.id).length)}`;
}

/** What it does: calls under way, else what it may. */
export function agentDoing(snapshot: Snapshot, agent: Agent): string {
  if (agent.inFlight > 0) return t('{count, number} in flight', { count: agent.inFlight });
  const mode = modeOf(snapshot.hub, agent);
  return mode === 'running' ? t('idle') : midSentence(runModeWords[mode]);
}

/** `156, 5 tabs, 4 owned` */
export function browserNote(snapshot: Snapshot, { id, version }: Browser): string {
  const tabs = Object.values(snapshot.tabs).filter(tab => tab.browserId === id);
  const owned = tabs.filter(tab => tab.owner.kind === 'agent').length;
  const [major = ''] = version.split('.');
  const counts = t('{tabs}, {owned, number} owned', { tabs: countedTabs(tabs.length), owned });
  return major === '' ? counts : `${visibleText(major)}, ${counts}`;
}

export function browserState({ state }: Browser): { readonly tone: 'running' | 'stopped'; readonly word: string } {
  return state.kind === 'connected' ? { tone: 'running', word: t('connected') } : { tone: 'stopped', word: t('away') };
}

export function toolsNote(count: number): string {
  return t('{count, plural, =0 {no tools} one {# tool} other {# tools}}', { count });
}
