// `pilothouse servers set`: what the user sets for a server beyond its command, as far as no approval hangs on it.
import { EnvironmentGroupSchema } from '../../contract/schemas/servers.ts';
import { hubError } from '../../words/hub-error.ts';
import { askHub } from '../core/ask-hub.ts';
import { UsageError } from './exit-codes.ts';
import { idOf } from './find-named.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import { readServers } from './servers.ts';
import type { ServerStart } from '../../contract/entities.ts';
import type { EnvironmentGroup, ServerSettings } from '../../contract/schemas/servers.ts';
import type { CliWords } from './words/cli-words.ts';

export interface SetOptions {
  /** In seconds; null is what all servers have. */
  readonly startTime?: number | null;
  readonly callTime?: number | null;
  readonly withhold: readonly string[];
  readonly give: readonly string[];
  readonly start?: ServerStart;
  /** In minutes. */
  readonly idle?: number;
  readonly json: boolean;
}

export async function setServer(home: string, name: string, options: SetOptions, words: CliWords): Promise<void> {
  const servers = await readServers(home);
  const serverId = idOf(servers, name);
  const server = servers.find(({ id }) => id === serverId);
  const settings = settingsOf(options, server?.options.withheld ?? [], words);
  await askHub(home, 'servers:set', { serverId, ...settings }, sayWaits(words, options.json));
  printAnswer(options.json, { server: serverId, set: settings }, () => [words.serverSet(server?.name ?? serverId)]);
}

function settingsOf(
  { startTime, callTime, withhold, give, start, idle }: SetOptions,
  withheld: readonly EnvironmentGroup[],
  words: CliWords,
): ServerSettings {
  const [away, back] = [withhold.map(groupNamed), give.map(groupNamed)];
  const next = EnvironmentGroupSchema.options.filter(
    group => (withheld.includes(group) || away.includes(group)) && !back.includes(group),
  );
  const settings = {
    ...(startTime !== undefined && { startTimeoutMs: inMs(startTime) }),
    ...(callTime !== undefined && { timeoutMs: inMs(callTime) }),
    ...(away.length + back.length > 0 && { withheld: next }),
    ...(start !== undefined && { start }),
    ...(idle !== undefined && { idleMinutes: idle }),
  };
  if (Object.keys(settings).length === 0) throw new UsageError(words.whatToSet);
  return settings;
}

function inMs(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 1_000);
}

function groupNamed(name: string): EnvironmentGroup {
  const read = EnvironmentGroupSchema.safeParse(name);
  if (read.success) return read.data;
  const groups = EnvironmentGroupSchema.options.join(', ');
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-environment-group', name, groups });
}
