// `pilothouse clients tools`: how one client is offered tools, and whether it may ask the hub about itself.
import { type ToolListing, toolListings } from '../../contract/entities.ts';
import { estimatedTokens } from '../../contract/tools.ts';
import { askHub } from '../core/ask-hub.ts';
import { columns } from './columns.ts';
import { idOf } from './find-named.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { CliWords } from './words/cli-words.ts';

export interface ClientToolsOptions {
  readonly json: boolean;
  readonly list?: ToolListing;
  readonly about?: 'on' | 'off';
}

/** What is given is set first; then both are printed as they are. */
export async function clientTools(
  home: string,
  client: string,
  { json, list, about }: ClientToolsOptions,
  words: CliWords,
): Promise<void> {
  const clientId = idOf((await askHub(home, 'grants:list', {})).clients, client);
  if (list !== undefined) await askHub(home, 'clients:set-listing', { clientId, listing: list });
  if (about !== undefined)
    await askHub(home, 'clients:set-sees-hub', { clientId, on: about === 'on' }, sayWaits(words, json));
  const costs = await askHub(home, 'clients:tool-costs', { clientId });
  const { clients } = await askHub(home, 'status', {});
  const { listing = 'whole', seesHub = false } = clients[clientId] ?? {};
  printAnswer(json, { client: clientId, listing, seesHub, costs }, () => [
    ...columns(
      toolListings.map(way => [
        way === listing ? '*' : ' ',
        words.toolListings[way],
        words.toolCost(costs[way].tools, costs[way].bytes, estimatedTokens(costs[way].bytes)),
      ]),
    ),
    words.seesHub(seesHub),
  ]);
}
