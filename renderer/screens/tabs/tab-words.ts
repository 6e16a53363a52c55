// What the screens say of one tab: its title, what happened in it last, for how long it is whose.
import { visibleText } from '../../../contract/visible-text.ts';
import { formatAge, formatLasted, formatLeft, missing } from '../../words/format.ts';
import { agentIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { tabLease } from './tab-lease.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export function tabTitle({ title }: Tab): string {
  return title || t('Untitled');
}

export function lastActionWords({ lastAction }: Tab, now: number): string {
  if (!lastAction) return missing;
  return t('{tool}, {age}', { tool: visibleText(lastAction.tool), age: formatAge(lastAction.at, now) });
}

/** For how long it has been whose it is; a tab that always was the user's has no such time. */
export function tabAge({ owner }: Tab, now: number): string {
  return owner.since === undefined ? missing : formatLasted(now - owner.since);
}

/** For a cell: `kept 40 s`, `8 min left`, or nothing where nothing ends by itself. */
export function shortLease(snapshot: Snapshot, tab: Tab, now: number): string | null {
  const lease = tabLease(snapshot, tab, now);
  if (!lease) return null;
  const span = formatLeft(lease.until - now);
  return lease.kind === 'kept' ? t('kept {span}', { span }) : t('{span} left', { span });
}

/** The whole sentence. */
export function leaseWords(snapshot: Snapshot, tab: Tab, now: number): string {
  const { owner } = tab;
  if (owner.kind === 'you') return t('yours until you give it away');
  if (owner.kind === 'none') return t('nobody’s; it stays open until you take it or close it');
  const name = visibleText(agentIdentity(snapshot, owner.agentId).name);
  const lease = tabLease(snapshot, tab, now);
  const span = lease ? formatLeft(lease.until - now) : '';
  if (lease?.kind === 'kept') return t('kept for {name}, which has left, for {span} more', { name, span });
  if (lease) return t('{name} may act here for {span} more, or until it closes', { name, span });
  return t('while {name} is here, and a minute longer', { name });
}
