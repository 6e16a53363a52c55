// `pilothouse servers approve`: shows everything that a server would run with; the user then confirms exactly that in the panel.

import { askHub } from '../core/ask-hub.ts';
import { printLines } from '../core/platform/terminal.ts';
import { idOf } from './find-named.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import { readServers } from './servers.ts';
import type { CliAnswer } from '../../contract/schemas/cli.ts';
import type { Server } from '../../contract/schemas/servers.ts';
import type { CliWords } from './words/cli-words.ts';

export async function approveServer(home: string, name: string, json: boolean, words: CliWords): Promise<void> {
  const servers = await readServers(home);
  const serverId = idOf(servers, name);
  const shown = await askHub(home, 'servers:config', { serverId });
  const server = servers.find(({ id }) => id === serverId);
  if (!json && server) printLines(shownLines(server, shown, words));
  await askHub(home, 'servers:approve', { serverId, hash: shown.hash }, sayWaits(words, json));
  printAnswer(json, { approved: serverId, hash: shown.hash, config: shown.config }, () => [
    words.serverApproved(server?.name ?? serverId, shown.hash.slice(0, 12)),
  ]);
}

function shownLines(server: Server, { config, risks }: CliAnswer<'servers:config'>, words: CliWords): string[] {
  const folder = config.kind === 'stdio' ? config.cwd : null;
  return [
    words.wouldRun(server.name, server.commandLine),
    ...(folder === null ? [] : [words.inFolder(folder)]),
    ...config.variables.map(({ name, value, looksSecret }) =>
      looksSecret || value === null ? words.hiddenVariable(name) : `  ${name}=${value}`,
    ),
    ...(server.warning === null ? [] : [words.warning(words.reason(server.warning))]),
    ...risks.map(({ name, reason }) => words.warning(`${name}: ${words.reason(reason)}`)),
  ];
}
