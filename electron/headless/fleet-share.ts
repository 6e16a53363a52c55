// `pilothouse fleet share|unshare|servers|use|unuse`, for people or as one JSON object.
import { fleetNameFrom, isFleetName } from '../../contract/fleet.ts';
import { askHub } from '../core/ask-hub.ts';
import { listed } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { idOf } from './find-named.ts';
import { sayUnknownSharers } from './fleet-unknown.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import { readServers } from './servers.ts';
import type { FleetAddress } from '../../contract/fleet.ts';
import type { FleetServer } from '../../contract/schemas/fleet.ts';
import type { CliWords } from './words/cli-words.ts';

export interface ShareOptions {
  readonly as?: string;
  readonly hub: readonly string[];
  readonly role: readonly string[];
  readonly tool: readonly string[];
  readonly readOnly: boolean;
  readonly description: string;
  readonly json: boolean;
}

export async function shareServer(home: string, server: string, options: ShareOptions, words: CliWords): Promise<void> {
  const { hub, role, tool, readOnly, description, json } = options;
  const servers = await readServers(home);
  const serverId = idOf(servers, server);
  const share = options.as ?? fleetNameFrom(servers.find(({ id }) => id === serverId)?.name ?? server);
  for (const name of [share, ...hub, ...role]) expectName(name, words);
  const tools = tool.length === 0 ? null : [...tool];
  const settings = { serverId, share, hubs: [...hub], roles: [...role], tools, readOnly, description };
  if (!json) await sayUnknownSharers(home, options, words);
  const { fleetServers } = await askHub(home, 'status', {});
  const before = Object.values(fleetServers).find(one => one.isOwn && one.serverId === serverId)?.server ?? share;
  await askHub(home, 'fleet:share', settings, sayWaits(words, json));
  printAnswer(json, { shared: settings, ...(before !== share && { before }) }, () => [
    words.fleetShared(share),
    ...(before === share ? [] : [words.fleetSharedBefore(before)]),
  ]);
}

export async function unshareServer(home: string, share: string, json: boolean, words: CliWords): Promise<void> {
  expectName(share, words);
  await askHub(home, 'fleet:unshare', { share }, sayWaits(words, json));
  printAnswer(json, { unshared: share }, () => [words.fleetUnshared(share)]);
}

export async function listShared(home: string, json: boolean, words: CliWords): Promise<void> {
  const { fleetServers } = await askHub(home, 'status', {});
  const servers = Object.values(fleetServers);
  printAnswer(json, { servers }, () =>
    servers.length === 0
      ? [words.nothingShared]
      : listed(
          words.fleetHeads.servers,
          servers.map(server => cells(server, words)),
        ),
  );
}

export async function useShared(home: string, text: string, json: boolean, words: CliWords): Promise<void> {
  const { serverId } = await askHub(home, 'fleet:use', addressOf(text, words), sayWaits(words, json));
  printAnswer(json, { server: serverId }, () => [words.fleetUsed(serverId)]);
}

export async function unuseShared(home: string, text: string, json: boolean, words: CliWords): Promise<void> {
  await askHub(home, 'fleet:unuse', addressOf(text, words), sayWaits(words, json));
  printAnswer(json, { unused: text }, () => [words.fleetUnused(text)]);
}

function cells({ hub, server, toolCount, readOnly, isOwn, isForUs, serverId }: FleetServer, words: CliWords): string[] {
  const use = isOwn
    ? words.fleetUses.own
    : serverId
      ? words.fleetUses.used
      : words.fleetUses[isForUs ? 'open' : 'closed'];
  return [`${hub}/${server}`, words.toolCount(toolCount), readOnly ? words.fleetUses.readOnly : '', use];
}

function addressOf(text: string, words: CliWords): FleetAddress {
  const parts = text.split('/');
  const [first = '', second] = parts;
  for (const part of parts) expectName(part, words);
  if (parts.length > 2) throw new UsageError(words.noFleetName(text));
  return second === undefined ? { hub: null, share: first } : { hub: first, share: second };
}

function expectName(name: string, words: CliWords): void {
  if (!isFleetName(name)) throw new UsageError(words.noFleetName(name));
}
