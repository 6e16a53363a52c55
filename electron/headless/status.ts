// `pilothouse status`: what runs, for people or as one JSON object.
import { inEnglish } from '../../words/english.ts';
import { askHub } from '../core/open-hub.ts';
import { printJson, printLines } from '../core/platform/terminal.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** Prints the status of the hub on this home. Rejects with a sentence when none runs. */
export async function printStatus(home: string, json: boolean): Promise<void> {
  const snapshot = await askHub(home, 'status', {});
  if (json) printJson(summaryOf(snapshot));
  else printLines(sentencesOf(snapshot));
}

function summaryOf(snapshot: Snapshot) {
  const { hub, endpoints, agents, browsers, servers, tabs, prompts } = snapshot;
  const list = <T>(table: Record<string, T>) => Object.values(table);
  return {
    version: hub.version,
    pid: hub.pid,
    home: hub.home,
    shell: hub.shell,
    mode: hub.mode,
    startedAt: hub.startedAt,
    problems: hub.problems.map(({ reason }) => inEnglish(reason)),
    endpoints: list(endpoints).map(({ id, address, state }) => ({ id, address, state: state.kind })),
    agents: list(agents).map(({ id, name, state }) => ({ id, name, state: state.kind })),
    browsers: list(browsers).map(({ id, name, state }) => ({ id, name, state: state.kind })),
    servers: list(servers).map(({ id, state, toolCount }) => ({ id, state: state.kind, tools: toolCount })),
    tabs: list(tabs).length,
    prompts: list(prompts).length,
  };
}

function sentencesOf(snapshot: Snapshot): string[] {
  const { hub, agents, browsers, servers, prompts } = snapshot;
  const count = (table: Record<string, { state: { kind: string } }>, kind: string) =>
    Object.values(table).filter(({ state }) => state.kind === kind).length;
  return [
    `Pilothouse ${hub.version} runs on ${hub.home} (process ${hub.pid}, ${hub.shell}), ${hub.mode}.`,
    `${count(agents, 'connected')} agents, ${count(browsers, 'connected')} browsers, ${count(servers, 'running')} of ${Object.keys(servers).length} servers; ${Object.keys(prompts).length} questions wait for you.`,
    ...hub.problems.map(({ reason }) => inEnglish(reason)),
  ];
}
