// Tabs by browser and owner: the columns and cells of the board.
import type { Browser, Tab } from '../../contract/schemas/entities.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** `you`, `none`, or `agent:` and the id of an agent. */
export type OwnerKey = string;

export interface TabBoard {
  readonly browsers: readonly Browser[];
  /** You first, then every agent that owns a tab, then "without owner" where there is such a tab. */
  readonly owners: readonly OwnerKey[];
  readonly cell: (browserId: string, owner: OwnerKey) => readonly Tab[];
}

export function ownerKey({ owner }: Tab): OwnerKey {
  return owner.kind === 'agent' ? `agent:${owner.agentId}` : owner.kind;
}

export function keyOfTab(tab: Tab): string {
  return `${tab.browserId}:${tab.tabId}`;
}

/** Tabs whose title, address or number contains the text, browsers by name, tabs by their last action. */
export function tabBoard(snapshot: Snapshot, filter: string): TabBoard {
  const wanted = filter.toLowerCase();
  const tabs = Object.values(snapshot.tabs)
    .filter(tab => `${tab.tabId} ${tab.title} ${tab.url}`.toLowerCase().includes(wanted))
    .sort((a, b) => (b.lastAction?.at ?? 0) - (a.lastAction?.at ?? 0) || a.tabId - b.tabId);
  const cells = new Map<string, Tab[]>();
  for (const tab of tabs) {
    const key = `${tab.browserId} ${ownerKey(tab)}`;
    cells.set(key, [...(cells.get(key) ?? []), tab]);
  }
  const present = new Set(Object.values(snapshot.tabs).map(ownerKey));
  const agents = Object.values(snapshot.agents)
    .filter(agent => agent.state.kind === 'connected' || present.has(`agent:${agent.id}`))
    .sort((a, b) => a.state.since - b.state.since)
    .map(agent => `agent:${agent.id}`);
  return {
    browsers: Object.values(snapshot.browsers)
      .filter(({ state }) => state.kind === 'connected' || state.kind === 'away')
      .sort((a, b) => a.name.localeCompare(b.name)),
    owners: ['you', ...agents, ...(present.has('none') ? ['none'] : [])],
    cell: (browserId, owner) => cells.get(`${browserId} ${owner}`) ?? [],
  };
}

/** The tab at the same height in the nearest cell to the left (-1) or right (1) that holds one, in the same browser; null for none. */
export function tabBeside(board: TabBoard, tab: Tab, step: -1 | 1): Tab | null {
  const height = board.cell(tab.browserId, ownerKey(tab)).findIndex(({ tabId }) => tabId === tab.tabId);
  let at = board.owners.indexOf(ownerKey(tab)) + step;
  while (board.owners[at] !== undefined) {
    const cell = board.cell(tab.browserId, board.owners[at] ?? '');
    if (cell.length > 0) return cell[Math.min(Math.max(0, height), cell.length - 1)] ?? null;
    at += step;
  }
  return null;
}

export function tabsOf(snapshot: Snapshot, agentId: string): Tab[] {
  return Object.values(snapshot.tabs)
    .filter(({ owner }) => owner.kind !== 'you' && owner.agentId === agentId)
    .sort((a, b) => (b.lastAction?.at ?? 0) - (a.lastAction?.at ?? 0));
}
