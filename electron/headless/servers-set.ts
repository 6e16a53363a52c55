// `pilothouse servers set`: whether a server runs all the time or starts on first use, and after how long without use it sleeps.
import { askHub } from '../core/ask-hub.ts';
import { UsageError } from './exit-codes.ts';
import { idOf } from './find-named.ts';
import { printAnswer } from './print-answer.ts';
import { readServers } from './servers.ts';
import type { ServerStart } from '../../contract/entities.ts';
import type { CliWords } from './words/cli-words.ts';

export interface SetOptions {
  readonly start?: ServerStart;
  readonly idle?: number;
  readonly json: boolean;
}

export async function setServer(
  home: string,
  name: string,
  { start, idle, json }: SetOptions,
  words: CliWords,
): Promise<void> {
  if (start === undefined && idle === undefined) throw new UsageError(words.whatToSet);
  const serverId = idOf(await readServers(home), name);
  await askHub(home, 'servers:set-start', {
    serverId,
    ...(start !== undefined && { start }),
    ...(idle !== undefined && { idleMinutes: idle }),
  });
  const now = (await readServers(home)).find(({ id }) => id === serverId);
  const set = now?.options ?? { start: 'always', idleMinutes: 0 };
  printAnswer(json, { server: serverId, start: set.start, idleMinutes: set.idleMinutes }, () => [
    words.serverStartSet(now?.name ?? serverId, set.start === 'first-use' ? set.idleMinutes : null),
  ]);
}
