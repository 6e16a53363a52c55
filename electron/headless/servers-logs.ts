// `pilothouse servers logs`: what a server wrote, and with --follow what it writes next.
import { askHub } from '../core/ask-hub.ts';
import { printJson, printLines } from '../core/platform/terminal.ts';
import { idOf } from './find-named.ts';
import { look } from './follow.ts';
import type { ServerLogLine } from '../../contract/schemas/servers.ts';
import type { CliWords } from './words/cli-words.ts';

export interface LogOptions {
  readonly follow: boolean;
  readonly lines: number;
  readonly text?: string;
  readonly json: boolean;
}

const mostAtOnce = 2_000;

export async function printLogs(home: string, name: string, options: LogOptions, words: CliWords): Promise<void> {
  const { follow, lines: first, text, json } = options;
  const { servers } = await askHub(home, 'status', {});
  const serverId = idOf(Object.values(servers), name);
  let after: number | null = null;
  await look(home, follow, async hub => {
    const place = after === null ? { count: first } : { count: mostAtOnce, after };
    const { lines, newest } = await hub.ask('servers:logs', {
      serverId,
      ...place,
      ...(text !== undefined && { text }),
    });
    after = newest;
    if (json) lines.forEach(printJson);
    else printLines(lines.map(line => lineText(line, words)));
  });
}

function lineText({ at, stream, text, why }: ServerLogLine, words: CliWords): string {
  return `${new Date(at).toISOString()}  ${stream.padEnd(10)}  ${why ? words.reason(why) : text}`;
}
