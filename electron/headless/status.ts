// `pilothouse status`: what runs, for people or as one JSON object.
import { inEnglish } from '../../words/english.ts';
import { askHub } from '../core/ask-hub.ts';
import { printJson, printLines } from '../core/platform/terminal.ts';
import { knownLine } from './browsers.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { CliWords } from './words/cli-words.ts';

/** Prints the status of the hub on this home. Rejects with a sentence when none runs. */
export async function printStatus(home: string, json: boolean, words: CliWords): Promise<void> {
  const snapshot = await askHub(home, 'status', {});
  if (json) printJson(summaryOf(snapshot));
  else printLines(sentencesOf(snapshot, words));
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
    held: hub.modeHeld ?? null,
    startedAt: hub.startedAt,
    problems: hub.problems.map(({ reason }) => inEnglish(reason)),
    endpoints: list(endpoints).map(({ id, address, state }) => ({ id, address, state: state.kind })),
    agents: list(agents).map(({ id, name, state, browserId }) => ({ id, name, state: state.kind, browserId })),
    browsers: list(browsers).map(({ id, name, state }) => ({ id, name, state: state.kind })),
    servers: list(servers).map(({ id, state, toolCount }) => ({ id, state: state.kind, tools: toolCount })),
    tabs: list(tabs).length,
    prompts: list(prompts).length,
  };
}

function sentencesOf(snapshot: Snapshot, words: CliWords): string[] {
  const { hub, agents, browsers, servers, prompts } = snapshot;
  const count = (table: Record<string, { state: { kind: string } }>, kind: string) =>
    Object.values(table).filter(({ state }) => state.kind === kind).length;
  return [
    words.status(hub),
    ...(hub.modeHeld ? [words.fleetPauses(hub.modeHeld)] : []),
    words.counts({
      agents: count(agents, 'connected'),
      browsers: count(browsers, 'connected'),
      servers: count(servers, 'running'),
      allServers: Object.keys(servers).length,
      prompts: Object.keys(prompts).length,
    }),
    ...(Object.keys(browsers).length > 1 ? Object.values(browsers).map(browser => knownLine(browser, words)) : []),
    ...hub.problems.map(({ reason }) => words.reason(reason)),
  ];
}
