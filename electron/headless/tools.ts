// `pilothouse tools list|on|off`, for people or as one JSON object.
import { hubError } from '../../words/hub-error.ts';
import { askHub } from '../core/ask-hub.ts';
import { columns } from './columns.ts';
import { idOf } from './find-named.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { Tool } from '../../contract/schemas/entities.ts';
import type { CliWords } from './words/cli-words.ts';

export async function listTools(home: string, server: string | null, json: boolean, words: CliWords): Promise<void> {
  const snapshot = await askHub(home, 'status', {});
  const of = server === null || server === 'browser' ? server : idOf(Object.values(snapshot.servers), server);
  if (of !== null && of !== 'browser' && !snapshot.servers[of])
    throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'no-server', server: of });
  const tools = Object.values(snapshot.tools).filter(({ source }) => {
    return of === null || (source.kind === 'server' ? source.serverId : source.kind) === of;
  });
  printAnswer(json, { tools }, () =>
    tools.length === 0 ? [words.noTools] : columns(tools.map(tool => toolCells(tool, words))),
  );
}

interface Switched {
  readonly tool: string;
  readonly client: string | null;
  readonly on: boolean;
  readonly json: boolean;
}

export async function switchTool(home: string, { tool, client, on, json }: Switched, words: CliWords): Promise<void> {
  const { clients } = await askHub(home, 'grants:list', {});
  const clientId = client === null ? null : idOf(clients, client);
  const ask = { toolId: tool, on, ...(clientId !== null && { clientId }) };
  await askHub(home, 'tools:set', ask, sayWaits(words, json));
  printAnswer(json, { tool, client: clientId, on }, () => [words.toolIs(tool, on, clientId)]);
}

function toolCells({ id, readOnly, on, held, offFor, title, description }: Tool, words: CliWords): string[] {
  const state = held === null ? (on ? (offFor.length > 0 ? words.offForSome : words.on) : words.off) : words.held[held];
  const [line = ''] = (title || description).split('\n');
  return [id, readOnly ? words.reads : words.acts, state, line.length > 80 ? `${line.slice(0, 79)}…` : line];
}
