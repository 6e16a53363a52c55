// `pilothouse servers list|start|stop|restart|remove`, for people or as one JSON object.
import { askHub } from '../core/ask-hub.ts';
import { columns } from './columns.ts';
import { idOf } from './find-named.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { Server, ServerUsage } from '../../contract/schemas/servers.ts';
import type { CliWords } from './words/cli-words.ts';

export async function listServers(home: string, json: boolean, words: CliWords): Promise<void> {
  const servers = await readServers(home);
  const { usage } = await askHub(home, 'servers:usage', {});
  printAnswer(json, { servers, usage }, () =>
    servers.length === 0 ? [words.noServers] : listLines(servers, usage, words),
  );
}

export async function runServer(
  home: string,
  act: 'start' | 'stop' | 'restart',
  server: string,
  json: boolean,
  words: CliWords,
): Promise<void> {
  const serverId = idOf(await readServers(home), server);
  await askHub(home, `servers:${act}`, { serverId });
  const now = (await readServers(home)).find(({ id }) => id === serverId);
  printAnswer(json, { server: serverId, state: now?.state ?? null }, () => [
    now ? words.serverIs(now.name, stateWords(now, words)) : words.serverGone(serverId),
  ]);
}

export async function removeServer(home: string, server: string, json: boolean, words: CliWords): Promise<void> {
  const serverId = idOf(await readServers(home), server);
  await askHub(home, 'servers:remove', { serverId }, sayWaits(words, json));
  printAnswer(json, { removed: serverId }, () => [words.serverGone(serverId)]);
}

export async function readServers(home: string): Promise<Server[]> {
  return Object.values((await askHub(home, 'status', {})).servers);
}

export function stateWords({ state }: Server, words: CliWords): string {
  const word = stateWord(state, words);
  // That it waits for an approval is said already.
  const why = 'reason' in state && state.reason && word !== words.blockedBy.approval ? state.reason : null;
  return why === null ? word : `${word}: ${words.reason(why)}`;
}

function stateWord(state: Server['state'], words: CliWords): string {
  if (state.kind === 'blocked') return words.blockedBy[state.by];
  if (state.kind === 'installing') return words.installingAt(percentOf(state));
  if (state.kind !== 'waiting') return words.serverStates[state.kind];
  return words.nextTry(new Date(state.until).toTimeString().slice(0, 8));
}

/** Null where nobody knows how much there is. */
function percentOf({ done, total }: { readonly done: number; readonly total: number | null }): number | null {
  return total === null || total <= 0 ? null : Math.min(100, Math.floor((100 * done) / total));
}

function listLines(servers: readonly Server[], usage: readonly ServerUsage[], words: CliWords): string[] {
  const used = new Map(usage.map(({ serverId, rssBytes }) => [serverId, rssBytes]));
  return columns(
    servers.map(server => [
      server.id,
      words.toolCount(server.toolCount),
      words.memory(used.get(server.id) ?? null),
      words.startTook(server.startMs),
      server.program,
      stateWords(server, words),
    ]),
  );
}
