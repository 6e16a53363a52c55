// `pilothouse logs`: the hub's log out of its file, for people or a JSON object a line.
import { setTimeout as sleep } from 'node:timers/promises';
import { LogFollower, logFileOf, readLog } from '../core/hub-log/read-log.ts';
import { printAside, printJson, printLines } from '../core/platform/terminal.ts';
import type { HubLogLine } from '../../contract/schemas/hub-log.ts';
import type { CliWords } from './words/cli-words.ts';

export interface LogsArguments {
  readonly follow: boolean;
  readonly lines: number;
  readonly json: boolean;
}

const lookMs = 250;

/** With `follow` it goes on until it is ended, or until nobody reads any more. */
export async function printLogs(home: string, { follow, lines, json }: LogsArguments, words: CliWords): Promise<void> {
  process.stdout.on('error', () => process.exit());
  const path = logFileOf(home);
  const follower = new LogFollower(path);
  const print = (found: readonly HubLogLine[]) => {
    if (json) for (const line of found) printJson(line);
    else printLines(found.map(line => textOf(line, words)));
  };
  // Before the file is read: what comes in between is printed twice at worst, and never lost.
  await follower.skip();
  const found = await readLog(path, lines);
  print(found);
  if (found.length === 0 && lines > 0 && !json) printAside(words.noLog(path));
  if (!follow) return;
  for (;;) {
    await sleep(lookMs);
    print(await follower.next());
  }
}

function textOf({ at, level, part, what }: HubLogLine, words: CliWords): string {
  const mark = level === 'info' ? '' : `${words.logLevels[level]}: `;
  return `${new Date(at).toISOString()} ${part.padEnd(8)} ${mark}${words.reason(what)}`;
}
