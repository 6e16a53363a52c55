// `pilothouse agents list`, `tabs list` and `mode`, for people or as one JSON object.
import { agentName } from '../../contract/agent-name.ts';
import { askHub } from '../core/ask-hub.ts';
import { columns } from './columns.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { RunMode } from '../../contract/entities.ts';
import type { Agent, Tab } from '../../contract/schemas/entities.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { CliWords } from './words/cli-words.ts';

export async function listAgents(home: string, json: boolean, words: CliWords): Promise<void> {
  const agents = Object.values((await askHub(home, 'status', {})).agents);
  const cells = ({ id, name, state, calls, refused }: Agent) => [
    id,
    name,
    words.agentStates[state.kind],
    words.calls(calls, refused),
  ];
  printAnswer(json, { agents }, () => (agents.length === 0 ? [words.noAgents] : columns(agents.map(cells))));
}

export async function listTabs(home: string, json: boolean, words: CliWords): Promise<void> {
  const snapshot = await askHub(home, 'status', {});
  const tabs = Object.values(snapshot.tabs);
  const cells = (tab: Tab) => [
    `${tab.browserId}:${tab.tabId}`,
    snapshot.browsers[tab.browserId]?.name ?? tab.browserId,
    ownerWords(tab, snapshot, words),
    tab.title,
    tab.url,
  ];
  printAnswer(json, { tabs }, () => (tabs.length === 0 ? [words.noTabs] : columns(tabs.map(cells))));
}

/** Says which it is where none is named. */
export async function setMode(home: string, mode: RunMode | null, json: boolean, words: CliWords): Promise<void> {
  if (mode !== null) await askHub(home, 'hub:set-mode', { mode }, sayWaits(words, json));
  const { hub } = await askHub(home, 'status', {});
  const since = new Date(hub.modeSince).toISOString();
  printAnswer(json, { mode: hub.mode, since: hub.modeSince, held: hub.modeHeld ?? null }, () => [
    words.modeIs(hub.mode, since),
    ...(hub.modeHeld ? [words.fleetPauses(hub.modeHeld)] : []),
  ]);
}

function ownerWords({ owner }: Tab, { agents }: Snapshot, words: CliWords): string {
  if (owner.kind === 'you') return words.you;
  if (owner.kind === 'none') return words.nobody;
  const agent = agents[owner.agentId];
  return agent ? agentName(agent) : owner.agentId;
}
