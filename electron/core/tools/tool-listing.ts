// What an agent is offered as its list of tools, as the user chose for its client: all of them, groups that it opens, or a search.
import { definitionOf, listNameOf } from './callable.ts';
import { findTool, isOwnListed, openTool, ownCallables } from './own-tools.ts';
import { browserGroup, groupOf, groupsOf, OpenGroups } from './tool-groups.ts';
import { ToolSearch } from './tool-search.ts';
import type { ToolListing } from '../../../contract/entities.ts';
import type { ToolCost } from '../../../contract/schemas/tools.ts';
import type { ListedFor, ListReader } from './browser-offer.ts';
import type { Callable } from './callable.ts';
import type { ClientOffer } from './own-tools.ts';
import type { ToolCatalogue } from './tool-catalogue.ts';

/** For whom a list is; `id` is the agent's. */
export interface ListingAgent extends ListedFor {
  readonly id: string;
  readonly clientId: string;
}

type Definition = Readonly<Record<string, unknown>>;

export interface ToolListingsOptions {
  readonly catalogue: Pick<ToolCatalogue, 'offered' | 'list' | 'listedOtherwise'>;
  offerOf(clientId: string): ClientOffer;
  /** Whether the run that serves this agent lists the server's tool. */
  lists(serverId: string, agentId: string, name: string): boolean;
}

/** An agent that opens one group after the other keeps to what programs take, on one page; tools of those opened first give way. */
export const maxListed = 900;
const maxNamedGroups = 40;

export class ToolListings {
  readonly #options: ToolListingsOptions;
  readonly #open = new OpenGroups();
  readonly #search = new ToolSearch();

  constructor(options: ToolListingsOptions) {
    this.#options = options;
  }

  offerOf(clientId: string): ClientOffer {
    return this.#options.offerOf(clientId);
  }

  /** The user chose anew for a client: its agents are told that their lists have changed. */
  chosen(agentIds: readonly string[]): void {
    for (const agentId of agentIds) this.#options.catalogue.listedOtherwise(agentId);
  }

  /** What this agent may call of the browser's tools and those of servers, whether or not its list names them. */
  offered(agent: ListingAgent, reader: ListReader = 'mcp'): readonly Callable[] {
    const { catalogue, lists } = this.#options;
    return catalogue.offered(agent, (serverId, name) => lists(serverId, agent.id, name), reader);
  }

  /** As its `tools/list` has it. */
  list(agent: ListingAgent, reader: ListReader): readonly Definition[] {
    const { catalogue, lists, offerOf } = this.#options;
    const offer = offerOf(agent.clientId);
    const own = (offered: readonly Callable[]) => ownDefinitions(offer, offered);
    const keep = (serverId: string, name: string) => lists(serverId, agent.id, name);
    if ((offer.listing ?? 'whole') === 'whole') return [...catalogue.list(agent, keep, reader), ...own([])];
    const offered = this.offered(agent, reader);
    // Its first search is soon.
    void this.#search.prepare(offered, () => new Promise(done => setImmediate(done)));
    if (offer.listing === 'search') return own(offered);
    return [...own(offered), ...this.#opened(agent.id, groupsOf(offered)).map(definitionOf)];
  }

  /** The best first. */
  find(agent: ListingAgent, query: string, group: string | null): readonly Callable[] {
    const offered = this.offered(agent);
    const among = group === null ? offered : offered.filter(callable => groupOf(callable) === group);
    return this.#search.search(among, query);
  }

  groups(agent: ListingAgent): ReadonlyMap<string, readonly Callable[]> {
    return groupsOf(this.offered(agent));
  }

  /** Puts a group into the agent's list, which it is told; null for a group that it is not offered. */
  open(agent: ListingAgent, group: string): readonly Callable[] | null {
    const tools = this.groups(agent).get(group);
    if (!tools) return null;
    this.#open.open(agent.id, group);
    this.#options.catalogue.listedOtherwise(agent.id);
    return tools;
  }

  agentGone(agentId: string): void {
    this.#open.forget(agentId);
  }

  /** How much the definitions come to in each way, before any group is opened, for a client in no browser yet. */
  costsFor(clientId: string): Record<ToolListing, ToolCost> {
    const { offerOf, catalogue } = this.#options;
    const offered = catalogue.offered({ clientId, browserId: null });
    const { seesHub } = offerOf(clientId);
    const listed = (listing: ToolListing) => ownDefinitions({ listing, seesHub }, offered);
    return {
      whole: costOf([...listed('whole'), ...offered.map(definitionOf)]),
      groups: costOf(listed('groups')),
      search: costOf(listed('search')),
    };
  }

  /** What is listed of the open groups, the newest first in what they may take. */
  #opened(agentId: string, groups: ReadonlyMap<string, readonly Callable[]>): readonly Callable[] {
    const newest = this.#open.of(agentId).toReversed();
    const tools = newest.flatMap(group => groups.get(group) ?? []);
    return tools.slice(0, maxListed);
  }
}

function costOf(definitions: readonly Definition[]): ToolCost {
  return { tools: definitions.length, bytes: Buffer.byteLength(JSON.stringify(definitions)) };
}

/** The hub's own tools in a list; those that stand for others say which groups there are. */
function ownDefinitions(offer: ClientOffer, offered: readonly Callable[]): Definition[] {
  return ownCallables
    .filter(({ id }) => isOwnListed(id, offer))
    .map(callable => {
      const definition = definitionOf(callable);
      if (callable.id !== (offer.listing === 'groups' ? openTool : findTool)) return definition;
      return { ...definition, description: `${callable.tool.description} ${groupsSentence(offered)}` };
    });
}

function groupsSentence(offered: readonly Callable[]): string {
  const groups = [...groupsOf(offered)].map(([group, tools]) => `${group} (${tools.length})`);
  const more = groups.length - maxNamedGroups;
  const named = groups.slice(0, maxNamedGroups).join(', ');
  return `Groups, with how many tools each has: ${named || 'none'}${more > 0 ? `, and ${more} more` : ''}; ${browserGroup} is the browser.`;
}

/** A tool as a list names it, for answers that cannot hold whole definitions. */
export function briefly(callable: Callable): { name: string; description: string } {
  const { description, title } = callable.tool;
  const text = typeof description === 'string' ? description : typeof title === 'string' ? title : '';
  const line = text.trim().split('\n', 1)[0] ?? '';
  return { name: listNameOf(callable), description: line.length > 120 ? `${line.slice(0, 119)}…` : line };
}
